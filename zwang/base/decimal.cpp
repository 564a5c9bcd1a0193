// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/decimal.hpp"

#include <cstdlib>

#include "zwang/base/text.hpp"

namespace zwang {

Decimal decimal_of(double x) {
  const std::string text = shortest(x);
  Decimal decimal;
  decimal.negative = text.front() == '-';
  bool behind_point = false;
  std::size_t i = decimal.negative ? 1 : 0;
  for (; i < text.size() && text[i] != 'e'; ++i) {
    if (text[i] == '.') {
      behind_point = true;
      continue;
    }
    decimal.digits += text[i];
    decimal.exponent -= behind_point;
  }
  if (i < text.size()) decimal.exponent += std::atoi(text.c_str() + i + 1);
  return decimal;
}

}  // namespace zwang
