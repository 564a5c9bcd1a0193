// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Singular value decomposition: matrix = u diag(values) vᵀ. Compiled here, once: Eigen's header
// would cost every source that includes it a second to a minute of compile time.
#pragma once

#include <complex>

#include "zwang/base/number.hpp"

namespace zwang {

enum class Directions {
  none,
  left,   // all of u
  right,  // all of v
  thin    // as many columns of u and v as there are values
};

struct Svd {
  Vector values;  // descending
  Matrix u, v;    // empty if not requested
};

// Jacobi rotations: small values are accurate too. O(rows cols²) and slow; for up to a few hundred
// rows.
Svd svd(const Matrix& matrix, Directions directions = Directions::none);

// Divide and conquer (bidiagonal): for large matrices, values to rounding of the largest.
Svd svd_of_large(const Matrix& matrix, Directions directions = Directions::none);
Vector singular_values(const Eigen::MatrixXcd& matrix);

}  // namespace zwang
