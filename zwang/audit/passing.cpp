// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/passing.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// A row this much shorter than beside the position vanishes there; rows whose combination is
// shorter depend on each other.
constexpr double vanishing = 1e-8;

double third(const System& system, const Snapshot& at, int constraint, const Vector& x) {
  using Course = Taylor<double, 3>;
  const Constraint& asked = system.constraint(constraint);
  std::vector<Course> course;
  for (const int place : asked.places) {
    const auto& motion = at.motion[index(place)];
    course.emplace_back(motion[0], motion[1]);
    if (place != Model::time_place) course.back()[2] = 0.5 * x[Model::coordinate_at(place)];
  }
  return asked.function.along(course).derivative(3);
}

}  // namespace

std::optional<Vector> passing_accelerations_of(const System& system, const Snapshot& at,
                                               const std::vector<int>& held) {
  const Eigen::Index n = system.velocities();
  const auto k = static_cast<Eigen::Index>(held.size());
  if (!system.rates_are_parameters() || k == 0) return std::nullopt;
  // a little later
  State beside = at.state;
  const double speed = at.state.u.lpNorm<Eigen::Infinity>();
  if (!(speed > 0.0)) return std::nullopt;
  beside.q += at.state.u * (1e-3 * std::max(1.0, at.state.q.lpNorm<Eigen::Infinity>()) / speed);
  const Snapshot later = system.at(beside);
  Matrix rows(k, n);
  Vector offsets(k), row;
  for (Eigen::Index i = 0; i < k; ++i) {
    const int c = held[index(static_cast<int>(i))];
    if (system.constraint(c).of_velocities && system.constraint(c).nonlinear) return std::nullopt;
    system.write_row(later, c, row);
    const double length = row.norm();
    system.write_row(at, c, row);
    const bool vanishes = row.norm() <= vanishing * length;
    const double size = vanishes ? length : row.norm();
    rows.row(i) = vanishes ? Vector::Zero(n) : Vector(row / size);
    offsets[i] = vanishes ? 0.0 : at.rows[index(c)].b2 / size;
    if (!(size > 0.0)) return std::nullopt;
  }
  const Eigen::JacobiSVD<Matrix> axes(rows, Eigen::ComputeFullU);
  Eigen::Index rank = 0;
  while (rank < axes.singularValues().size() && axes.singularValues()[rank] > vanishing) ++rank;
  const Matrix combinations = axes.matrixU().rightCols(k - rank);
  Matrix thirds = Matrix::Zero(k - rank, n);
  Vector rests = Vector::Zero(k - rank);
  for (Eigen::Index i = 0; i < k; ++i) {
    const Vector weights = combinations.row(i);
    if (weights.size() == 0 || weights.norm() <= vanishing) continue;
    const int c = held[index(static_cast<int>(i))];
    if (system.constraint(c).of_velocities) return std::nullopt;
    system.write_row(at, c, row);
    system.write_row(later, c, row);
    const double beside_length = row.norm();
    system.write_row(at, c, row);
    const double size = row.norm() <= vanishing * beside_length ? beside_length : row.norm();
    const double rest = third(system, at, c, Vector::Zero(n));
    rests += weights * (rest / size);
    for (const int j : system.columns(c))
      thirds.col(j) += weights * ((third(system, at, c, Vector::Unit(n, j)) - rest) / size);
  }
  const Eigen::Index all = n + k + thirds.rows();
  Matrix bordered = Matrix::Zero(all, all);
  Vector right(all);
  bordered.topLeftCorner(n, n) = at.mass.dense();
  bordered.block(n, 0, k, n) = rows;
  bordered.block(0, n, n, k) = rows.transpose();
  bordered.bottomLeftCorner(thirds.rows(), n) = thirds;
  bordered.topRightCorner(n, thirds.rows()) = thirds.transpose();
  right << at.net_force, -offsets, -rests;
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(vanishing);
  const Vector found = solver.compute(bordered).solve(right);
  if (!found.allFinite() || !((bordered * found - right).norm() <= 1e-8 * (1.0 + right.norm())))
    return std::nullopt;
  return found.head(n);
}

}  // namespace zwang
