// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/stepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "zwang/base/error.hpp"
#include "zwang/gauss/question.hpp"

namespace zwang {
namespace {

// What counts as on a condition, of the size of its coordinates.
constexpr double touching = 1e-12;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

std::vector<int> all_of(const System& system) {
  std::vector<int> all(index(system.conditions()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

std::string_view name(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::taken: return "taken";
    case StepOutcome::contradictory: return "contradictory";
    case StepOutcome::not_certified: return "not certified";
    case StepOutcome::no_inertia: return "no inertia";
    case StepOutcome::not_finite: return "not finite";
    case StepOutcome::apart: return "apart";
  }
  return "";
}

Stepping::Stepping(const System& system)
    : system_(&system),
      batches_(system, all_of(system)),
      snapshot_(system.snapshot()),
      impulses_(index(system.conditions()), 0.0),
      pushes_(impulses_),
      acted_(impulses_.size(), 0),
      within_(impulses_.size(), 0) {}

StepOutcome Stepping::go(State& state, double until, double h) {
  if (!(h > 0.0 && until >= state.t))
    throw Error(Code::E120, fmt::format("no steps of {} s lead from {} to {}", h, state.t, until));
  const auto count = static_cast<long>(std::ceil((until - state.t) / h * (1.0 - 1e-12)));
  const double from = state.t, equal = (until - from) / static_cast<double>(count);
  for (long k = 0; k < count; ++k) {
    const StepOutcome outcome = advance(state, equal);
    if (outcome != StepOutcome::taken) return outcome;
    state.t = k + 1 == count ? until : from + static_cast<double>(k + 1) * equal;
  }
  return StepOutcome::taken;
}

void Stepping::save(Checkpoint& checkpoint) const {
  checkpoint.impulses = impulses_;
  checkpoint.pushes = pushes_;
  checkpoint.on = acted_;
  checkpoint.changed = changed_;
}

void Stepping::recall(const Checkpoint& checkpoint) {
  impulses_ = checkpoint.impulses;
  pushes_ = checkpoint.pushes;
  acted_ = checkpoint.on;
  changed_ = checkpoint.changed;
}

StepOutcome Stepping::advance(State& state, double h) {
  State next = state;
  next.q += 0.5 * h * system_->rates(state);
  next.t += 0.5 * h;
  if (!look(next)) return StepOutcome::not_finite;
  Vector after;
  if (const auto outcome = velocities(next, h, after); outcome != StepOutcome::taken)
    return outcome;
  next.u = after;
  next.q += 0.5 * h * system_->rates(next);
  next.t = state.t + h;
  if (const auto outcome = positions(next); outcome != StepOutcome::taken) return outcome;
  // an open gap that is now used up
  const double small = touching * std::max(1.0, next.q.lpNorm<Eigen::Infinity>());
  for (int i = 0; i < system_->conditions(); ++i)
    if (impulses_[index(i)] > 0.0 && gap(i) >= -small) acted_[index(i)] = 1;
  state = std::move(next);
  ++counts_.steps;
  return StepOutcome::taken;
}

bool Stepping::look(const State& state) {
  if (!state.q.allFinite() || !state.u.allFinite()) return false;
  system_->look(state, state.t, snapshot_);
  batches_.fill(snapshot_);
  return snapshot_.pull.allFinite();
}

void Stepping::take(int i, double offset) {
  rows_.push_back(i);
  within_[index(i)] = 1;
  shift_.push_back(offset - snapshot_.rows[index(i)].b1);
}

void Stepping::clear() {
  rows_.clear();
  shift_.clear();
  std::ranges::fill(within_, 0);
}

StepOutcome Stepping::solve(minimum::SparseSolver& solver, const Vector& free,
                            const std::vector<double>& start, minimum::SparseSolution& found) {
  const minimum::Problem problem = velocity_problem(*system_, snapshot_, rows_, free, shift_);
  minimum::SparseStart begin{.multipliers = Vector(problem.rows()), .changed = changed_};
  for (std::size_t k = 0; k < rows_.size(); ++k)
    begin.multipliers[static_cast<Eigen::Index>(k)] = start[index(rows_[k])];
  found = solver.solve(problem, begin);
  ++counts_.solves;
  counts_.factorisations += found.factorisations;
  counts_.products += found.products;
  counts_.most_rows = std::max(counts_.most_rows, problem.rows());
  switch (found.outcome) {
    case minimum::SparseOutcome::found: break;
    case minimum::SparseOutcome::contradictory: return StepOutcome::contradictory;
    case minimum::SparseOutcome::no_inertia: return StepOutcome::no_inertia;
    case minimum::SparseOutcome::not_run:
    case minimum::SparseOutcome::not_certified: return StepOutcome::not_certified;
  }
  counts_.natural = std::max(counts_.natural, found.certificate.natural);
  counts_.unique = counts_.unique && found.unique;
  return StepOutcome::taken;
}

// The problem of the step at its middle. Inequalities that the answer would not reach are left out,
// and taken in if it does.
StepOutcome Stepping::velocities(const State& state, double h, Vector& after) {
  if (!snapshot_.mass.factor()) return StepOutcome::no_inertia;
  Vector free = snapshot_.pull;
  snapshot_.mass.solve(free.data());
  free = state.u + h * free;
  clear();
  // nothing for an open gap with restitution: it is met where it is closed
  const auto offset = [&](int i) -> std::optional<double> {
    const Condition& condition = system_->condition(i);
    const Row& row = snapshot_.rows[index(i)];
    // so that it holds at the end, half a step from here
    if (acted_[index(i)] != 0 || condition.equation || condition.of_velocities)
      return row.b1 + 0.5 * h * row.b2;
    const double e = condition.options.restitution;
    const double before = system_->along(snapshot_, i, state.u.data(), row.b1);
    if (row.f >= 0.0) return row.b1 + e * std::max(0.0, before);
    if (e > 0.0) return std::nullopt;
    return row.b1 + row.f / h;
  };
  const auto is_reached = [&](int i, const Vector& u) {
    return system_->along(snapshot_, i, u.data(), *offset(i)) > 0.0;
  };
  for (int i = 0; i < system_->conditions(); ++i) {
    const Condition& condition = system_->condition(i);
    if (!condition.holds_at(state.t) || !offset(i)) continue;
    if (condition.equation || impulses_[index(i)] > 0.0 || is_reached(i, free)) take(i, *offset(i));
  }
  minimum::SparseSolution found;
  for (bool complete = false; !complete;) {
    const auto outcome = solve(velocity_solver_, free, impulses_, found);
    if (outcome != StepOutcome::taken) return outcome;
    complete = true;
    for (int i = 0; i < system_->conditions(); ++i) {
      const bool waits = within_[index(i)] == 0 && system_->condition(i).holds_at(state.t);
      if (!waits || !offset(i) || !is_reached(i, found.x)) continue;
      take(i, *offset(i));
      complete = false;
    }
    changed_ = found.changed;
  }
  std::ranges::fill(impulses_, 0.0);
  // a gap that was only used up leaves velocities that still approach
  std::vector<char> acted(acted_.size(), 0);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const int i = rows_[k];
    impulses_[index(i)] = found.multipliers[static_cast<Eigen::Index>(k)];
    const bool closed = acted_[index(i)] != 0 || system_->condition(i).of_velocities ||
                        snapshot_.rows[index(i)].f >= 0.0;
    acted[index(i)] = system_->condition(i).equation || (closed && impulses_[index(i)] > 0.0);
  }
  acted_ = std::move(acted);
  after = found.x;
  return after.allFinite() ? StepOutcome::taken : StepOutcome::not_finite;
}

// Newton's method on f = 0 and f ≤ 0, each time the nearest place.
StepOutcome Stepping::positions(State& state) {
  constexpr int most_turns = 8;
  const Vector nowhere = Vector::Zero(system_->velocities());
  double left = 0.0;
  for (int turn = 0; turn <= most_turns; ++turn) {
    if (!look(state)) return StepOutcome::not_finite;
    left = 0.0;
    const double small = touching * std::max(1.0, state.q.lpNorm<Eigen::Infinity>());
    for (int i = 0; i < system_->conditions(); ++i) {
      const Condition& condition = system_->condition(i);
      if (condition.of_velocities || !condition.holds_at(state.t)) continue;
      const double f = snapshot_.rows[index(i)].f;
      left = std::max(left, condition.equation ? std::abs(f) : f);
    }
    if (left <= small || turn == most_turns) break;
    clear();
    for (int i = 0; i < system_->conditions(); ++i) {
      const Condition& condition = system_->condition(i);
      if (condition.of_velocities || !condition.holds_at(state.t)) continue;
      const double f = snapshot_.rows[index(i)].f;
      // what is as near as the largest breach may be passed on the way back
      if (condition.equation || f > -10.0 * left) take(i, f);
    }
    minimum::SparseSolution found;
    const auto outcome = solve(position_solver_, nowhere, pushes_, found);
    if (outcome != StepOutcome::taken) return outcome;
    std::ranges::fill(pushes_, 0.0);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      pushes_[index(rows_[k])] = found.multipliers[static_cast<Eigen::Index>(k)];
    State along = state;
    along.u = found.x;
    const Vector moved = system_->rates(along);
    along.u.setZero();
    state.q += moved - system_->rates(along);
  }
  counts_.violation = std::max(counts_.violation, left);
  counts_.breach =
      std::max(counts_.breach, left / std::max(1.0, state.q.lpNorm<Eigen::Infinity>()));
  return left < 1e-6 ? StepOutcome::taken : StepOutcome::apart;
}

}  // namespace zwang
