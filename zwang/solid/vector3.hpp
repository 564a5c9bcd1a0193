// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of three numbers as arrays and as Eigen has them.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <optional>

namespace zwang {

inline Eigen::Vector3d vector3(const std::array<double, 3>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

// With the length 1, also where the square of its own is too large or too small for a number; none
// if it is 0 or not finite.
inline std::optional<Eigen::Vector3d> direction_of(const Eigen::Vector3d& vector) {
  constexpr double least = 1e-280;
  const double squares = vector.squaredNorm();
  if (squares > least && std::isfinite(squares)) return vector.normalized();
  const double largest = vector.cwiseAbs().maxCoeff();
  if (!vector.allFinite() || !(largest > 0.0)) return std::nullopt;
  return (vector / largest).normalized();
}

}  // namespace zwang
