// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a row of a minimum problem is made of.
#pragma once

namespace zwang::minimum {

// A friction cone will be one more kind, joining the rows that follow its first.
enum class Kind : unsigned char { equation, inequality };

// How far the data of a row may be from what was meant, relative to their size. More digits on
// rounded data make solutions worse: a redundant equation computed in double is, read exactly, an
// independent one. So the caller states for each row whether it is meant to the last bit.
inline constexpr double exact_data = 0.0;
inline constexpr double rounded_data = 0x1p-46;  // values of formulas

struct Entry {
  int column = 0;
  double value = 0.0;
};

}  // namespace zwang::minimum
