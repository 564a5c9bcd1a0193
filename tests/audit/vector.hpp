// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A vector as its numbers.
#pragma once

#include <initializer_list>

#include "zwang/system/system.hpp"

namespace zwang {

inline Vector vector(std::initializer_list<double> numbers) {
  Vector out(static_cast<Eigen::Index>(numbers.size()));
  for (Eigen::Index i = 0; const double one : numbers) out[i++] = one;
  return out;
}

}  // namespace zwang
