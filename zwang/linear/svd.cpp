// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/linear/svd.hpp"

#include <Eigen/SVD>

namespace zwang {
namespace {

unsigned asked(Directions directions) {
  switch (directions) {
    case Directions::none: return 0;
    case Directions::left: return Eigen::ComputeFullU;
    case Directions::right: return Eigen::ComputeFullV;
    case Directions::thin: return Eigen::ComputeThinU | Eigen::ComputeThinV;
  }
  return 0;
}

template <class Method>
Svd found(const Matrix& matrix, Directions directions) {
  const Method method(matrix, asked(directions));
  Svd all{method.singularValues(), {}, {}};
  if (method.computeU()) all.u = method.matrixU();
  if (method.computeV()) all.v = method.matrixV();
  return all;
}

}  // namespace

Svd svd(const Matrix& matrix, Directions directions) {
  return found<Eigen::JacobiSVD<Matrix>>(matrix, directions);
}

Svd svd_of_large(const Matrix& matrix, Directions directions) {
  return found<Eigen::BDCSVD<Matrix>>(matrix, directions);
}

// Those of x + iy are those of (x, -y; y, x), each of which comes twice.
Vector singular_values(const Eigen::MatrixXcd& matrix) {
  const Eigen::Index m = matrix.rows(), n = matrix.cols();
  Matrix real(2 * m, 2 * n);
  real << matrix.real(), -matrix.imag(), matrix.imag(), matrix.real();
  const Vector twice = svd_of_large(real).values;
  Vector values(twice.size() / 2);
  for (Eigen::Index i = 0; i < values.size(); ++i) values[i] = twice[2 * i];
  return values;
}

}  // namespace zwang
