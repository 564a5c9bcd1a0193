// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How one frame stands in another.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>

namespace zwang {

// How the body's axes stand in the world.
// Thread safety: a value; any number of threads may read one.
class Orientation {
 public:
  Orientation() = default;
  // Given the length 1 unless it has it already. Throws E120 if all four are 0 or one is not
  // finite.
  static Orientation quaternion(double w, double x, double y, double z);
  // Angles in rad. Throws E120 if the axis is 0.
  static Orientation axis(const std::array<double, 3>& axis, double angle);
  // About turning axes, one after the other: "zxz", "zyx", any of the twelve sequences, else E120.
  static Orientation euler(const std::string& sequence, const std::array<double, 3>& angles);
  // About the fixed axes x, y, z (roll, pitch, yaw), as in URDF.
  static Orientation rpy(const std::array<double, 3>& angles);
  // Where the body's x and y point; y is made perpendicular to x. Throws E120 if they are parallel.
  static Orientation axes(const std::array<double, 3>& x, const std::array<double, 3>& y);

  // w, x, y, z; of length 1.
  const std::array<double, 4>& value() const { return value_; }
  // The turned axes as columns.
  Eigen::Matrix3d matrix() const;
  // Of what stands so in a frame that stands so.
  Orientation operator*(const Orientation& within) const;

 private:
  explicit Orientation(const std::array<double, 4>& value) : value_(value) {}
  std::array<double, 4> value_ = {1.0, 0.0, 0.0, 0.0};
};

}  // namespace zwang
