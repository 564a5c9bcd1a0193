// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/mass_course.hpp"

#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {

Course course_of(const PhaseInstant& now, const std::array<int, 3>& coordinates) {
  Course course{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), 0.0};
  const Vector third = now.third();
  double size = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const int c = coordinates[index(axis)];
    if (c < 0) continue;
    course.first[axis] = now.rates[c];
    course.second[axis] = now.accelerations[c];
    course.third[axis] = third[c];
    // forces that balance reactions leave rounding of their size
    size += std::abs(now.accelerations[c]) +
            now.p.col(c).cwiseAbs().dot(now.multipliers.cwiseAbs()) / now.mass(c, c);
  }
  course.rounding = 1e-14 * size;
  return course;
}

}  // namespace zwang
