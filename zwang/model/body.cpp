// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/body.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace zwang {

Eigen::Matrix<double, 4, 3> turning(const Eigen::Vector4d& e) {
  Eigen::Matrix<double, 4, 3> g;
  g << -e[1], -e[2], -e[3],  //
      e[0], -e[3], e[2],     //
      e[3], e[0], -e[1],     //
      -e[2], e[1], e[0];
  return 0.5 * g;
}

std::array<double, 4> Body::quaternion(const Eigen::VectorXd& q) const {
  if (!in_plane) return {q[first], q[first + 1], q[first + 2], q[first + 3]};
  const Eigen::Vector3d along = std::sin(q[first] / 2.0) * normal;
  return {std::cos(q[first] / 2.0), along[0], along[1], along[2]};
}

Eigen::Matrix3d Body::axes(const Eigen::VectorXd& q) const {
  if (in_plane) return Eigen::AngleAxisd(q[first], normal).toRotationMatrix();
  return Eigen::Quaterniond(q[first], q[first + 1], q[first + 2], q[first + 3]).toRotationMatrix();
}

}  // namespace zwang
