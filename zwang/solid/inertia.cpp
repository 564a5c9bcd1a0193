// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/solid/inertia.hpp"

namespace zwang {

Eigen::Matrix3d Inertia::matrix() const {
  Eigen::Matrix3d all;
  all << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  return all;
}

Inertia Inertia::box(double mass, double x, double y, double z) {
  const double twelfth = mass / 12.0;
  return {.xx = twelfth * (y * y + z * z),
          .yy = twelfth * (x * x + z * z),
          .zz = twelfth * (x * x + y * y)};
}

Inertia Inertia::ball(double mass, double radius) {
  const double moment = 0.4 * mass * radius * radius;
  return {.xx = moment, .yy = moment, .zz = moment};
}

}  // namespace zwang
