// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/linear/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace zwang {

SymmetricEigen symmetric_eigen(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector symmetric_eigenvalues(const Matrix& matrix) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace zwang
