// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An axis: the range it spans and the round numbers in it, in steps of 1, 2 or 5 times a power of
// ten.
#pragma once

#include <string>
#include <vector>

namespace zwang {

struct Axis {
  double from = 0.0, to = 1.0;
  double step = 1.0;          // from tick to tick
  std::vector<double> ticks;  // ascending, between from and to

  // 0 at `from`, 1 at `to`.
  double place(double value) const { return (value - from) / (to - from); }
  // With enough digits to distinguish two ticks.
  std::string label(double tick) const;
};

// Over this range, with `margin` times its length on both sides and at most `most` + 1 ticks.
// Numbers that differ by less than a billionth of themselves count as one, with room around it.
Axis axis_over(double least, double largest, int most, double margin = 0.0);

}  // namespace zwang
