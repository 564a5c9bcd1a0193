// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Householder QR with column pivoting: orthogonal directions, the longest remainder first.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

struct PivotedQr {
  Matrix q;               // square, orthogonal; the first `rank` columns span the matrix's columns
  Eigen::Index rank = 0;  // remainders above `threshold` times the longest column
};
// The default threshold is rounding.
PivotedQr pivoted_qr(const Matrix& matrix);
PivotedQr pivoted_qr(const Matrix& matrix, double threshold);

// |a x - b| → min; if the columns are dependent, one such x.
Vector least_squares(const Matrix& a, const Vector& b);
// The same; of all such x, the shortest.
Vector shortest_solution(const Matrix& a, const Vector& b);

// Orthonormal directions of the columns, in their order; needs at least as many rows as columns.
Matrix orthonormal(const Matrix& columns);
// The upper triangle whose columns have the same lengths and angles.
Matrix triangle(const Matrix& columns);

}  // namespace zwang
