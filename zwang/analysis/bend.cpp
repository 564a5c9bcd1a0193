// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/bend.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace zwang {

Bend bend(const Course& course) {
  const Eigen::Vector3d normal = course.first.cross(course.second);
  const double speed = course.first.norm(), square = normal.squaredNorm();
  if (!(speed > 0.0)) return {.speed = speed};
  const bool straight = !(std::sqrt(square) > course.rounding * speed);
  if (straight) return {speed, 0.0, unset};
  return {speed, std::sqrt(square) / (speed * speed * speed), normal.dot(course.third) / square};
}

}  // namespace zwang
