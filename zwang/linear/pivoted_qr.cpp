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
