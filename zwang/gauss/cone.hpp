// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The stationary points of the distance from a point on a quadratic cone, in its axes:
//
//   |y − y0|² → min,   Σ d y² = 0 or ≤ 0;     y = y0/(1 + μ d)
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

struct ConePoint {
  Vector y;
  double multiplier = 0.0;  // μ; not negative for an inequality
  int family = 0;           // one of a family of this many dimensions
};

// All but the vertex itself; y0 is one of them if it is admissible.
std::vector<ConePoint> stationary_on_cone(const Vector& d, const Vector& y0, bool equation);

}  // namespace zwang
