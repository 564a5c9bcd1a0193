// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Neighbour search. Points are sorted into the cells of a grid, of which only non-empty ones are
// stored: time and memory scale with the points and pairs, not with the extent of the cloud.
#pragma once

#include <compare>
#include <optional>
#include <span>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

struct Neighbours {
  int i = 0;
  int j = 0;  // i < j
  auto operator<=>(const Neighbours&) const = default;
};

// All pairs with |p_i − p_j| ≤ reach_i + reach_j, ascending, each once; empty if a number is not
// finite. A few points of long reach do not lengthen the lists of the others. Squares of reaches
// must not overflow.
std::optional<std::vector<Neighbours>> neighbours(std::span<const Eigen::Vector3d> places,
                                                  std::span<const double> reaches);

}  // namespace zwang
