// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/regularity.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "zwang/base/disjoint_sets.hpp"
#include "zwang/base/index.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/system/sparse_delassus.hpp"

namespace zwang {
namespace {

// Rows that hang together; beyond it they are factored as what they are, sparse.
constexpr std::size_t many = 200;

Vector full_row(const System& system, const Snapshot& snapshot, int constraint) {
  Vector row;
  system.write_row(snapshot, constraint, row);
  return row;
}

// Rows of the constraints as unit vectors of the kinetic metric. M may have directions without
// inertia: then the metric is that of the coordinates.
Matrix unit_rows(const System& system, const Snapshot& snapshot,
                 const std::vector<int>& constraints) {
  const int n = system.velocities();
  Matrix rows(static_cast<Eigen::Index>(constraints.size()), n);
  const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
  const bool metric = mass.info() == Eigen::Success;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    Vector row = full_row(system, snapshot, constraints[i]);
    if (metric) row = mass.matrixL().solve(row);
    const double length = row.norm();
    rows.row(static_cast<Eigen::Index>(i)) =
        (length > 0.0 ? Vector(row / length) : Vector(Vector::Zero(n))).transpose();
  }
  return rows;
}

// Whether every singular value of the rows is above `least`, by one Cholesky factorisation.
bool independent_together(const System& system, const Snapshot& snapshot,
                          const std::vector<int>& constraints, double least) {
  const auto k = static_cast<Eigen::Index>(constraints.size());
  if (k > system.velocities()) return false;
  const MassMatrix& mass = snapshot.mass;
  if (constraints.size() > many) {
    SparseDelassus rows(system, constraints, mass);
    return rows.factor(snapshot) && rows.is_above(least);
  }
  if (mass.blocks() != mass.size()) {
    MassMatrix factored = mass;
    if (!factored.factor()) return false;
    Matrix a(system.velocities(), k), b(system.velocities(), k);
    for (Eigen::Index i = 0; i < k; ++i) {
      a.col(i) = full_row(system, snapshot, constraints[static_cast<std::size_t>(i)]);
      b.col(i) = a.col(i);
      factored.solve(b.col(i).data());
    }
    Matrix gram = a.transpose() * b;
    const Vector lengths = gram.diagonal().cwiseSqrt();
    if (!(lengths.minCoeff() > 0.0)) return false;
    gram = lengths.cwiseInverse().asDiagonal() * gram * lengths.cwiseInverse().asDiagonal();
    gram.diagonal().array() -= least * least;
    return Eigen::LLT<Matrix>(gram).info() == Eigen::Success;
  }
  // Points: rows share few columns.
  Matrix gram = Matrix::Identity(k, k);
  Vector lengths(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const int ci = constraints[static_cast<std::size_t>(i)];
    const auto columns_i = system.columns(ci);
    const auto& row_i = snapshot.rows[index(ci)].a;
    for (Eigen::Index j = 0; j <= i; ++j) {
      const int cj = constraints[static_cast<std::size_t>(j)];
      const auto columns_j = system.columns(cj);
      const auto& row_j = snapshot.rows[index(cj)].a;
      gram(i, j) = 0.0;
      const bool apart = columns_i.empty() || columns_j.empty() ||
                         columns_i.back() < columns_j.front() ||
                         columns_j.back() < columns_i.front();
      if (apart) continue;
      double sum = 0.0;
      for (std::size_t p = 0, q = 0; p < columns_i.size() && q < columns_j.size();) {
        if (columns_i[p] == columns_j[q]) {
          sum += row_i[p] * row_j[q] / mass.block(columns_i[p])[0];
          ++p;
          ++q;
        } else if (columns_i[p] < columns_j[q]) {
          ++p;
        } else {
          ++q;
        }
      }
      gram(i, j) = sum;
    }
    lengths[i] = std::sqrt(gram(i, i));
    if (!(lengths[i] > 0.0) || !std::isfinite(lengths[i])) return false;
    for (Eigen::Index j = 0; j <= i; ++j) gram(i, j) /= lengths[i] * lengths[j];
  }
  gram.diagonal().array() -= least * least;
  return Eigen::LLT<Matrix>(gram).info() == Eigen::Success;
}

// The same for many rows: those that share no block of the mass are looked at apart.
bool independent(const System& system, const Snapshot& snapshot,
                 const std::vector<int>& constraints, double least) {
  constexpr std::size_t few = 32;  // below it nothing is gained
  if (constraints.size() < few) return independent_together(system, snapshot, constraints, least);
  const MassMatrix& mass = snapshot.mass;
  std::vector<int> block_of(index(mass.size()));
  for (int b = 0; b < mass.blocks(); ++b)
    for (int j = mass.first(b); j < mass.first(b + 1); ++j) block_of[index(j)] = b;
  DisjointSets partition(mass.blocks());
  for (const int i : constraints) {
    const auto columns = system.columns(i);
    if (columns.empty()) return false;
    for (const int j : columns) partition.join(block_of[index(columns[0])], block_of[index(j)]);
  }
  std::map<int, std::vector<int>> parts;
  for (const int i : constraints)
    parts[partition.lowest(block_of[index(system.columns(i)[0])])].push_back(i);
  return std::ranges::all_of(parts, [&](const auto& part) {
    return independent_together(system, snapshot, part.second, least);
  });
}

// What a step of this size along the velocities, one after the other, makes of a row that is not
// linear in them.
double change_by_velocities(const System& system, const Snapshot& snapshot, int constraint,
                            double size) {
  double squares = 0.0;
  Snapshot moved = snapshot;
  for (const int j : system.columns(constraint)) {
    State state = snapshot.state;
    state.u[j] += size;
    system.evaluate(state, state.t, moved);
    system.row(constraint, moved);
    for (std::size_t k = 0; k < moved.rows[index(constraint)].a.size(); ++k) {
      const double change =
          moved.rows[index(constraint)].a[k] - snapshot.rows[index(constraint)].a[k];
      squares += change * change;
    }
  }
  return std::sqrt(squares);
}

// How near a row is to vanishing: its length against what a step of the size of its coordinates
// would make of it. Its direction, and b2 against it, are known to rounding over this. 1 for a row
// that is not short.
double nearness_to_zero(const System& system, const Snapshot& snapshot, int constraint) {
  constexpr double looks_short = 1e-2;  // only saves time: longer rows are not looked at
  double squares = 0.0;
  for (const double a : snapshot.rows[index(constraint)].a) squares += a * a;
  if (squares >= looks_short * looks_short) return 1.0;
  if (squares == 0.0) return 0.0;
  const bool nonlinear = system.constraint(constraint).nonlinear;
  if (system.constraint(constraint).of_velocities && !nonlinear) return 1.0;
  double size = 1.0;
  for (const int j : system.columns(constraint))
    size = std::max(size, std::abs((nonlinear ? snapshot.state.u : snapshot.state.q)[j]));
  const double turn = nonlinear ? change_by_velocities(system, snapshot, constraint, size)
                                : size * hessian(system, snapshot, constraint).norm();
  return std::sqrt(squares) >= turn ? 1.0 : std::sqrt(squares) / turn;
}

// (a): is there a d with A_E d = 0 and A_K d < 0? If not, the weights of Farkas say why.
bool can_leave_all(const System& system, const std::vector<int>& constraints, const Matrix& unit,
                   std::vector<double>& weights) {
  minimum::Problem problem;
  problem.point(1.0, system.velocities());
  const Vector zero = Vector::Zero(system.velocities());
  problem.free(zero);
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const Vector row = unit.row(static_cast<Eigen::Index>(i)).transpose();
    if (system.constraint(constraints[i]).equation)
      problem.zero(row, 0.0);
    else
      problem.at_most_zero(row, 1.0);
  }
  const auto solution = minimum::solve(problem);
  weights.assign(constraints.size(), 0.0);
  if (solution.outcome == minimum::Outcome::contradictory)
    for (std::size_t i = 0; i < constraints.size(); ++i)
      weights[i] = solution.proof[static_cast<Eigen::Index>(i)];
  // A leave that has to be taken at an enormous rate is none.
  return solution.usable() && solution.x.norm() < 1e6;
}

// (b): move along directions that the rows allow, return to the constraints, and look at the rank.
// Rows that are not linear in the velocities change with them: then velocities are moved as well.
class RankAround {
 public:
  RankAround(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints)
      : system_(system), constraints_(constraints), start_(snapshot), moved_(snapshot) {}

  bool constant(const RegularityOptions& options) {
    const bool nonlinear =
        std::ranges::any_of(constraints_, [&](int i) { return system_.constraint(i).nonlinear; });
    return constant(options, false) && (!nonlinear || constant(options, true));
  }

 private:
  static constexpr double step = 1e-4;

  bool constant(const RegularityOptions& options, bool velocities) {
    velocities_ = velocities;
    size_ = (velocities ? start_.state.u : start_.state.q).cwiseAbs().maxCoeff();
    if (!(size_ > 0.0)) size_ = 1.0;
    const Matrix unit = unit_rows(system_, start_, constraints_);
    const Svd axes = svd(unit, Directions::right);
    Eigen::Index rank = 0;
    while (rank < axes.values.size() && axes.values[rank] >= options.dependent) ++rank;
    const Eigen::LLT<Matrix> mass(start_.mass.dense());
    if (mass.info() != Eigen::Success) return false;
    const auto n = unit.cols();
    if (rank == n) return true;  // as many independent rows as unknowns stay as many
    std::mt19937_64 random(1899);
    for (int trial = 0; trial < 4; ++trial) {
      Vector mix(n - rank);
      for (Eigen::Index i = 0; i < mix.size(); ++i)
        mix[i] = static_cast<double>(random() >> 11) * 0x1p-53 - 0.5;
      Vector direction = axes.v.rightCols(n - rank) * mix;
      direction = mass.matrixL().transpose().solve(direction);
      direction *= step * size_ / direction.cwiseAbs().maxCoeff();
      if (!same_rank_at(direction, rank)) return false;
    }
    return true;
  }

  double gap(int c) const {
    const Row &here = moved_.rows[index(c)], &before = start_.rows[index(c)];
    return velocities_ ? here.rate - before.rate : here.f - before.f;
  }

  void go(const Vector& displacement) {  // in velocity parameters
    State state = moved_.state;
    if (velocities_) {
      state.u += displacement;
    } else {
      State along = state;
      along.u = displacement;
      const Vector there = system_.rates(along);
      along.u.setZero();
      state.q += there - system_.rates(along);
      // rows that follow from others do so for unit quaternions
      system_.restore_lengths(state.q);
    }
    system_.evaluate(state, state.t, moved_);
    for (const int i : constraints_) system_.row(i, moved_);
  }

  bool same_rank_at(const Vector& direction, Eigen::Index rank) {
    moved_ = start_;
    go(direction);
    Vector total = direction;
    for (int turn = 0; turn < 20; ++turn) {
      // one step of Newton's method with the first `rank` singular values
      Matrix rows(static_cast<Eigen::Index>(constraints_.size()), system_.velocities());
      Vector gaps(rows.rows());
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        const int c = constraints_[static_cast<std::size_t>(i)];
        const Vector row = full_row(system_, moved_, c);
        const double length = std::max(row.norm(), 1e-300);
        rows.row(i) = row.transpose() / length;
        gaps[i] = gap(c) / length;
      }
      if (!rows.allFinite() || !gaps.allFinite()) return false;
      const Svd axes = svd(rows, Directions::thin);
      Vector part = axes.u.transpose() * gaps;
      for (Eigen::Index i = 0; i < part.size(); ++i)
        part[i] = i < rank ? part[i] / axes.values[i] : 0.0;
      const Vector back = -(axes.v * part);
      go(back);
      total += back;
      if (back.cwiseAbs().maxCoeff() <= 1e-15 * size_) break;
    }
    // what the rows allowed was really possible, and nothing new binds there
    double widest = 0.0;
    for (const int c : constraints_) {
      const double length = std::max(full_row(system_, moved_, c).norm(), 1e-300);
      widest = std::max(widest, std::abs(gap(c)) / length);
    }
    if (!((total - direction).cwiseAbs().maxCoeff() <= 0.05 * step * size_)) return false;
    if (!(widest <= 1e-6 * step * size_)) return false;
    const Vector values = svd(unit_rows(system_, moved_, constraints_)).values;
    return rank == values.size() || values[rank] <= 1e-3 * step;
  }

  const System& system_;
  const std::vector<int>& constraints_;
  const Snapshot& start_;
  Snapshot moved_;
  bool velocities_ = false;  // which are moved
  double size_ = 1.0;
};

}  // namespace

std::string_view name(PositionClass kind) {
  switch (kind) {
    case PositionClass::regular: return "regular";
    case PositionClass::weakly_regular: return "weakly regular";
    case PositionClass::singular: break;
  }
  return "singular";
}

Regularity regularity(const System& system, const Snapshot& snapshot,
                      const std::vector<int>& constraints, const RegularityOptions& options) {
  Regularity result;
  result.rows = static_cast<int>(constraints.size());
  result.rank = result.rows;
  if (constraints.empty()) return result;
  for (const int i : constraints) {
    const double near = nearness_to_zero(system, snapshot, i);
    if (near >= options.dependent) continue;
    result.vanishing.push_back(i);
    result.zero = std::max(result.zero, near);
  }
  if (result.vanishing.empty() && independent(system, snapshot, constraints, options.near)) {
    result.least = options.near;
    return result;
  }
  // the singular values of many rows are not computed if a bound will do
  if (result.vanishing.empty() && constraints.size() > many &&
      independent(system, snapshot, constraints, options.dependent)) {
    result.least = options.dependent;
    result.nearly_singular = true;
    return result;
  }
  Matrix unit = unit_rows(system, snapshot, constraints);
  for (std::size_t i = 0; i < constraints.size(); ++i)
    if (std::ranges::find(result.vanishing, constraints[i]) != result.vanishing.end())
      unit.row(static_cast<Eigen::Index>(i)).setZero();
  const Svd axes = svd(unit, Directions::left);
  const Vector& values = axes.values;
  result.rank = 0;
  while (result.rank < values.size() && values[result.rank] >= options.dependent) ++result.rank;
  result.least = result.rank > 0 ? values[result.rank - 1] : 0.0;
  if (result.rank < values.size()) result.zero = std::max(result.zero, values[result.rank]);
  result.nearly_singular = result.least < options.near;
  if (result.rank == result.rows) return result;

  // who depends: rows with a part in a vanishing combination
  const Matrix vanishing = axes.u.rightCols(result.rows - result.rank);
  for (std::size_t i = 0; i < constraints.size(); ++i)
    if (vanishing.row(static_cast<Eigen::Index>(i)).norm() > 1e-6)
      result.dependent.push_back(constraints[i]);

  std::vector<int> equations;
  for (const int i : constraints)
    if (system.constraint(i).equation) equations.push_back(i);
  std::vector<double> weights;
  bool trustworthy = false;
  if (result.vanishing.empty()) {
    const bool equations_regular = equations.empty() ||
                                   independent(system, snapshot, equations, options.dependent) ||
                                   RankAround(system, snapshot, equations).constant(options);
    trustworthy = equations_regular && equations.size() < constraints.size() &&
                  can_leave_all(system, constraints, unit, weights);
    if (!trustworthy) trustworthy = RankAround(system, snapshot, constraints).constant(options);
  }
  if (trustworthy) {
    result.kind = PositionClass::weakly_regular;
    return result;
  }
  result.kind = PositionClass::singular;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != 0.0) {
      if (result.weights.empty()) result.dependent.clear();
      result.dependent.push_back(constraints[i]);
      // in units of the constraints themselves
      const double length = [&] {
        Vector row = full_row(system, snapshot, constraints[i]);
        const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
        if (mass.info() == Eigen::Success) row = mass.matrixL().solve(row);
        return row.norm();
      }();
      result.weights.push_back(weights[i] / length);
    }
  // rows that only look dependent, or vanish but for their last digits, have no forms
  const bool exact =
      result.zero <= 1e-12 && std::ranges::all_of(result.vanishing, [&](int i) {
        return std::ranges::all_of(snapshot.rows[index(i)].a, [](double a) { return a == 0.0; });
      });
  if (exact) result.vertex = vertex_of(system, snapshot, constraints, result.vanishing);
  return result;
}

std::optional<Following> following(const System& system, const Snapshot& snapshot,
                                   const std::vector<int>& dependent,
                                   const RegularityOptions& options) {
  const Matrix unit = unit_rows(system, snapshot, dependent);
  for (std::size_t last = dependent.size(); last-- > 0;) {
    const Constraint& asked = system.constraint(dependent[last]);
    if (asked.options.redundant) continue;
    // what is left of the row is nearest to it among all x with A x ≤ 0 of the others (Moreau)
    minimum::Problem problem;
    problem.point(1.0, system.velocities());
    problem.free(unit.row(static_cast<Eigen::Index>(last)).transpose());
    std::vector<int> others;
    for (std::size_t i = 0; i < dependent.size(); ++i) {
      const bool equation = system.constraint(dependent[i]).equation;
      if (i == last || (asked.equation && !equation)) continue;
      const Vector row = unit.row(static_cast<Eigen::Index>(i)).transpose();
      if (equation)
        problem.zero(row, 0.0);
      else
        problem.at_most_zero(row, 0.0);
      others.push_back(dependent[i]);
    }
    const minimum::Solution solution = minimum::solve(problem);
    if (!solution.usable() || !(solution.x.norm() <= options.dependent)) continue;
    Following found{dependent[last], {}};
    for (std::size_t i = 0; i < others.size(); ++i)
      if (std::abs(solution.multipliers[static_cast<Eigen::Index>(i)]) > options.dependent)
        found.from.push_back(others[i]);
    std::vector<int> together = found.from;
    together.push_back(found.constraint);
    if (RankAround(system, snapshot, together).constant(options)) return found;
  }
  return std::nullopt;
}

}  // namespace zwang
