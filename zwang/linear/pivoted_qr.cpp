// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/linear/pivoted_qr.hpp"

#include <Eigen/QR>

namespace zwang {
namespace {

PivotedQr of(const Eigen::ColPivHouseholderQR<Matrix>& qr) {
  return {qr.householderQ(), qr.rank()};
}

}  // namespace

PivotedQr pivoted_qr(const Matrix& matrix) {
  return of(Eigen::ColPivHouseholderQR<Matrix>(matrix));
}

PivotedQr pivoted_qr(const Matrix& matrix, double threshold) {
  Eigen::ColPivHouseholderQR<Matrix> qr(matrix);
  qr.setThreshold(threshold);
  return of(qr);
}

std::optional<Dependence> dependence(const Matrix& rows, double nothing, double something) {
  const Eigen::ColPivHouseholderQR<Matrix> first(rows.transpose());
  const Vector pivots = first.matrixR().diagonal().cwiseAbs();
  if (pivots.size() == 0 || !(pivots[0] > 0.0)) return std::nullopt;
  Dependence found;
  while (found.rank < pivots.size() && pivots[found.rank] > something * pivots[0]) ++found.rank;
  if (found.rank < pivots.size() && pivots[found.rank] > nothing * pivots[0]) return std::nullopt;
  found.least = pivots[found.rank - 1];
  // the rows are triangleᵀ times orthonormal ones
  const Matrix triangle =
      Matrix(first.matrixR().topRows(found.rank).triangularView<Eigen::Upper>());
  const Eigen::HouseholderQR<Matrix> second(triangle.transpose());
  Matrix turned = second.householderQ();
  turned = first.colsPermutation() * turned;
  const Matrix small = second.matrixQR().topRows(found.rank).triangularView<Eigen::Upper>();
  // turned · small⁻ᵀ
  found.root = small.triangularView<Eigen::Upper>()
                   .solve(turned.leftCols(found.rank).transpose())
                   .transpose();
  found.idle = turned.rightCols(rows.rows() - found.rank);
  return found;
}

Vector least_squares(const Matrix& a, const Vector& b) {
  return Eigen::ColPivHouseholderQR<Matrix>(a).solve(b);
}

Vector shortest_solution(const Matrix& a, const Vector& b) {
  return Eigen::CompleteOrthogonalDecomposition<Matrix>(a).solve(b);
}

Matrix orthonormal(const Matrix& columns) {
  return Eigen::HouseholderQR<Matrix>(columns).householderQ() *
         Matrix::Identity(columns.rows(), columns.cols());
}

Matrix triangle(const Matrix& columns) {
  return Eigen::HouseholderQR<Matrix>(columns)
      .matrixQR()
      .topRows(columns.cols())
      .triangularView<Eigen::Upper>();
}

}  // namespace zwang
