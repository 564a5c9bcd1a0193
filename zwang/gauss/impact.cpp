// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/impact.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/question.hpp"
#include "zwang/minimum/parts.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/system/applies.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

// Three elastic balls of which the middle one is 1e-8 as heavy as the others need 22,000.
constexpr int most_in_sequence = 100'000;

class Blow {
 public:
  Blow(const System& system, const ImpactOptions& options, Snapshot& snapshot, Impact& impact)
      : system_(system), options_(options), snapshot_(snapshot), impact_(impact) {}

  // Equations, inequalities with f = 0, and all inequalities of velocities. What is not linear in
  // the velocities takes no part, and is looked at when the blow is over.
  bool collect() {
    impact_.constraints.resize(index(system_.constraints()));
    impact_.impulses = Vector::Zero(system_.constraints());
    bool violated = false;
    for (int i = 0; i < system_.constraints(); ++i) {
      ConstraintAt& at = impact_.constraints[index(i)];
      const Row& row = snapshot_.rows[index(i)];
      const Constraint& constraint = system_.constraint(i);
      at.status = first_status(system_, snapshot_, i, options_.nearness);
      at.rate = row.rate;
      if (!constraint.of_velocities) at.f = row.f;
      // what sticks where it comes to rest
      if (constraint.friction && is_equation(i)) rows_.push_back(i);
      if (at.status == ConstraintStatus::absent) continue;
      if (constraint.nonlinear) {
        nonlinear_.push_back(i);
        continue;
      }
      const double zero = zero_of(system_, snapshot_, i, options_.nearness).f;
      if (constraint.equation) {
        violated = violated || std::abs(row.f) > zero;
        rows_.push_back(i);
      } else if (constraint.of_velocities) {
        rows_.push_back(i);
      } else if (row.f >= -zero && may_apply(constraint, snapshot_, options_.nearness.length)) {
        violated = violated || row.f > zero;
        rows_.push_back(i);
      }
    }
    sort_by_name(system_, rows_);
    if (violated) impact_.outcome = InstantOutcome::violated;
    return !violated;
  }

  bool regular() {
    std::vector<int> near;  // of velocities only those that are reached
    for (const int i : rows_)
      if (!system_.constraint(i).of_velocities || system_.constraint(i).equation ||
          impact_.constraints[index(i)].status != ConstraintStatus::open)
        near.push_back(i);
    impact_.regularity = regularity(system_, snapshot_, near, options_.regularity);
    if (impact_.regularity.kind != PositionClass::singular) return true;
    impact_.outcome = InstantOutcome::singular;
    return false;
  }

  void strike() {
    for (const int i : rows_)
      if (!is_equation(i)) pushing_.push_back(i);
    rubs_ = slip_rows(system_, pushing_);
    if (!rubs_.empty()) return strike_with_friction();
    if (system_.model().impacts_in_sequence()) return strike_in_sequence();
    const Vector alpha = impact_.free;
    const auto thrown = throws();
    if (!thrown) return;
    const std::vector<double>& shift = *thrown;
    auto first = solve(rows_, alpha, shift);
    // Dependent rows with unequal restitution may ask for what cannot be: then nothing is thrown
    // back.
    if (throws_back() && first.outcome == minimum::Outcome::contradictory) {
      first = solve(rows_, alpha);
      impact_.repaired = true;
    }
    if (!accept(first, rows_)) return;
    take(first, rows_, alpha);
    polish(first, impact_.repaired ? std::vector<double>() : shift);
    if (throws_back() && breaks_one()) {
      const auto second = solve(rows_, impact_.after);
      if (!accept(second, rows_)) return;
      const Vector thrown = impact_.after;
      take(second, rows_, thrown);
      polish(second, {});
      impact_.repaired = true;
    }
    balance();
  }

  // The velocities nearest to those before among all that the linear rows allow. If the others
  // allow them too they are the nearest of all; if not, the set of those allowed need not be convex
  // and the nearest need not be one (theory 7.8).
  void ask_nonlinear() {
    if (nonlinear_.empty() || !impact_.usable()) return;
    State after = impact_.state;
    after.u = impact_.after;
    const Snapshot there = system_.at(after);
    Nearness loose = options_.nearness;
    loose.length *= 1e3;
    for (const int i : nonlinear_) {
      ConstraintAt& at = impact_.constraints[index(i)];
      at.rate_after = there.rows[index(i)].rate;
      at.multiplier = 0.0;
      const ConstraintStatus status = first_status(system_, there, i, loose);
      if (status != ConstraintStatus::violated && status != ConstraintStatus::impacting) continue;
      impact_.outcome = InstantOutcome::nonlinear;
      impact_.proof.emplace_back(i, at.rate_after);
    }
  }

 private:
  // e g1 of each row without it; empty where α cannot obey what has no restitution.
  std::optional<std::vector<double>> throws() {
    std::vector<double> shift(rows_.size(), 0.0);
    if (!throws_back()) return shift;
    // equations and inequalities of velocities have no restitution: α is first made to obey them,
    // but not what is struck and held from here on
    std::vector<int> unthrown;
    for (const int i : rows_)
      if (!is_held(i) && (is_equation(i) || is_velocity_inequality(i))) unthrown.push_back(i);
    Vector obeying = impact_.free;
    if (!unthrown.empty()) {
      const auto projected = solve(unthrown, impact_.free);
      if (!accept(projected, unthrown)) return std::nullopt;
      obeying = projected.x;
    }
    const double common = largest_restitution(obeying);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      shift[k] = (is_velocity_inequality(rows_[k]) ? common : restitution(rows_[k])) *
                 rate(rows_[k], obeying);
    return shift;
  }

  // With friction (theory 18.6): the same signs for what is thrown back, and Coulomb's law for the
  // slip after it. Of the restitution as much is used as gains no energy.
  void strike_with_friction() {
    if (!snapshot_.mass.factor()) {
      impact_.outcome = InstantOutcome::undetermined;
      return;
    }
    const auto thrown = throws();
    if (!thrown) return;
    const Impact asked = impact_;
    if (!strike_rubbing(*thrown, 1.0) || !impact_.gained_energy) return;
    double good = 0.0, bad = 1.0;
    for (int turn = 0; turn < 60; ++turn) {
      const double part = 0.5 * (good + bad);
      impact_ = asked;
      const bool gains = !strike_rubbing(*thrown, part) || impact_.dissipated < 0.0;
      (gains ? bad : good) = part;
    }
    impact_ = asked;
    strike_rubbing(*thrown, good);
    impact_.restitution_used = good;
  }

  bool strike_rubbing(std::vector<double> shift, double part) {
    for (double& one : shift) one *= part;
    if (!rub_once(impact_.free, shift)) return false;
    if (throws_back() && breaks_one()) {
      if (!rub_once(Vector(impact_.after), {})) return false;
      impact_.repaired = true;
    }
    balance();
    return true;
  }

  bool rub_once(const Vector& free, const std::vector<double>& shift) {
    RubbingQuestion question{.level = Level::velocities, .candidates = pushing_, .free = free};
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (is_equation(rows_[k]))
        question.equations.push_back(rows_[k]);
      else if (!shift.empty())
        question.shift.push_back(shift[k]);
    impact_.rubbing = rub(system_, snapshot_, question);
    impact_.outcome = outcome_of(impact_.rubbing.outcome);
    if (!impact_.usable()) return false;
    minimum::Problem problem =
        velocity_problem(system_, snapshot_, rows_, free, shift, options_.held);
    add_friction(system_, snapshot_, impact_.rubbing, Level::velocities, problem);
    problem.rounded(rounding_of(impact_.regularity));
    const auto solution = minimum::solve_by_parts(problem, options_.minimum);
    if (!accept(solution, rows_)) return false;
    take(solution, rows_, free);
    for (std::size_t k = 0; k < rubs_.size(); ++k)
      impact_.impulses[rubs_[k]] += impact_.rubbing.friction[k];
    return true;
  }

  // Impulses of joints turn a body one against the other: what is left of an angular velocity that
  // should be 0 is their rounding, and not that of velocities. Solved again from where it came out,
  // with what took an impulse as equations, rows hold to the last bits. Without bodies nothing is
  // solved twice.
  void polish(const minimum::Solution& solution, const std::vector<double>& shift) {
    if (system_.model().bodies().empty()) return;
    const Vector found = impact_.after;
    const double bound = impact_.bound;
    std::vector<int> held = options_.held;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (solution.multipliers[static_cast<Eigen::Index>(k)] > 0.0) held.push_back(rows_[k]);
    const auto again =
        minimum::solve_by_parts(velocity_problem(system_, snapshot_, rows_, found, shift, held)
                                    .rounded(rounding_of(impact_.regularity)),
                                options_.minimum);
    if (!again.usable()) return;
    take(again, rows_, found);
    impact_.bound += bound;
  }

  minimum::Solution solve(const std::vector<int>& rows, const Vector& free,
                          const std::vector<double>& shift = {}) const {
    return minimum::solve_by_parts(
        velocity_problem(system_, snapshot_, rows, free, shift, options_.held)
            .rounded(rounding_of(impact_.regularity)),
        options_.minimum);
  }
  bool is_held(int i) const { return std::ranges::find(options_.held, i) != options_.held.end(); }
  bool is_equation(int i) const { return system_.constraint(i).equation || is_held(i); }
  bool is_velocity_inequality(int i) const {
    return system_.constraint(i).of_velocities && !is_equation(i);
  }
  double restitution(int i) const {
    if (is_equation(i) || std::ranges::find(options_.settled, i) != options_.settled.end())
      return 0.0;
    return system_.constraint(i).options.restitution;
  }
  // Of what is approached. An inequality of velocities takes part in the throw as if this were its
  // own, and is made to hold afterwards: so all of them are equal, and nothing is gained.
  double largest_restitution(const Vector& u) const {
    double largest = 0.0;
    for (const int i : rows_)
      if (rate(i, u) > 0.0) largest = std::max(largest, restitution(i));
    return largest;
  }
  bool throws_back() const {
    return std::ranges::any_of(rows_, [&](int i) { return restitution(i) > 0.0; });
  }
  double rate(int i, const Vector& u) const {
    return system_.along(snapshot_, i, u.data(), snapshot_.rows[index(i)].b1);
  }
  bool breaks_one() const {
    return std::ranges::any_of(rows_, [&](int i) {
      if (is_equation(i)) return false;
      const double zero = zero_of(system_, snapshot_, i, options_.nearness).rate;
      return rate(i, impact_.after) > 1e-3 * zero;
    });
  }

  // Again and again through the inequalities in the order of the model; what holds as an equation
  // takes part in each impact.
  void strike_in_sequence() {
    std::vector<int> equations, inequalities;
    for (const int i : rows_) (is_equation(i) ? equations : inequalities).push_back(i);
    std::ranges::sort(inequalities);
    impact_.after = impact_.free;
    impact_.bound = 0.0;
    impact_.outcome = InstantOutcome::found;
    if (!single_impact(equations, 0.0)) return;
    Vector fastest = impact_.free.cwiseAbs();
    impact_.count = 0;
    for (bool any = true; any;) {
      any = false;
      for (const int i : inequalities) {
        fastest = fastest.cwiseMax(impact_.after.cwiseAbs());
        if (!is_approached(i, fastest)) continue;
        if (impact_.count == most_in_sequence) {
          impact_.outcome = InstantOutcome::endless;
          return;
        }
        std::vector<int> rows = equations;
        rows.push_back(i);
        sort_by_name(system_, rows);
        if (!single_impact(rows, restitution(i))) return;
        ++impact_.count;
        any = true;
      }
    }
    balance();
  }

  // Faster than rounding alone can make it. What comes to rest in infinitely many impacts does so
  // up to a part of its largest velocity that does not count.
  bool is_approached(int i, const Vector& fastest) const {
    const Row& row = snapshot_.rows[index(i)];
    const auto columns = system_.columns(i);
    double zero = 1e-13 * std::abs(row.b1);
    for (std::size_t k = 0; k < columns.size(); ++k)
      zero += std::abs(row.a[k]) *
              (1e-13 * std::abs(impact_.after[columns[k]]) + 1e-18 * fastest[columns[k]]);
    return rate(i, impact_.after) > zero;
  }

  // u becomes u_p + e (u_p − u), (7.4): lengths do not grow, so error bounds add up.
  bool single_impact(const std::vector<int>& rows, double e) {
    const Vector free = impact_.after;
    const double bound = impact_.bound;
    const bool unique = impact_.unique;
    const minimum::Certificate certificate = impact_.certificate;
    auto solution = solve(rows, free);
    if (!accept(solution, rows)) return false;
    solution.x += e * (solution.x - free);
    solution.multipliers *= 1.0 + e;
    take(solution, rows, free);
    impact_.bound = bound + (1.0 + e) * solution.bound;
    impact_.unique = unique && solution.unique;
    if (certificate.worst() > impact_.certificate.worst()) impact_.certificate = certificate;
    return true;
  }

  bool accept(const minimum::Solution& solution, const std::vector<int>& asked) {
    impact_.outcome = outcome_of(solution.outcome);
    if (solution.outcome == minimum::Outcome::contradictory)
      for (std::size_t k = 0; k < asked.size(); ++k)
        if (solution.proof[static_cast<Eigen::Index>(k)] != 0.0)
          impact_.proof.emplace_back(asked[k], solution.proof[static_cast<Eigen::Index>(k)]);
    return solution.usable();
  }

  // What no impulse touches keeps its velocity to the last bit.
  void take(const minimum::Solution& solution, const std::vector<int>& rows, const Vector& free) {
    impact_.after = solution.x;
    std::vector<char> touched(index(system_.velocities()), 0);
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (solution.multipliers[static_cast<Eigen::Index>(k)] != 0.0)
        for (const int column : system_.columns(rows[k])) touched[index(column)] = 1;
    for (const int i : impact_.rubbing.rows)
      if (impact_.rubbing.friction_of(i) != 0.0)
        for (const int column : system_.columns(i)) touched[index(column)] = 1;
    for (int b = 0; b < snapshot_.mass.blocks(); ++b) {
      const int from = snapshot_.mass.first(b);
      const int to = snapshot_.mass.first(b + 1);
      const auto begin = touched.begin();
      if (std::find(begin + from, begin + to, 1) == begin + to)
        impact_.after.segment(from, to - from) = free.segment(from, to - from);
    }
    impact_.bound = solution.bound;
    impact_.unique = solution.unique;
    impact_.certificate = solution.certificate;
    const bool shared =
        impact_.rubbing.any() && impact_.rubbing.differs(rows, solution.multipliers);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      double impulse = solution.multipliers[static_cast<Eigen::Index>(k)];
      if (shared) impulse = impact_.rubbing.load_of(rows[k]).value_or(impulse);
      double& sum = impact_.impulses[rows[k]];
      sum += impulse;
      // of least norm it may be below 0 by rounding
      if (!is_equation(rows[k])) sum = std::max(0.0, sum);
    }
  }

  void balance() {
    const MassMatrix& mass = snapshot_.mass;
    impact_.energy_before = 0.5 * mass.square(impact_.before);
    impact_.energy_free = 0.5 * mass.square(impact_.free);
    impact_.energy_after = 0.5 * mass.square(impact_.after);
    impact_.energy_lost_velocities = 0.5 * mass.square(impact_.free - impact_.after);
    impact_.supplied = 0.0;
    // T(α) − T(u⁺) + Σ l b1 = ½ Σ l (g1(α) + g1(u⁺)), without cancellation
    impact_.dissipated = 0.0;
    double sizes = 0.0;
    std::vector<int> all = rows_;
    all.insert(all.end(), rubs_.begin(), rubs_.end());
    for (const int i : all) {
      ConstraintAt& at = impact_.constraints[index(i)];
      const double l = impact_.impulses[i];
      at.rate_after = rate(i, impact_.after);
      at.multiplier = l;
      impact_.supplied += l * snapshot_.rows[index(i)].b1;
      const double before = rate(i, impact_.free);
      impact_.dissipated += 0.5 * l * (before + at.rate_after);
      sizes += std::abs(l) * (std::abs(before) + std::abs(at.rate_after));
    }
    impact_.gained_energy = impact_.dissipated < -1e-12 * (sizes + impact_.energy_free);
  }

  const System& system_;
  const ImpactOptions& options_;
  Snapshot& snapshot_;
  Impact& impact_;
  std::vector<int> rows_, nonlinear_;
  std::vector<int> pushing_, rubs_;  // of rows_ what is no equation, and the slip rows of these
};

}  // namespace

Impact impact(const System& system, const State& state, const ImpactOptions& options) {
  system.model().refuse_packings();
  demand_energy(system.model());
  Impact result;
  result.system = &system;
  result.state = state;
  result.before = state.u;
  Snapshot snapshot = system.at(state);
  if (auto domain_error = system.domain_error(snapshot)) {
    result.outcome = InstantOutcome::not_finite;
    result.domain_error = std::move(domain_error);
    return result;
  }
  result.free = state.u;
  if (options.impulse.size() > 0) {
    Vector change = system.along_velocities(options.impulse, snapshot);
    if (!snapshot.mass.factor()) {
      result.outcome = InstantOutcome::unbounded;
      return result;
    }
    snapshot.mass.solve(change.data());
    result.free += change;
  }
  Blow blow(system, options, snapshot, result);
  if (!blow.collect() || !blow.regular()) return result;
  blow.strike();
  blow.ask_nonlinear();
  return result;
}

Impact impact(const Model& model, const State& state, const ImpactOptions& options) {
  auto system = std::make_shared<const System>(model);
  Impact result = impact(*system, state, options);
  result.own = std::move(system);
  return result;
}

}  // namespace zwang
