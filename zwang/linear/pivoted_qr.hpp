// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Orthogonal directions from columns, the longest remainder first (Householder).
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

struct PivotedQr {
  Matrix q;               // square, orthogonal; the first `rank` columns span those of the matrix
  Eigen::Index rank = 0;  // remainders above `threshold` of the longest column
};
// Without a threshold: rounding.
PivotedQr pivoted_qr(const Matrix& matrix);
PivotedQr pivoted_qr(const Matrix& matrix, double threshold);

// |a x - b| → min; of a matrix with dependent columns one such x.
Vector least_squares(const Matrix& a, const Vector& b);
// The same, and of all of them the shortest.
Vector shortest_solution(const Matrix& a, const Vector& b);

// Orthonormal directions of the columns, in their order; as many rows as columns at least.
Matrix orthonormal(const Matrix& columns);
// The upper triangle with the same lengths and angles of columns.
Matrix triangle(const Matrix& columns);

}  // namespace zwang
