// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/plane_curvature.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>

#include "zwang/base/error.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

// Of several entries that are the largest but for rounding, the first decides.
Vector3d with_sign(const Vector3d& direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < 3; ++i)
    if (std::abs(direction[i]) >= (1.0 - 1e-9) * largest)
      return direction[i] < 0.0 ? Vector3d(-direction) : direction;
  return direction;
}

}  // namespace

PlaneCurvature::PlaneCurvature(const Vector3d& p, const Eigen::Matrix3d& slopes) {
  const double size = p.norm();
  // written so that what is not a number is refused too
  if (!(size > 0.0) || !slopes.allFinite())
    throw Error(Code::E301, "the constraint has no plane here: p = 0, or a number is not finite");
  normal_ = p / size;
  constexpr double few = 64.0 * std::numeric_limits<double>::epsilon();
  rounding_ = few * slopes.norm() / size;
  // any frame of the plane, then the one in which the symmetric part is diagonal
  const Vector3d a = normal_.unitOrthogonal(), b = normal_.cross(a);
  const auto entry = [&](const Vector3d& u, const Vector3d& v) {
    return -u.dot(slopes * v) / size;
  };
  const double aa = entry(a, a), bb = entry(b, b), ab = entry(a, b), ba = entry(b, a);
  mean_ = (aa + bb) / 2.0;
  half_ = std::hypot((aa - bb) / 2.0, (ab + ba) / 2.0);
  turn_ = (ba - ab) / 2.0;
  const double angle = half_ > rounding_ ? std::atan2((ab + ba) / 2.0, (aa - bb) / 2.0) / 2.0 : 0.0;
  first_ = with_sign(std::cos(angle) * a + std::sin(angle) * b);
  second_ = normal_.cross(first_);
}

bool PlaneCurvature::integrable() const { return std::abs(turn_) <= rounding_; }

PlaneDirection PlaneCurvature::at(double twice) const {
  const double angle = twice / 2.0;
  return {with_sign(std::cos(angle) * first_ + std::sin(angle) * second_),
          mean_ + half_ * std::cos(twice), turn_ - half_ * std::sin(twice)};
}

PlaneDirections PlaneCurvature::principal() const {
  if (half_ <= rounding_) return {.all = true, .list = {}};
  return {.all = false,
          .list = {{first_, mean_ + half_, turn_}, {with_sign(second_), mean_ - half_, turn_}}};
}

// cos 2φ = −H/D
PlaneDirections PlaneCurvature::asymptotic() const {
  const double more = half_ + mean_, less = half_ - mean_;  // the extremes, the second reversed
  if (half_ <= rounding_ && std::abs(mean_) <= rounding_) return {.all = true, .list = {}};
  if (more < -rounding_ || less < -rounding_) return {};
  if (more <= rounding_) return {.all = false, .list = {at(0.0)}};
  if (less <= rounding_) return {.all = false, .list = {at(std::numbers::pi)}};
  const double twice = std::atan2(std::sqrt(more * less), -mean_);
  return {.all = false, .list = {at(twice), at(-twice)}};
}

// sin 2φ = w/D
PlaneDirections PlaneCurvature::lines() const {
  const double turn = std::abs(turn_);
  if (half_ <= rounding_) return {.all = turn <= rounding_, .list = {}};
  if (half_ < turn - rounding_) return {};
  if (half_ <= turn + rounding_)
    return {.all = false, .list = {at(std::copysign(std::numbers::pi / 2.0, turn_))}};
  const double twice = std::atan2(turn_, std::sqrt((half_ - turn) * (half_ + turn)));
  return {.all = false, .list = {at(twice), at(std::numbers::pi - twice)}};
}

PlaneDirection PlaneCurvature::along(const Vector3d& vector) const {
  const Vector3d part = vector - normal_.dot(vector) * normal_;
  if (!(part.norm() > 0.0)) return {.direction = Vector3d::Constant(unset)};
  PlaneDirection found = at(2.0 * std::atan2(part.dot(second_), part.dot(first_)));
  found.direction = part.normalized();
  return found;
}

}  // namespace zwang
