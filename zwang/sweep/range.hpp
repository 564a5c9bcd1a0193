// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The values of a swept parameter as a user writes them.
#pragma once

#include <string>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// "v=1 m/s:2 m/s:5", "v=1,2,4", and for samples "v=1:2".
struct Range {
  std::string name, first;     // the first value as written
  std::vector<double> values;  // of a grid
  double from = unset, to = unset;
};

// E120 if it is not a range. A range to be sampled has ends only.
Range range_in(const std::string& text, bool sampled);

}  // namespace zwang
