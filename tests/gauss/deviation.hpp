// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far a computed vector is from the expected one.
#pragma once

#include <algorithm>

#include "zwang/base/number.hpp"

namespace zwang::reference {

// Largest deviation relative to the size of what is expected, or to 1.
inline double off(const Vector& found, const Vector& expected) {
  if (found.size() != expected.size()) return 1e300;
  if (found.size() == 0) return 0.0;
  return (found - expected).cwiseAbs().maxCoeff() / std::max(1.0, expected.cwiseAbs().maxCoeff());
}

}  // namespace zwang::reference
