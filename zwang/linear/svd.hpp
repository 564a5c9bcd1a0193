// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Singular values and directions: matrix = u diag(values) vᵀ. Compiled here, once: what a header of
// Eigen would compile anew in every source takes a second to a minute each time.
#pragma once

#include <complex>

#include "zwang/base/number.hpp"

namespace zwang {

enum class Directions {
  none,
  left,   // all of u
  right,  // all of v
  thin    // of u and v as many as there are values
};

struct Svd {
  Vector values;  // falling
  Matrix u, v;    // empty if not asked for
};

// By rotations (Jacobi): small values have their digits too. O(rows cols²) and slow; for up to some
// hundred rows.
Svd svd(const Matrix& matrix, Directions directions = Directions::none);

// By dividing (bidiagonal): for large matrices, values to rounding of the largest.
Svd svd_of_large(const Matrix& matrix, Directions directions = Directions::none);
Vector singular_values(const Eigen::MatrixXcd& matrix);

}  // namespace zwang
