// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/residue.hpp"

#include <cstdlib>
#include <string>

#include "zwang/base/text.hpp"

namespace zwang {

Residue Residue::decimal(double x) {
  const std::string text = shortest(x);
  Residue digits;
  int shift = 0;
  bool behind_point = false;
  std::size_t i = text.front() == '-' ? 1 : 0;
  for (; i < text.size() && text[i] != 'e'; ++i) {
    if (text[i] == '.') {
      behind_point = true;
      continue;
    }
    digits = digits * Residue(10) + Residue(static_cast<std::uint64_t>(text[i] - '0'));
    shift -= behind_point;
  }
  if (i < text.size()) shift += std::atoi(text.c_str() + i + 1);
  Residue power(1);
  for (int k = 0; k < std::abs(shift); ++k) power = power * Residue(10);
  const Residue size = shift < 0 ? digits / power : digits * power;
  return text.front() == '-' ? -size : size;
}

}  // namespace zwang
