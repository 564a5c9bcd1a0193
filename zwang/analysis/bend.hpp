// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a curve in space bends, from the derivatives of its position.
#pragma once

#include <Eigen/Core>

#include "zwang/base/number.hpp"

namespace zwang {

// Derivatives of a position by time, in m and s.
struct Course {
  Eigen::Vector3d first, second, third;  // x', x'', x'''
  double rounding = 0.0;                 // x'' may be off by this
};

struct Bend {
  double speed = unset;      // m/s
  double curvature = unset;  // 1/m; 0 within rounding is 0
  // 1/m, positive for a right-handed screw; `unset` where the curvature is 0.
  double torsion = unset;
};

// |x' × x''|/|x'|³ and det(x', x'', x''')/|x' × x''|² of any curve; both `unset` at rest.
Bend bend(const Course& course);

}  // namespace zwang
