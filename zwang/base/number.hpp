// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers that every room shares.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "zwang/base/ieee.hpp"

namespace zwang {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// A number of a result that nobody has computed yet.
inline constexpr double unset = std::numeric_limits<double>::quiet_NaN();
// A time that does not come, a step without a bound.
inline constexpr double always = std::numeric_limits<double>::infinity();

}  // namespace zwang
