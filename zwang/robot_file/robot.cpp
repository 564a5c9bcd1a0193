// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/robot.hpp"

namespace zwang {
namespace {

// The inertia of m at r about the origin, apart from the factor m: r² − r rᵀ.
Eigen::Matrix3d about(const Eigen::Vector3d& r) {
  return r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
}

}  // namespace

Pose Pose::operator*(const Pose& inner) const {
  return {.turn = (turn * inner.turn).normalized(), .place = *this * inner.place};
}

Lump Lump::in(const Pose& pose) const {
  if (pose.turn.coeffs() == Eigen::Quaterniond::Identity().coeffs())
    return {.mass = mass, .com = pose * com, .inertia = inertia};
  const Eigen::Matrix3d turn = pose.turn.toRotationMatrix();
  return {.mass = mass, .com = pose * com, .inertia = turn * inertia * turn.transpose()};
}

// Steiner, for both.
void Lump::add(const Lump& other) {
  if (other.mass == 0.0 && other.inertia.isZero(0.0)) return;
  if (mass == 0.0 && inertia.isZero(0.0)) {
    *this = other;
    return;
  }
  const double total = mass + other.mass;
  if (total == 0.0) {
    inertia += other.inertia;
    return;
  }
  const Eigen::Vector3d centre = (mass * com + other.mass * other.com) / total;
  inertia += other.inertia + mass * about(com - centre) + other.mass * about(other.com - centre);
  com = centre;
  mass = total;
}

}  // namespace zwang
