// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Eigen/Core>
#include <array>

namespace zwang {

inline Eigen::Vector3d vector3(const std::array<double, 3>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace zwang
