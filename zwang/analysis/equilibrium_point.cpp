// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/equilibrium_point.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/symmetric_eigen.hpp"
#include "zwang/system/applies.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

// Beyond that a search takes minutes.
constexpr int most_equilibrium_coordinates = 1000;

// Newton's steps towards rest: q, multipliers of equations, slacks and multipliers of inequalities.
class Descent {
 public:
  Descent(const System& system, const State& guess, const EquilibriumOptions& options)
      : system_(system), options_(options), here_(system.snapshot()), there_(here_) {
    state_ = {guess.q, Vector::Zero(system.velocities()), guess.t};
    // what applies elsewhere only is none to be carried by: the certificate says if it is met
    const Snapshot at_guess = system.at(state_);
    for (int i = 0; i < system.constraints(); ++i) {
      const Constraint& constraint = system.constraint(i);
      if (!applies(constraint, at_guess)) continue;
      if (constraint.equation) equations_.push_back(i);
      if (!constraint.equation && !constraint.of_velocities) inequalities_.push_back(i);
    }
  }

  EquilibriumPoint find() {
    EquilibriumPoint found;
    if (system_.velocities() > most_equilibrium_coordinates)
      return fails(
          found, EquilibriumOutcome::not_settled,
          "it has too many coordinates for this search, whose memory grows with their square");
    evaluate(state_, here_);
    if (!here_.net_force.allFinite())
      return fails(found, EquilibriumOutcome::not_settled, "the forces are not finite there");
    set_scales();
    if (EquilibriumPoint here = judged(found); here.usable()) return here;
    restore(state_);
    begin();
    while (found.steps < options_.most_steps) {
      ++found.steps;
      prepare();
      if (barrier_ <= 1e-9 && off() < 1e-7) break;
      if (off() < 10.0 * barrier_)
        barrier_ = std::max(5e-10, std::min(0.2 * barrier_, std::pow(barrier_, 1.5)));
      if (!step()) break;
      if (state_.q.lpNorm<Eigen::Infinity>() > 1e7 * length_)
        return fails(found, EquilibriumOutcome::unbounded,
                     "the forces carry it away without bound");
    }
    if (largest_gap() > 1e-3 * length_)
      return fails(found, EquilibriumOutcome::contradictory,
                   "no position that satisfies all constraints was reached");
    polish();
    return judged(std::move(found));
  }

 private:
  EquilibriumPoint fails(EquilibriumPoint& found, EquilibriumOutcome outcome,
                         const char* reason) const {
    found.outcome = outcome;
    found.reason = reason;
    found.state = state_;
    return found;
  }

  void evaluate(const State& state, Snapshot& snapshot) const {
    system_.evaluate(state, state.t, snapshot);
    for (int i = 0; i < system_.constraints(); ++i) system_.row(i, snapshot);
  }

  double free_acceleration() {
    Vector free = here_.net_force;
    if (here_.mass.factor()) here_.mass.solve(free.data());
    return free.lpNorm<Eigen::Infinity>();
  }

  // Lengths and forces to measure by: each row is divided by its length.
  void set_scales() {
    force_ = std::max(here_.net_force.lpNorm<Eigen::Infinity>(), 1e-12);
    free_ = free_acceleration();
    total_ = std::max(here_.net_force.lpNorm<1>(), 1e-12);
    length_ = std::max(1e-3, state_.q.lpNorm<Eigen::Infinity>());
    most_ = 2.0 * length_;
    for (const int i : inequalities_)
      length_ = std::max(length_, std::min(1e3, std::abs(here_.rows[index(i)].f)));
  }

  void begin() {
    const auto m = static_cast<Eigen::Index>(inequalities_.size());
    slack_.resize(m);
    lambda_.resize(m);
    for (Eigen::Index k = 0; k < m; ++k)
      slack_[k] = std::max(-gap(inequalities_[static_cast<std::size_t>(k)], here_), 1e-2 * length_);
    lambda_ = (barrier_ * force_ * length_ / slack_.array()).matrix();
    z_ = Vector::Zero(static_cast<Eigen::Index>(equations_.size()));
  }

  double gap(int i, const Snapshot& at) const {
    return system_.constraint(i).of_velocities ? 0.0 : at.rows[index(i)].f;
  }

  Matrix rows_of(const std::vector<int>& constraints, const Snapshot& at) const {
    Matrix all(static_cast<Eigen::Index>(constraints.size()), system_.velocities());
    Vector row;
    for (std::size_t k = 0; k < constraints.size(); ++k) {
      system_.write_row(at, constraints[k], row);
      all.row(static_cast<Eigen::Index>(k)) = row;
    }
    return all;
  }

  Vector gaps_of(const std::vector<int>& constraints, const Snapshot& at) const {
    Vector all(static_cast<Eigen::Index>(constraints.size()));
    for (std::size_t k = 0; k < constraints.size(); ++k)
      all[static_cast<Eigen::Index>(k)] = gap(constraints[k], at);
    return all;
  }

  double largest_gap() const {
    double most = 0.0;
    for (const int i : equations_) most = std::max(most, std::abs(gap(i, here_)));
    for (const int i : inequalities_) most = std::max(most, gap(i, here_));
    return most;
  }

  void prepare() {
    evaluate(state_, here_);
    e_ = rows_of(equations_, here_);
    i_ = rows_of(inequalities_, here_);
  }

  double off() const {
    const Vector rest = here_.net_force - e_.transpose() * z_ - i_.transpose() * lambda_;
    double worst = rest.size() ? rest.lpNorm<Eigen::Infinity>() / force_ : 0.0;
    const Vector open = gaps_of(inequalities_, here_) + slack_;
    if (open.size() > 0) {
      worst = std::max(worst, open.lpNorm<Eigen::Infinity>() / length_);
      worst = std::max(
          worst,
          (slack_.cwiseProduct(lambda_).array() / (force_ * length_) - barrier_).abs().maxCoeff());
    }
    const Vector closed = gaps_of(equations_, here_);
    return closed.size() ? std::max(worst, closed.lpNorm<Eigen::Infinity>() / length_) : worst;
  }

  // -d(Q - A^T z)/dq, symmetric part, by differences along each coordinate.
  Matrix curvature() {
    const int n = system_.velocities();
    Matrix all(n, n);
    const double h = 1e-6 * length_;
    const auto pulled = [&](const State& state) {
      evaluate(state, there_);
      Vector rest = there_.net_force;
      rest -= rows_of(equations_, there_).transpose() * z_;
      rest -= rows_of(inequalities_, there_).transpose() * lambda_;
      return rest;
    };
    for (int i = 0; i < n; ++i) {
      State one = state_, two = state_;
      one.q[i] += h;
      two.q[i] -= h;
      all.col(i) = (pulled(two) - pulled(one)) / (2.0 * h);
    }
    return 0.5 * (all + all.transpose());
  }

  bool step() {
    const int n = system_.velocities();
    const Vector open = gaps_of(inequalities_, here_), closed = gaps_of(equations_, here_);
    const Vector sigma = lambda_.cwiseQuotient(slack_);
    const double target = barrier_ * force_ * length_;
    const Matrix hessian = curvature() + i_.transpose() * sigma.asDiagonal() * i_;
    const Vector pushes = Vector::Constant(slack_.size(), target).cwiseQuotient(slack_) +
                          sigma.cwiseProduct(open + slack_);
    const Vector right = here_.net_force - i_.transpose() * pushes;
    // the equations: E dq = -closed, by a particular part and the kernel
    Matrix kernel = Matrix::Identity(n, n);
    Vector particular = Vector::Zero(n);
    if (e_.rows() > 0) {
      particular = shortest_solution(e_, -closed);
      const PivotedQr qr = pivoted_qr(e_.transpose());
      kernel = qr.q.rightCols(n - qr.rank);
    }
    Vector dq = particular;
    if (kernel.cols() > 0) {
      const Matrix reduced = kernel.transpose() * hessian * kernel;
      const double size = std::max(force_ / length_ * 1e-8, 1e-10 * reduced.cwiseAbs().maxCoeff());
      const Vector pulled = kernel.transpose() * (right - hessian * particular);
      if (!reduced.allFinite() || !pulled.allFinite()) return false;
      // where it bends down it is taken to bend up: the step then descends
      if (const Eigen::LLT<Matrix> factor(reduced); factor.info() == Eigen::Success) {
        dq += kernel * factor.solve(pulled);
      } else {
        const auto [values, v] = symmetric_eigen(reduced);
        const Vector bent = values.cwiseAbs().cwiseMax(size);
        dq += kernel * (v * (v.transpose() * pulled).cwiseQuotient(bent));
      }
    }
    const double longest = dq.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(longest)) return false;
    if (longest > most_) dq *= most_ / longest;
    const Vector ds = -(open + slack_) - i_ * dq;
    const Vector dl =
        (Vector::Constant(slack_.size(), target) - lambda_.cwiseProduct(ds)).cwiseQuotient(slack_) -
        lambda_;
    const double reach = to_the_border(slack_, ds), reach_l = to_the_border(lambda_, dl);
    const double length = shortened(reach, dq, ds);
    if (length < 0.5 * reach)
      most_ = std::max(0.5 * most_, 1e-6 * length_);
    else if (longest > most_ || most_ < 2.0 * length_)
      most_ *= 2.0;
    slack_ += length * ds;
    lambda_ += reach_l * dl;
    evaluate(state_, here_);
    z_ = carried(rows_of(equations_, here_),
                 here_.net_force - rows_of(inequalities_, here_).transpose() * lambda_);
    return true;
  }

  // Goes so far that the equations can be kept and energy and breaches together are less, or a
  // little.
  double shortened(double reach, const Vector& dq, const Vector& ds) {
    const double before = merit(here_, slack_, 0.0);
    const double gap = gaps_of(equations_, here_).lpNorm<Eigen::Infinity>();
    State next;
    double length = reach;
    for (;; length *= 0.5) {
      next = state_;
      next.q += length * dq;
      const double left = restore(next);
      evaluate(next, there_);
      if (length <= 1e-5 * reach) break;
      if (there_.net_force.allFinite() && left <= std::max(0.9 * gap, 1e-9 * length_) &&
          merit(there_, slack_ + length * ds, work(next, there_)) <= before)
        break;
    }
    state_ = std::move(next);
    return length;
  }

  // Back to the equations by the shortest ways, as far as these lead; the largest gap left.
  double restore(State& state) {
    if (equations_.empty()) return 0.0;
    evaluate(state, there_);
    Vector gaps = gaps_of(equations_, there_);
    for (int turn = 0; turn < 20 && gaps.lpNorm<Eigen::Infinity>() > 1e-12 * length_; ++turn) {
      const Vector way = shortest_solution(rows_of(equations_, there_), gaps);
      const double was = gaps.norm();
      double share = 1.0;
      for (; share > 0.01; share *= 0.5) {
        State next = state;
        next.q -= share * way;
        evaluate(next, there_);
        gaps = gaps_of(equations_, there_);
        if (gaps.norm() >= (1.0 - 0.2 * share) * was) continue;
        state = std::move(next);
        break;
      }
      if (share <= 0.01) return was;
    }
    return gaps.lpNorm<Eigen::Infinity>();
  }

  // The multipliers with which the rows carry a force best.
  static Vector carried(const Matrix& rows, const Vector& force) {
    if (rows.rows() == 0) return Vector(0);
    return shortest_solution(rows.transpose(), force);
  }

  static double to_the_border(const Vector& x, const Vector& dx) {
    double reach = 1.0;
    for (Eigen::Index k = 0; k < x.size(); ++k)
      if (dx[k] < 0.0) reach = std::min(reach, -0.995 * x[k] / dx[k]);
    return reach;
  }

  // What the forces do on the straight way to `next`, by Simpson's rule.
  double work(const State& next, const Snapshot& end) {
    State half = state_;
    half.q = 0.5 * (state_.q + next.q);
    Snapshot middle = here_;
    system_.evaluate(half, half.t, middle);
    const Vector way = next.q - state_.q;
    return (here_.net_force + 4.0 * middle.net_force + end.net_force).dot(way) / 6.0;
  }

  // Energy of forces and barrier, and a price for constraints that do not hold.
  double merit(const Snapshot& at, const Vector& slack, double done) const {
    const double price = 2.0 * total_ + (lambda_.size() ? lambda_.maxCoeff() : 0.0) +
                         (z_.size() ? z_.cwiseAbs().maxCoeff() : 0.0);
    double sum = -done;
    sum += price * gaps_of(equations_, at).lpNorm<1>();
    if (slack.size() > 0) {
      sum -= barrier_ * force_ * length_ * slack.array().log().sum();
      sum += price * (gaps_of(inequalities_, at) + slack).lpNorm<1>();
    }
    return sum;
  }

  // Newton's method on the constraints that carry force, as equations.
  void polish() {
    held_ = equations_;
    const double most = lambda_.size() ? lambda_.maxCoeff() : 0.0;
    for (std::size_t k = 0; k < inequalities_.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      if (lambda_[at] > 1e-6 * std::max(most, force_) && slack_[at] < 1e-3 * length_)
        held_.push_back(inequalities_[k]);
    }
    const std::vector<int> all_equations = equations_, all_inequalities = inequalities_;
    equations_ = held_;
    inequalities_.clear();
    slack_.resize(0);
    lambda_.resize(0);
    for (int turn = 0; turn < 30; ++turn) {
      prepare();
      z_ = carried(e_, here_.net_force);
      if (off() < 1e-14) break;
      const int n = system_.velocities();
      const Eigen::Index m = e_.rows();
      Matrix bordered = Matrix::Zero(n + m, n + m);
      bordered.topLeftCorner(n, n) = curvature();
      bordered.topRightCorner(n, m) = e_.transpose();
      bordered.bottomLeftCorner(m, n) = e_;
      Vector right(n + m);
      right << here_.net_force - e_.transpose() * z_, -gaps_of(equations_, here_);
      const Vector change = shortest_solution(bordered, right);
      if (!change.allFinite() || change.head(n).lpNorm<Eigen::Infinity>() > 0.5 * length_) break;
      const State before = state_;
      const double was = off();
      state_.q += change.head(n);
      prepare();
      z_ = carried(e_, here_.net_force);
      if (off() > was && was < 1e-9) {
        state_ = before;
        break;
      }
    }
    equations_ = all_equations;
    inequalities_ = all_inequalities;
  }

  EquilibriumPoint judged(EquilibriumPoint found) {
    found.state = state_;
    found.z = Vector::Zero(system_.constraints());
    const Instant instant = accelerations(system_, state_, {.standstill = true});
    found.certificate = instant.certificate;
    if (!instant.usable()) {
      found.outcome = EquilibriumOutcome::not_certified;
      found.reason = instant.brief();
      return found;
    }
    evaluate(state_, here_);
    const double size = std::max({free_, free_acceleration(), 1e-300});
    found.acceleration = instant.accelerations.lpNorm<Eigen::Infinity>() / size;
    for (int i = 0; i < system_.constraints(); ++i) {
      const ConstraintAt& at = instant.constraints[index(i)];
      found.z[i] = at.multiplier;
      if (at.status == ConstraintStatus::held || at.status == ConstraintStatus::active)
        found.held.push_back(i);
      if (at.status == ConstraintStatus::closed) found.weak.push_back(i);
    }
    const bool rests = found.acceleration <= options_.tolerance;
    found.outcome = rests ? EquilibriumOutcome::found : EquilibriumOutcome::not_settled;
    if (!rests)
      found.reason =
          fmt::format("a relative residual acceleration of {:.2g} remains", found.acceleration);
    return found;
  }

  const System& system_;
  const EquilibriumOptions& options_;
  Snapshot here_, there_;
  State state_;
  std::vector<int> equations_, inequalities_, held_;
  Vector z_, slack_, lambda_;
  Matrix e_, i_;
  double free_ = 0.0;  // acceleration of the forces alone at the first guess
  double force_ = 1.0, total_ = 1.0, length_ = 1.0;
  double barrier_ = 0.1;
  double most_ = 2.0;  // longest step, by what was possible before
};

}  // namespace

std::string_view name(EquilibriumOutcome outcome) {
  switch (outcome) {
    case EquilibriumOutcome::not_run: return "not run";
    case EquilibriumOutcome::found: return "found";
    case EquilibriumOutcome::unbounded: return "unbounded";
    case EquilibriumOutcome::contradictory: return "contradictory";
    case EquilibriumOutcome::not_settled: return "not settled";
    case EquilibriumOutcome::not_certified: return "not certified";
  }
  return "";
}

EquilibriumPoint find_equilibrium(const System& system, const State& guess,
                                  const EquilibriumOptions& options) {
  demand_energy(system.model());
  system.model().refuse_friction("the search for an equilibrium");
  if (system.model().replaces_rates())
    throw Error(Code::E120,
                "the search for an equilibrium needs coordinates without velocity parameters");
  return Descent(system, guess, options).find();
}

}  // namespace zwang
