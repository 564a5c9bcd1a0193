// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/passage.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/gauss/leading_forms.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/gauss/vertex.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

// Of what is found exactly only rounding is left.
constexpr double exact = 1e-13;

class Finding {
 public:
  Finding(const System& system, const std::vector<int>& bound) : system_(system), bound_(bound) {}

  // Which rows vanish or depend on each other at a place, but for `zero`.
  bool see(const State& state, double zero) {
    const Snapshot here = system_.at(state);
    const Eigen::LLT<Matrix> mass(here.mass.dense());
    if (mass.info() != Eigen::Success) return false;
    const auto k = static_cast<Eigen::Index>(bound_.size());
    const double length = std::max(1.0, state.q.cwiseAbs().maxCoeff());
    Matrix unit(k, system_.velocities());
    sizes_.resize(k);
    vanishing_.clear();
    Vector row;
    for (Eigen::Index i = 0; i < k; ++i) {
      const int c = bound_[static_cast<std::size_t>(i)];
      system_.write_row(here, c, row);
      sizes_[i] = row.norm();
      const bool holonomic = !system_.constraint(c).of_velocities;
      const double turn =
          holonomic && sizes_[i] < 1e-2 ? length * hessian(system_, here, c).norm() : 0.0;
      const bool vanishes = sizes_[i] < zero * turn;
      if (vanishes) {
        vanishing_.push_back(c);
        sizes_[i] = turn;
      }
      row = mass.matrixL().solve(row);
      unit.row(i) =
          (vanishes ? Vector(Vector::Zero(row.size())) : Vector(row.normalized())).transpose();
    }
    if (!unit.allFinite()) return false;
    const Svd axes = svd(unit, Directions::left);
    Eigen::Index rank = 0;
    while (rank < axes.values.size() && axes.values[rank] >= zero) ++rank;
    weights_ = axes.u.rightCols(k - rank);
    // in units of the rows as they are
    for (Eigen::Index i = 0; i < k; ++i) {
      const bool vanishes =
          std::ranges::find(vanishing_, bound_[static_cast<std::size_t>(i)]) != vanishing_.end();
      if (vanishes) continue;
      system_.write_row(here, bound_[static_cast<std::size_t>(i)], row);
      const double in_metric = mass.matrixL().solve(row).norm();
      weights_.row(i) *= sizes_[i] / in_metric;
    }
    dependent_.clear();
    for (Eigen::Index i = 0; i < k; ++i)
      if (weights_.cols() > 0 && weights_.row(i).norm() > 1e-6 * weights_.norm())
        dependent_.push_back(bound_[static_cast<std::size_t>(i)]);
    return weights_.cols() > 0;
  }

  // The same, as nearly dependent as they are beside a singular position.
  bool see_from(const State& state, double zero) {
    for (; zero < 0.2; zero *= 10.0)
      if (see(state, zero)) return true;
    return false;
  }

  const std::vector<int>& vanishing() const { return vanishing_; }
  const std::vector<int>& dependent() const { return dependent_; }

  // Whether the dependent rows are known to the third derivative, and do not move by themselves.
  bool understood() const {
    return system_.rates_are_parameters() && std::ranges::all_of(dependent_, [&](int i) {
             const Constraint& one = system_.constraint(i);
             return !one.of_velocities &&
                    std::ranges::find(one.places, Model::time_place) == one.places.end();
           });
  }

  // The nearest place where f = 0 and Σ w f_q = 0: Newton's steps of least norm in (q, w).
  bool find_place(State& state) {
    const Eigen::Index n = system_.coordinates(), r = weights_.cols();
    const auto k = static_cast<Eigen::Index>(bound_.size());
    const Matrix first = weights_;
    double before = always;
    for (int turn = 0; turn < 20; ++turn) {
      const Snapshot here = system_.at(state);
      Matrix slope = Matrix::Zero(k + r * n + r * r, n + r * k);
      Vector left = Vector::Zero(slope.rows());
      for (Eigen::Index i = 0; i < k; ++i) {
        const int c = bound_[static_cast<std::size_t>(i)];
        if (system_.constraint(c).of_velocities) continue;
        Vector row;
        system_.write_row(here, c, row);
        row /= sizes_[i];
        left[i] = here.rows[index(c)].f / sizes_[i];
        slope.row(i).head(n) = row;
        const bool depends = std::ranges::find(dependent_, c) != dependent_.end();
        if (!depends) continue;
        const Matrix bend = hessian(system_, here, c) / sizes_[i];
        for (Eigen::Index j = 0; j < r; ++j) {
          left.segment(k + j * n, n) += weights_(i, j) * row;
          slope.block(k + j * n, 0, n, n) += weights_(i, j) * bend;
          slope.block(k + j * n, n + j * k + i, n, 1) = row;
        }
      }
      for (Eigen::Index a = 0; a < r; ++a)
        for (Eigen::Index b = 0; b < r; ++b) {
          const Eigen::Index at = k + r * n + a * r + b;
          left[at] = first.col(a).dot(weights_.col(b) - first.col(b));
          slope.row(at).segment(n + b * k, k) = first.col(a).transpose();
        }
      if (!slope.allFinite() || !left.allFinite()) return false;
      const Vector change = slope.completeOrthogonalDecomposition().solve(left);
      state.q -= change.head(n);
      for (Eigen::Index j = 0; j < r; ++j) weights_.col(j) -= change.segment(n + j * k, k);
      const double size = change.norm();
      if (size <= 1e-16 * std::max(1.0, state.q.norm()) || (size < exact && size >= 0.5 * before))
        return true;
      before = size;
    }
    return before < exact;
  }

  // The nearest velocity with A v + b1 = 0 and Σ w f'' = 0.
  bool find_velocity(State& state) const {
    const Eigen::Index r = weights_.cols();
    const auto k = static_cast<Eigen::Index>(bound_.size());
    double before = always;
    for (int turn = 0; turn < 12; ++turn) {
      const Snapshot here = system_.at(state);
      Matrix rows(k + r, system_.velocities());
      Vector left(k + r), row;
      rows.bottomRows(r).setZero();
      left.tail(r).setZero();
      for (Eigen::Index i = 0; i < k; ++i) {
        const int c = bound_[static_cast<std::size_t>(i)];
        system_.write_row(here, c, row);
        const bool vanishes = std::ranges::find(vanishing_, c) != vanishing_.end();
        rows.row(i) =
            (vanishes ? Vector(Vector::Zero(row.size())) : Vector(row / sizes_[i])).transpose();
        left[i] = vanishes ? 0.0 : here.rows[index(c)].rate / sizes_[i];
        if (std::ranges::find(dependent_, c) == dependent_.end()) continue;
        const Vector bent = hessian(system_, here, c) * state.u / sizes_[i];
        for (Eigen::Index j = 0; j < r; ++j) {
          rows.row(k + j) += 2.0 * weights_(i, j) * bent.transpose();
          left[k + j] += weights_(i, j) * bent.dot(state.u);
        }
      }
      if (!rows.allFinite() || !left.allFinite()) return false;
      Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
      solver.setThreshold(1e-9);
      const Vector change = solver.compute(rows).solve(left);
      state.u -= change;
      const double size = change.norm();
      if (size <= 1e-16 * state.u.norm() || (size < exact * state.u.norm() && size >= 0.5 * before))
        return true;
      before = size;
    }
    return false;
  }

 private:
  const System& system_;
  const std::vector<int>& bound_;
  Vector sizes_;
  Matrix weights_;  // a combination in each column, of rows divided by their sizes
  std::vector<int> vanishing_, dependent_;
};

// On the course, or a little beyond its end.
State on(const System& system, const DenseStep& course, double t) {
  const int n = system.coordinates(), m = system.velocities();
  const double theta = (t - course.t) / course.h;
  const double beyond = std::max(0.0, t - course.t - course.h);
  State state{Vector(n), Vector(m), t};
  for (int i = 0; i < n; ++i) state.q[i] = course.value(i, std::min(theta, 1.0));
  for (int i = 0; i < m; ++i) state.u[i] = course.value(n + i, std::min(theta, 1.0));
  if (beyond > 0.0) {
    Vector second(m);
    for (int i = 0; i < m; ++i) second[i] = (state.u[i] - course.value(n + i, 0.0)) / course.h;
    state.q += beyond * state.u + 0.5 * beyond * beyond * second;
    state.u += beyond * second;
  }
  return state;
}

// What Gauss's principle allows at an exact singular state. `why` if that is not one acceleration.
std::string decide(const System& system, const State& state, const Finding& finding,
                   const std::vector<int>& bound, Instant& instant) {
  instant.system = &system;
  instant.state = state;
  instant.outcome = InstantOutcome::singular;
  Snapshot snapshot = system.at(state);
  std::vector<int> binding;
  for (int i = 0; i < system.constraints(); ++i) {
    ConstraintAt at;
    at.status = first_status(system, snapshot, i, {});
    const bool held = std::ranges::find(bound, i) != bound.end();
    if (held)
      at.status = system.constraint(i).equation ? ConstraintStatus::held : ConstraintStatus::closed;
    else if (at.status != ConstraintStatus::open && at.status != ConstraintStatus::leaving &&
             at.status != ConstraintStatus::absent)
      return system.constraint(i).name + " is met in the same place";
    if (held) binding.push_back(i);
    if (!system.constraint(i).of_velocities) at.f = snapshot.rows[index(i)].f;
    at.rate = snapshot.rows[index(i)].rate;
    instant.constraints.push_back(at);
  }
  Regularity& regularity = instant.regularity;
  regularity.kind = PositionClass::singular;
  regularity.rows = static_cast<int>(binding.size());
  regularity.dependent = finding.dependent();
  regularity.vanishing = finding.vanishing();
  regularity.vertex = vertex_of(system, snapshot, binding, finding.vanishing());
  const Vertex& vertex = regularity.vertex;
  if (!vertex.found) return vertex.missing.empty() ? "no accelerations are known" : vertex.missing;
  if (std::ranges::any_of(vertex.leading.forms, [](const auto& form) { return form.degree != 1; }))
    return "part of it rests there";
  if (vertex.stationary.size() != 1) return "several accelerations are possible";
  return {};
}

}  // namespace

bool leads_to_dependence(const System& system, const State& state, const Vector& accelerations,
                         double ahead, const std::vector<int>& bound) {
  State there = state;
  there.q += ahead * state.u + 0.5 * ahead * ahead * accelerations;
  there.u += ahead * accelerations;
  there.t += ahead;
  Finding finding(system, bound);
  if (!finding.see_from(there, 1e-3) || !finding.understood()) return false;
  State place = there;
  constexpr double beside = 0.3;  // of the way
  return finding.find_place(place) && (place.q - there.q).norm() < beside * ahead * state.u.norm();
}

Passage passage(const System& system, const DenseStep& course, double t,
                const std::vector<int>& bound, double tolerance) {
  Passage result;
  const auto refuse = [&](std::string why) {
    result.why = std::move(why);
    return std::move(result);
  };
  State state = on(system, course, t);
  Finding finding(system, bound);
  if (!finding.see_from(state, std::clamp(std::sqrt(tolerance), 1e-9, 1e-3)))
    return refuse("the position is not found exactly");
  if (!finding.understood())
    return refuse("a constraint there depends on the time or on velocities");
  // when the motion is nearest to it; where there are many, it is the one nearest then
  for (int turn = 0; turn < 6; ++turn) {
    state = on(system, course, state.t);
    const State now = state;
    if (!finding.find_place(state)) return refuse("the position is not found exactly");
    const Snapshot there = system.at(state);
    const double square = there.mass.square(now.u);
    if (!(square > 0.0)) return refuse("the motion comes to rest there");
    state.t += there.mass.dot(now.u, state.q - now.q) / square;
  }
  const Vector place = state.q;
  state.u = on(system, course, state.t).u;
  const double theta = (state.t - course.t) / course.h;
  constexpr double furthest = 10.0;  // steps, which are short there
  if (!(theta > 0.0 && theta <= furthest)) return refuse("the position is not reached");
  const State arrived = on(system, course, state.t);
  const double size = std::clamp(place.cwiseAbs().maxCoeff(), 1e-3, 1.0);
  const double known = 100.0 * tolerance;
  if (!((arrived.q - place).cwiseAbs().maxCoeff() <= known * size))
    return refuse("the motion misses it narrowly");
  if (!finding.see(state, 1e-9) || !finding.find_velocity(state))
    return refuse("no velocity leads through it");
  const double speed = arrived.u.cwiseAbs().maxCoeff();
  result.time_error = ((arrived.q - place).norm() + 4e-16 * size) / state.u.norm();
  if (!((arrived.u - state.u).cwiseAbs().maxCoeff() <= 1e3 * known * std::max(speed, size)))
    return refuse("the velocity does not lead through it");
  result.dependent = finding.dependent();
  result.why = decide(system, state, finding, bound, result.instant);
  if (result.why.empty())
    result.accelerations = result.instant.regularity.vertex.stationary[0].accelerations;
  return result;
}

namespace {

// Whether rows are surely independent: cheap, as it is asked of every row that is looked at.
bool surely_independent(const System& system, const State& state, const std::vector<int>& bound) {
  const Snapshot here = system.at(state);
  Matrix unit(static_cast<Eigen::Index>(bound.size()), system.velocities());
  Vector row;
  for (std::size_t i = 0; i < bound.size(); ++i) {
    system.write_row(here, bound[i], row);
    if (!(row.norm() > 1e-6)) return false;
    unit.row(static_cast<Eigen::Index>(i)) = row.normalized();
  }
  Matrix gram = unit * unit.transpose();
  gram.diagonal().array() -= 1e-9;
  return Eigen::LLT<Matrix>(gram).info() == Eigen::Success;
}

}  // namespace

Vector passing_accelerations(const System& system, const State& state,
                             const std::vector<int>& bound) {
  Finding finding(system, bound);
  if (bound.empty() || !(state.u.squaredNorm() > 0.0) || surely_independent(system, state, bound) ||
      !finding.see(state, 1e-9) || !finding.understood())
    return {};
  Instant instant;
  if (!decide(system, state, finding, bound, instant).empty()) return {};
  return instant.regularity.vertex.stationary[0].accelerations;
}

}  // namespace zwang
