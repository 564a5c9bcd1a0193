// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/toml_guard.hpp"

#include <fmt/format.h>

namespace zwang {

void guard_toml(std::string_view text, const std::string& path) {
  constexpr int deepest = 48;
  constexpr int most_dots = 16;
  int line = 1;
  int column = 1;
  int depth = 0;
  int dots = 0;
  const auto here = [&] { return Place{path, line, column, column + 1}; };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      ++line;
      column = 1;
      dots = 0;
      ++i;
      continue;
    }
    if (c == '#') {
      while (i < text.size() && text[i] != '\n') ++i;
      continue;
    }
    if (c == '"' || c == '\'') {
      // a text: long ones end with three quotes
      const bool is_long = text.substr(i, 3) == std::string(3, c);
      std::size_t end = i + (is_long ? 3 : 1);
      for (;;) {
        if (end >= text.size()) break;
        if (c == '"' && text[end] == '\\') {
          end += 2;
          continue;
        }
        if (text[end] == '\n' && !is_long) break;
        if (text[end] == c && (!is_long || text.substr(end, 3) == std::string(3, c))) break;
        ++end;
      }
      for (; i < end && i < text.size(); ++i) {
        if (text[i] == '\n') {
          ++line;
          column = 0;
        }
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) ++column;
      }
      if (i < text.size() && text[i] == c) {
        const std::size_t quotes = is_long ? 3 : 1;
        i += quotes;
        column += static_cast<int>(quotes);
      }
      continue;
    }
    if (byte >= 0x80U)
      throw Error(Code::E108, "a letter outside a text that is not ASCII", here(),
                  "keys are written in ASCII");
    if (byte < 0x20U && c != '\t' && c != '\r')
      throw Error(Code::E108, fmt::format("a control character ({})", byte), here());
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > deepest)
      throw Error(Code::E110, fmt::format("more than {} brackets inside each other", deepest),
                  here());
    dots = c == '.' ? dots + 1 : c == ',' || c == '=' ? 0 : dots;
    if (dots > most_dots)
      throw Error(Code::E110, fmt::format("a key with more than {} dots", most_dots), here());
    ++column;
    ++i;
  }
}

}  // namespace zwang
