// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/kinetic_frame.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {
namespace {

// As for regular positions: unit rows with a smaller singular value count as dependent.
constexpr double dependent = RegularityOptions{}.dependent;

// y = Lᵀx, L⁻¹x and L⁻ᵀx block by block, M = LLᵀ.
class Root {
 public:
  explicit Root(const MassMatrix& mass) {
    for (int b = 0; b < mass.blocks(); ++b) {
      const int size = mass.first(b + 1) - mass.first(b);
      first_.push_back(mass.first(b));
      blocks_.emplace_back(Eigen::Map<const Matrix>(mass.block(b), size, size));
    }
  }

  template <class Change>
  Matrix changed(Matrix x, Change&& change) const {
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      auto part = x.middleRows(first_[b], blocks_[b].rows());
      part = change(blocks_[b], Matrix(part));
    }
    return x;
  }
  Matrix lower_solved(const Matrix& x) const {
    return changed(x, [](const auto& l, const Matrix& p) { return Matrix(l.matrixL().solve(p)); });
  }
  Matrix upper_solved(const Matrix& x) const {
    return changed(x, [](const auto& l, const Matrix& p) { return Matrix(l.matrixU().solve(p)); });
  }
  Matrix lower_times(const Matrix& x) const {
    return changed(x, [](const auto& l, const Matrix& p) { return Matrix(l.matrixL() * p); });
  }

 private:
  std::vector<int> first_;
  std::vector<Eigen::LLT<Matrix>> blocks_;
};

// Columns: the rows of the constraints.
Matrix columns_of(const System& system, const Snapshot& snapshot, const std::vector<int>& which) {
  Matrix columns(system.velocities(), static_cast<Eigen::Index>(which.size()));
  Vector row;
  for (std::size_t i = 0; i < which.size(); ++i) {
    system.write_row(snapshot, which[i], row);
    columns.col(static_cast<Eigen::Index>(i)) = row;
  }
  return columns;
}

Vector offsets_of(const Snapshot& snapshot, const std::vector<int>& which) {
  Vector b2(static_cast<Eigen::Index>(which.size()));
  for (std::size_t i = 0; i < which.size(); ++i)
    b2[static_cast<Eigen::Index>(i)] = snapshot.rows[index(which[i])].b2;
  return b2;
}

Matrix with_unit_columns(const Matrix& columns, const Vector& lengths) {
  return columns * lengths.unaryExpr([](double x) { return x > 0.0 ? 1.0 / x : 0.0; }).asDiagonal();
}

}  // namespace

Vector KineticFrame::accelerations(const Vector& w) const {
  Vector sum = origin + back * w;
  const Vector sizes = origin.cwiseAbs() + back.cwiseAbs() * w.cwiseAbs();
  for (Eigen::Index i = 0; i < sum.size(); ++i)
    if (std::abs(sum[i]) <= 1e-14 * sizes[i]) sum[i] = 0.0;
  return sum;
}

KineticFrame kinetic_frame(const System& system, const Instant& instant, const Nearness& nearness) {
  KineticFrame frame;
  for (int i = 0; i < system.constraints(); ++i) {
    const ConstraintStatus status = instant.constraints[index(i)].status;
    if (status == ConstraintStatus::held) frame.equations.push_back(i);
    if (status == ConstraintStatus::active || status == ConstraintStatus::closed ||
        status == ConstraintStatus::released)
      frame.candidates.push_back(i);
  }
  const Snapshot snapshot = system.at(instant.state);
  const Root root(snapshot.mass);
  const auto n = static_cast<Eigen::Index>(system.velocities());

  // the equations: the nearest point to the free one that satisfies them, and their directions
  const Matrix equations = columns_of(system, snapshot, frame.equations);
  Vector way = Vector::Zero(n);
  Matrix held(n, 0);
  if (equations.cols() > 0) {
    const Matrix turned = root.lower_solved(equations);
    const Vector free =
        equations.transpose() * instant.free + offsets_of(snapshot, frame.equations);
    way = shortest_solution(turned.transpose(), -free);
    const PivotedQr qr =
        pivoted_qr(with_unit_columns(turned, turned.colwise().norm().transpose()), dependent);
    held = qr.q.leftCols(qr.rank);
  }
  frame.origin = instant.free + Vector(root.upper_solved(way));
  frame.zwang = way.squaredNorm();

  // the candidates, in orthonormal directions that the equations leave free
  const Matrix candidates = columns_of(system, snapshot, frame.candidates);
  const Vector b2 = offsets_of(snapshot, frame.candidates);
  frame.second = candidates.transpose() * frame.origin + b2;
  frame.terms =
      candidates.cwiseAbs().transpose() * (frame.origin.cwiseAbs() + instant.free.cwiseAbs()) +
      b2.cwiseAbs();
  for (Eigen::Index i = 0; i < frame.terms.size(); ++i) {
    const int constraint = frame.candidates[static_cast<std::size_t>(i)];
    frame.terms[i] += 1e6 * zero_of(system, snapshot, constraint, nearness).second;
    if (std::abs(frame.second[i]) <= zero_beside_terms * frame.terms[i]) frame.second[i] = 0.0;
  }
  Matrix turned = root.lower_solved(candidates);
  frame.lengths = turned.colwise().norm().transpose();
  turned -= held * (held.transpose() * turned);
  Matrix directions(n, 0);
  if (turned.cols() > 0) {
    // row by row, so that directions of masses that have nothing to do with each other stay apart
    const PivotedQr qr = pivoted_qr(with_unit_columns(turned, frame.lengths), dependent);
    directions = qr.q.leftCols(qr.rank);
  }
  frame.rows = turned.transpose() * directions;
  for (Eigen::Index i = 0; i < frame.rows.rows(); ++i)
    if (frame.rows.row(i).norm() <= dependent * frame.lengths[i]) frame.rows.row(i).setZero();
  frame.back = root.upper_solved(directions);
  frame.forward = root.lower_times(directions).transpose();
  return frame;
}

}  // namespace zwang
