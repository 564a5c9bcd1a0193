// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/solid/orientation.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

std::array<double, 4> numbers_of(const Quaterniond& e) { return {e.w(), e.x(), e.y(), e.z()}; }

void demand_finite(double angle) {
  if (!std::isfinite(angle)) throw Error(Code::E120, fmt::format("no angle is {}", angle));
}

}  // namespace

Orientation Orientation::quaternion(double w, double x, double y, double z) {
  const Quaterniond given(w, x, y, z);
  const double size = given.norm();
  if (!(size > 0.0) || !std::isfinite(size))
    throw Error(Code::E120, "a quaternion without a direction turns nothing");
  if (std::abs(size - 1.0) < 1e-15) return Orientation({w, x, y, z});  // written out and read again
  return Orientation(numbers_of(given.normalized()));
}

Orientation Orientation::axis(const std::array<double, 3>& axis, double angle) {
  const auto along = direction_of(vector3(axis));
  if (!along) throw Error(Code::E120, "an axis of length 0 has no direction");
  demand_finite(angle);
  return Orientation(numbers_of(Quaterniond(AngleAxisd(angle, *along))));
}

Orientation Orientation::euler(const std::string& sequence, const std::array<double, 3>& angles) {
  const bool right = sequence.size() == 3 &&
                     sequence.find_first_not_of("xyz") == std::string::npos &&
                     sequence[0] != sequence[1] && sequence[1] != sequence[2];
  if (!right)
    throw Error(Code::E120, fmt::format("'{}' is not one of the twelve sequences of axes such as "
                                        "\"zxz\" and \"zyx\"",
                                        sequence));
  for (const double angle : angles) demand_finite(angle);
  Quaterniond all = Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i)
    all = all * AngleAxisd(angles[i], Vector3d::Unit(sequence[i] - 'x'));
  return Orientation(numbers_of(all.normalized()));
}

Orientation Orientation::rpy(const std::array<double, 3>& angles) {
  return euler("zyx", {angles[2], angles[1], angles[0]});
}

Orientation Orientation::axes(const std::array<double, 3>& x, const std::array<double, 3>& y) {
  const Vector3d beside = vector3(y);
  const auto first = direction_of(vector3(x));
  const Vector3d across = first ? Vector3d(beside - *first * first->dot(beside)) : beside;
  const auto second = direction_of(across);
  if (!first || !second || !(across.stableNorm() > 1e-12 * beside.stableNorm()))
    throw Error(Code::E120, "two directions that are parallel give no orientation");
  Eigen::Matrix3d axes;
  axes.col(0) = *first;
  axes.col(1) = *second;
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return Orientation(numbers_of(Quaterniond(axes).normalized()));
}

Orientation Orientation::operator*(const Orientation& within) const {
  const Orientation none;
  if (value_ == none.value_) return within;
  if (within.value_ == none.value_) return *this;
  const Quaterniond all =
      Quaterniond(value_[0], value_[1], value_[2], value_[3]) *
      Quaterniond(within.value_[0], within.value_[1], within.value_[2], within.value_[3]);
  return Orientation(numbers_of(all.normalized()));
}

Eigen::Matrix3d Orientation::matrix() const {
  const auto [w, x, y, z] = value_;
  return Quaterniond(w, x, y, z).toRotationMatrix();
}

}  // namespace zwang
