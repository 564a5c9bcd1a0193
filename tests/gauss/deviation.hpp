// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far what was computed is from what is expected.
#pragma once

#include <algorithm>
#include <cmath>

#include "zwang/base/number.hpp"

namespace zwang::reference {

// Of one instant: rounding and no more.
inline constexpr double accuracy = 1e-12;

// Largest deviation.
inline double apart(const Vector& found, const Vector& expected) {
  return (found - expected).cwiseAbs().maxCoeff();
}

// Largest deviation relative to the size of what is expected, or to 1.
inline double off(double found, double expected) {
  return std::abs(found - expected) / std::max(1.0, std::abs(expected));
}
inline double off(const Matrix& found, const Matrix& expected) {
  if (found.rows() != expected.rows() || found.cols() != expected.cols()) return 1e300;
  if (found.size() == 0) return 0.0;
  return (found - expected).cwiseAbs().maxCoeff() / std::max(1.0, expected.cwiseAbs().maxCoeff());
}

}  // namespace zwang::reference
