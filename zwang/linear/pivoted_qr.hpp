// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Householder QR with column pivoting: orthogonal directions, the longest remainder first.
#pragma once

#include <optional>

#include "zwang/base/number.hpp"

namespace zwang {

struct PivotedQr {
  Matrix q;               // square, orthogonal; the first `rank` columns span the matrix's columns
  Eigen::Index rank = 0;  // remainders above `threshold` times the longest column
};
// The default threshold is rounding.
PivotedQr pivoted_qr(const Matrix& matrix);
PivotedQr pivoted_qr(const Matrix& matrix, double threshold);

// Rows that depend on each other, B: (B Bᵀ)⁺ = root rootᵀ, and orthonormal combinations uᵀB = 0.
struct Dependence {
  Eigen::Index rank = 0;
  double least = 0.0;  // the shortest remainder that counts
  Matrix root;         // rows × rank
  Matrix idle;         // rows × (rows − rank)
};
// Empty where a remainder lies between the two, relative to the longest row: then singular values
// must decide. Some fifty times cheaper than these.
std::optional<Dependence> dependence(const Matrix& rows, double nothing, double something);

// |a x - b| → min; if the columns are dependent, one such x.
Vector least_squares(const Matrix& a, const Vector& b);
// The same; of all such x, the shortest.
Vector shortest_solution(const Matrix& a, const Vector& b);

// Orthonormal directions of the columns, in their order; needs at least as many rows as columns.
Matrix orthonormal(const Matrix& columns);
// The upper triangle whose columns have the same lengths and angles.
Matrix triangle(const Matrix& columns);

}  // namespace zwang
