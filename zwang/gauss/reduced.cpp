// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/reduced.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {
namespace {

Matrix rows_of(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints,
               Vector& b2) {
  Matrix rows = Matrix::Zero(static_cast<Eigen::Index>(constraints.size()), system.velocities());
  b2.resize(rows.rows());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const int c = constraints[static_cast<std::size_t>(i)];
    const Row& row = snapshot.rows[static_cast<std::size_t>(c)];
    const auto columns = system.columns(c);
    for (std::size_t k = 0; k < columns.size(); ++k) rows(i, columns[k]) = row.a[k];
    b2[i] = row.b2;
  }
  return rows;
}

}  // namespace

Reduced reduced(const System& system, const Snapshot& snapshot,
                const std::vector<int>& constraints) {
  Vector b2;
  const Matrix rows = rows_of(system, snapshot, constraints, b2);
  const auto n = rows.cols();
  const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
  // rows in the metric: A L⁻ᵀ; its kernel, turned back
  const Matrix turned = mass.matrixL().solve(rows.transpose());
  const PivotedQr qr = pivoted_qr(turned);
  const Matrix kernel = qr.q.rightCols(n - qr.rank);
  return reduced(system, snapshot, constraints, mass.matrixL().transpose().solve(kernel));
}

Reduced reduced(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints,
                const Matrix& basis) {
  Vector b2;
  const Matrix rows = rows_of(system, snapshot, constraints, b2);
  const Matrix mass = snapshot.mass.dense();
  Reduced result;
  result.basis = basis;
  result.particular =
      rows.rows() > 0 ? shortest_solution(rows, -b2) : Vector(Vector::Zero(system.velocities()));
  result.mass = basis.transpose() * mass * basis;
  result.force = basis.transpose() * (snapshot.net_force - mass * result.particular);
  result.accelerations = result.mass.llt().solve(result.force);
  return result;
}

Conjugate conjugate(const Matrix& mass, const Matrix& rows, const Matrix& basis) {
  Conjugate result;
  result.first = basis.transpose() * mass;
  result.second = rows;
  Matrix all(result.first.rows() + rows.rows(), mass.cols());
  all << result.first, rows;
  const Matrix inverse = all.inverse();
  result.energy = inverse.transpose() * mass * inverse;
  return result;
}

}  // namespace zwang
