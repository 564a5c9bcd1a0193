// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/stepping/stepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/question.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/stepping/projection_progress.hpp"

namespace zwang {
namespace {

std::vector<int> all_of(const System& system) {
  std::vector<int> all(index(system.constraints()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

Stepping::Stepping(const System& system, int threads)
    : system_(&system),
      batches_(system, all_of(system), threads),
      snapshot_(system.snapshot()),
      contacts_(system),
      impulses_(index(system.constraints()), 0.0) {
  system.model().refuse_friction("time stepping");
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    constraints_.push_back({.equation = constraint.equation,
                            .of_velocities = constraint.of_velocities,
                            .restitution = constraint.options.restitution});
  }
}

StepOutcome Stepping::go(State& state, double until, double h) {
  if (!(h > 0.0 && until >= state.t))
    throw Error(Code::E120,
                fmt::format("steps of {} s cannot lead from {} to {}", h, state.t, until));
  const auto count = static_cast<long>(std::ceil((until - state.t) / h * (1.0 - 1e-12)));
  const double from = state.t, equal = (until - from) / static_cast<double>(count);
  for (long k = 0; k < count; ++k) {
    const double time = k + 1 == count ? until : from + static_cast<double>(k + 1) * equal;
    const StepOutcome outcome = advance_to(state, time, [](const State&, double) {});
    if (outcome != StepOutcome::taken) return outcome;
  }
  return StepOutcome::taken;
}

StepOutcome Stepping::advance_to(State& state, double time, const Piece& taken) {
  return advance_in_pieces(*this, state, time, time - state.t, taken);
}

StepOutcome Stepping::advance(State& state, double h, const StepRows& rows) {
  State next = state;
  next.q += 0.5 * h * system_->rates(state);
  next.t += 0.5 * h;
  if (const auto outcome = evaluate(next, h); outcome != StepOutcome::taken) return outcome;
  Vector after;
  if (const auto outcome = velocities(next, h, rows, after); outcome != StepOutcome::taken)
    return outcome;
  next.u = after;
  next.q += 0.5 * h * system_->rates(next);
  next.t = state.t + h;
  if (const auto outcome = positions(next, h); outcome != StepOutcome::taken) return outcome;
  // an open gap that is now used up is closed
  const double small = closed_gap(next.q);
  for (int k = 0; k < bonds(); ++k) {
    StepConstraint& one = bond(k);
    one.acted = one.acts || (one.impulse > 0.0 && one.f >= -small);
  }
  state = std::move(next);
  for (int i = 0; i < system_->constraints(); ++i) impulses_[index(i)] = bond(i).impulse;
  ++counts_.steps;
  book_.enter(energy_);
  return StepOutcome::taken;
}

double Stepping::overlap(const State& state) {
  if (look_at_pairs(state, 0.0) != StepOutcome::taken) return unset;
  double most = 0.0;
  for (int k = 0; k < contacts_.size(); ++k) most = std::max(most, contacts_[k].bond.f);
  return most;
}

void Stepping::save(Checkpoint& checkpoint) const {
  checkpoint.impulses.clear();
  checkpoint.pushes.clear();
  checkpoint.on.clear();
  for (const StepConstraint& one : constraints_) {
    checkpoint.impulses.push_back(one.impulse);
    checkpoint.pushes.push_back(one.push);
    checkpoint.on.push_back(one.acted ? 1 : 0);
  }
  checkpoint.pairs.clear();
  for (int k = 0; k < contacts_.size(); ++k) {
    const NearPair& pair = contacts_[k];
    if (pair.bond.impulse != 0.0 || pair.bond.push != 0.0)
      checkpoint.pairs.push_back({pair.packing, pair.i, pair.j, pair.bond.impulse, pair.bond.push,
                                  pair.bond.acted ? 1 : 0});
  }
  checkpoint.changed = changed_;
  checkpoint.energy_base = book_.risen;
  checkpoint.tally.largest_breach = book_.most;
  checkpoint.tally.largest_energy = book_.largest;
}

void Stepping::recall(const Checkpoint& checkpoint) {
  for (std::size_t i = 0; i < constraints_.size(); ++i) {
    constraints_[i].impulse = impulses_[i] = checkpoint.impulses[i];
    constraints_[i].push = checkpoint.pushes[i];
    constraints_[i].acted = checkpoint.on[i] != 0;
  }
  contacts_.recall(checkpoint.pairs);
  changed_ = checkpoint.changed;
  book_.risen = checkpoint.energy_base;
  book_.most = checkpoint.tally.largest_breach;
  book_.largest = checkpoint.tally.largest_energy;
}

Stepping::Memory Stepping::memory() const {
  Memory memory;
  save(memory.checkpoint);
  memory.counts = counts_;
  return memory;
}

void Stepping::return_to(const Memory& memory) {
  recall(memory.checkpoint);
  counts_.steps = memory.counts.steps;
  counts_.natural = memory.counts.natural;
  counts_.violation = memory.counts.violation;
  counts_.breach = memory.counts.breach;
  counts_.unique = memory.counts.unique;
}

std::vector<PairImpulse> Stepping::pair_impulses() const {
  std::vector<PairImpulse> result;
  for (int k = 0; k < contacts_.size(); ++k) {
    const NearPair& contact = contacts_[k];
    if (contact.bond.impulse != 0.0)
      result.push_back({contact.packing, contact.i, contact.j, contact.bond.impulse});
  }
  return result;
}

StepConstraint& Stepping::bond(int k) {
  const int constraints = system_->constraints();
  return k < constraints ? constraints_[index(k)] : contacts_[k - constraints].bond;
}

double Stepping::along(int k, const Vector& x, double first) const {
  const int constraints = system_->constraints();
  return k < constraints ? system_->along(snapshot_, k, x.data(), first)
                         : contacts_.along(k - constraints, x, first);
}

StepOutcome Stepping::evaluate(const State& state, double h) {
  if (!state.q.allFinite() || !state.u.allFinite()) return StepOutcome::not_finite;
  system_->evaluate(state, state.t, snapshot_);
  batches_.fill(snapshot_);
  for (int i = 0; i < system_->constraints(); ++i) {
    bond(i).holds = system_->constraint(i).holds_at(state.t);
    bond(i).f = snapshot_.rows[index(i)].f;
    bond(i).b1 = snapshot_.rows[index(i)].b1;
    bond(i).b2 = snapshot_.rows[index(i)].b2;
  }
  if (!snapshot_.net_force.allFinite()) return StepOutcome::not_finite;
  return look_at_pairs(state, h);
}

StepOutcome Stepping::look_at_pairs(const State& state, double h) {
  const StepOutcome outcome = contacts_.evaluate(state, h);
  counts_.most_pairs = std::max(counts_.most_pairs, contacts_.size());
  counts_.listings = contacts_.listings();
  return outcome;
}

// Solves the problem of the bonds within, and leaves their multipliers, 0 for the others.
StepOutcome Stepping::solve(minimum::SparseSolver& solver, const MassMatrix& metric,
                            const Vector& free, double StepConstraint::* multiplier,
                            minimum::SparseSolution& found) {
  minimum::Problem problem = velocity_problem(metric, free);
  std::vector<double> start;
  for (int k = 0; k < bonds(); ++k) {
    if (!bond(k).within) continue;
    start.push_back(bond(k).*multiplier);
    if (k < system_->constraints())
      add_row(*system_, snapshot_, k, bond(k).offset, problem);
    else
      problem.row(minimum::Kind::inequality, contacts_[k - system_->constraints()].entries(),
                  bond(k).offset);
  }
  found = solver.solve(
      problem,
      {.multipliers = Eigen::Map<const Vector>(start.data(), problem.rows()), .changed = changed_});
  ++counts_.solves;
  counts_.factorisations += found.factorisations;
  counts_.products += found.products;
  counts_.most_rows = std::max(counts_.most_rows, problem.rows());
  if (!found.usable()) return outcome_of(found.outcome);
  counts_.natural = std::max(counts_.natural, found.certificate.natural);
  counts_.unique = counts_.unique && found.unique;
  Eigen::Index next = 0;
  for (int k = 0; k < bonds(); ++k)
    bond(k).*multiplier = bond(k).within ? found.multipliers[next++] : 0.0;
  return StepOutcome::taken;
}

void Stepping::ask(const State& state, double h, const StepRows& rows, const Rebound& rebound) {
  const double small = closed_gap(state.q);
  const StepTimes times = times_of(h, rows);
  for (int k = 0; k < bonds(); ++k) {
    StepConstraint& one = bond(k);
    if (!one.asked()) continue;
    const double rate = along(k, state.u, one.b1);
    one.offset = rows.dissipative ? one.guarded_offset(rate, times, small, rebound)
                                  : one.asked_offset(rate, times, small, rebound);
  }
}

// The largest restitution of what is thrown back in a step, if velocities are bounded.
double Stepping::shared_restitution(const State& state) {
  double largest = 0.0;
  bool bounded = false;
  for (int k = 0; k < bonds(); ++k) {
    const StepConstraint& one = bond(k);
    bounded = bounded || one.bounds_velocities();
    if (one.restitution > largest && one.is_thrown(along(k, state.u, one.b1)))
      largest = one.restitution;
  }
  return bounded ? largest : 0.0;
}

// The problem of the step at its middle; beside bounds of velocities what is thrown back takes two.
StepOutcome Stepping::velocities(const State& state, double h, const StepRows& rows,
                                 Vector& after) {
  if (!snapshot_.mass.factor()) return StepOutcome::no_inertia;
  Vector free = snapshot_.net_force;
  snapshot_.mass.solve(free.data());
  free = state.u + h * free;
  const double shared = shared_restitution(state);
  StepOutcome outcome = nearest(state, h, rows, {.shared = shared}, free, after);
  if (outcome == StepOutcome::taken && shared > 0.0) {
    for (int k = 0; k < bonds(); ++k) bond(k).first_turn = bond(k).impulse;
    outcome = nearest(state, h, rows, {.thrown = false}, Vector(after), after);
    for (int k = 0; k < bonds(); ++k) bond(k).impulse += std::exchange(bond(k).first_turn, 0.0);
  }
  if (outcome != StepOutcome::taken) return outcome;
  // a gap that was only used up leaves velocities that still approach
  for (int k = 0; k < bonds(); ++k) {
    StepConstraint& one = bond(k);
    one.acts = one.within && (one.equation || (one.closed() && one.impulse > 0.0));
  }
  count_energy(state, free, after);
  return after.allFinite() ? StepOutcome::taken : StepOutcome::not_finite;
}

// The velocities nearest to `free`. Inequalities that the answer would not reach are left out, and
// taken in if it does.
StepOutcome Stepping::nearest(const State& state, double h, const StepRows& rows,
                              const Rebound& rebound, const Vector& free, Vector& after) {
  ask(state, h, rows, rebound);
  const auto is_reached = [&](int k, const Vector& u) { return along(k, u, bond(k).offset) > 0.0; };
  for (int k = 0; k < bonds(); ++k) {
    StepConstraint& one = bond(k);
    one.within = one.asked() && (one.equation || one.impulse > 0.0 || is_reached(k, free));
  }
  minimum::SparseSolution found;
  int changed = 0;
  for (bool complete = false; !complete;) {
    const auto outcome =
        solve(velocity_solver_, snapshot_.mass, free, &StepConstraint::impulse, found);
    if (outcome != StepOutcome::taken) return outcome;
    if (!contacts_.cover(found.x, h)) {
      State faster = state;
      faster.u = found.x;
      if (const auto seen = look_at_pairs(faster, h); seen != StepOutcome::taken) return seen;
      ask(state, h, rows, rebound);
    }
    complete = true;
    for (int k = 0; k < bonds(); ++k) {
      if (bond(k).within || !bond(k).asked() || !is_reached(k, found.x)) continue;
      bond(k).within = true;
      complete = false;
    }
    changed += found.changed;
  }
  changed_ = changed;
  after = found.x;
  return StepOutcome::taken;
}

void Stepping::count_energy(const State& state, const Vector& free, const Vector& after) {
  const MassMatrix& mass = snapshot_.mass;
  energy_ = {};
  energy_.size = 0.5 * (mass.square(state.u) + mass.square(after) + mass.square(free - state.u));
  for (int k = 0; k < bonds(); ++k) {
    const StepConstraint& one = bond(k);
    if (one.impulse == 0.0) continue;
    const double taken = 0.5 * one.impulse * (along(k, state.u, one.b1) + along(k, after, one.b1));
    (one.is_carried() ? energy_.carried : energy_.met) -= taken;
  }
}

// Newton's method on f = 0 and f ≤ 0, each time the nearest place.
StepOutcome Stepping::positions(State& state, double h) {
  const Vector nowhere = Vector::Zero(system_->velocities());
  Vector move, whole = nowhere;
  std::vector<double> pushes(constraints_.size(), 0.0);
  ProjectionProgress way;
  for (;;) {
    if (const auto outcome = evaluate(state, h); outcome != StepOutcome::taken) return outcome;
    double left = 0.0;
    for (int k = 0; k < bonds(); ++k)
      if (const StepConstraint& one = bond(k); one.of_positions())
        left = std::max(left, one.equation ? std::abs(one.f) : one.f);
    if (way.ends(left, std::max(1.0, state.q.lpNorm<Eigen::Infinity>()))) break;
    for (int k = 0; k < bonds(); ++k) {
      StepConstraint& one = bond(k);
      // what is as near as the largest breach may be passed on the way back
      one.within = one.of_positions() && (one.equation || one.f > -10.0 * left);
      one.offset = one.f;
    }
    MassMatrix metric = snapshot_.mass;
    if (way.is_slow()) add_bends(move, metric);
    minimum::SparseSolution found;
    const auto outcome = solve(position_solver_, metric, nowhere, &StepConstraint::push, found);
    if (outcome != StepOutcome::taken) return outcome;
    move = found.x;
    whole += move;
    for (std::size_t i = 0; i < pushes.size(); ++i) pushes[i] += constraints_[i].push;
    energy_.back -= snapshot_.net_force.dot(move);
    State there = state;
    there.u = move;
    const Vector moved = system_->rates(there);
    there.u.setZero();
    state.q += moved - system_->rates(there);
  }
  for (int k = 0; k < bonds(); ++k)
    if (const StepConstraint& one = bond(k); one.is_carried())
      energy_.ahead -= 0.5 * one.impulse * along(k, state.u, one.b1);
  // a constraint with restitution is met where it is passed already, however short the step
  bool bounces = false;
  for (int k = 0; k < bonds(); ++k)
    bounces = bounces || (bond(k).restitution > 0.0 && bond(k).push != 0.0);
  const double led = h * std::sqrt(std::max(snapshot_.mass.square(state.u), 0.02 * energy_.size));
  if (led > 0.0 && !bounces) {
    energy_.way = std::sqrt(snapshot_.mass.square(whole)) / led;
    energy_.astray = astray(whole, pushes) / led;
  }
  counts_.violation = std::max(counts_.violation, way.left());
  counts_.breach =
      std::max(counts_.breach, way.left() / std::max(1.0, state.q.lpNorm<Eigen::Infinity>()));
  return way.arrived() ? StepOutcome::taken : StepOutcome::apart;
}

// The way back is M⁻¹Aᵀ of its pushes, turn by turn: how far it is off if all of them push where it
// ends. Pairs of a packing are not looked at.
double Stepping::astray(const Vector& whole, const std::vector<double>& pushes) {
  if (contacts_.size() > 0 || whole.isZero(0.0) || !snapshot_.mass.factor()) return 0.0;
  Vector left = snapshot_.mass.times(whole);
  for (int i = 0; i < system_->constraints(); ++i) {
    if (pushes[index(i)] == 0.0) continue;
    const auto& a = snapshot_.rows[index(i)].a;
    const auto columns = system_->columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k) left[columns[k]] += pushes[index(i)] * a[k];
  }
  Vector moved = left;
  snapshot_.mass.solve(moved.data());
  return std::sqrt(std::max(0.0, left.dot(moved)));
}

// A row that pushed is off by ½ sᵀ∇²f s after a move s: it bends. The nearest place that is on the
// constraints themselves is nearest in M + Σ λ∇²f, of which this is the mean bend along s, on the
// diagonal: where pushes are large the next move goes less far across their rows. Pairs of a
// packing bend away.
void Stepping::add_bends(const Vector& move, MassMatrix& metric) {
  Vector bends = Vector::Zero(move.size());
  for (int i = 0; i < system_->constraints(); ++i) {
    const StepConstraint& one = bond(i);
    if (!one.of_positions() || !(one.f * one.push > 0.0)) continue;
    double square = 0.0;
    for (const int j : system_->columns(i)) square += move[j] * move[j];
    if (square == 0.0) continue;
    for (const int j : system_->columns(i)) bends[j] += 2.0 * one.f * one.push / square;
  }
  for (int b = 0; b < metric.blocks(); ++b) {
    const int first = metric.first(b), size = metric.first(b + 1) - first;
    for (int k = 0; k < size; ++k) metric.block(b)[k * size + k] += bends[first + k];
  }
}

}  // namespace zwang
