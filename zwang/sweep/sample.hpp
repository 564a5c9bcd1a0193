// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Points drawn at random from a box, the same on every machine.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace zwang {

// `count` points with one number per side, for SweepOrder::points. Point k depends on the seed and
// k alone: a larger sample begins with the same points.
std::vector<double> sampled_points(const std::vector<std::pair<double, double>>& sides,
                                   std::int64_t count, std::uint64_t seed);

}  // namespace zwang
