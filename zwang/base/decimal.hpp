// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number as the shortest text that reads back as it: ± digits · 10^exponent.
#pragma once

#include <string>

namespace zwang {

struct Decimal {
  bool negative = false;
  std::string digits;  // "125" of 1.25, with its leading zeros
  int exponent = 0;
};

// Of a finite number.
Decimal decimal_of(double x);

}  // namespace zwang
