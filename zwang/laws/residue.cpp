// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/residue.hpp"

#include <cstdlib>
#include <string>

#include "zwang/base/decimal.hpp"

namespace zwang {

Residue Residue::decimal(double x) {
  const Decimal decimal = decimal_of(x);
  Residue digits;
  for (const char digit : decimal.digits)
    digits = digits * Residue(10) + Residue(static_cast<std::uint64_t>(digit - '0'));
  Residue power(1);
  for (int k = 0; k < std::abs(decimal.exponent); ++k) power = power * Residue(10);
  const Residue size = decimal.exponent < 0 ? digits / power : digits * power;
  return decimal.negative ? -size : size;
}

}  // namespace zwang
