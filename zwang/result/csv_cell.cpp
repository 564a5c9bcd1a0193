// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/csv_cell.hpp"

namespace zwang {

std::string csv_cell(std::string_view text) {
  const bool formula = text.find_first_of("=+-@\t\r") == 0;
  std::string cell = (formula ? "'" : "") + std::string(text);
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace zwang
