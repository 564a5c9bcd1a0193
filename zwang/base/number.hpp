// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Number types and constants shared by all modules.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "zwang/base/ieee.hpp"

namespace zwang {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// A number of a result that has not been computed.
inline constexpr double unset = std::numeric_limits<double>::quiet_NaN();
// A time that never comes, a step without a bound.
inline constexpr double always = std::numeric_limits<double>::infinity();

}  // namespace zwang
