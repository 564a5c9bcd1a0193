// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/stepping.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "zwang/stepping/projection_progress.hpp"

namespace zwang::scale {
namespace {

// A process with more constraints has the matrices of one problem at a time: velocities and
// positions lay theirs out anew in every step. With fewer each keeps its own.
constexpr std::size_t most_for_two = 2'000'000;

// Calls take(bond, family, member) for all bonds in order.
template <class Take>
void each(const std::vector<Family>& families, const std::vector<std::size_t>& first, Take&& take) {
  for (std::size_t i = 0; i < families.size(); ++i)
    for (int k = 0; k < families[i].members(); ++k)
      take(first[i] + static_cast<std::size_t>(k), i, k);
}

}  // namespace

Stepping::Stepping(const SystemPart& system)
    : system_(&system),
      rows_(system.families().size()),
      q_(static_cast<std::size_t>(system.places())),
      u_(q_.size(), 0.0),
      x_(q_.size(), 0.0),
      velocity_solver_(system.processes()),
      position_solver_(system.processes()) {
  for (const Family& family : system.families()) {
    first_bond_.push_back(bonds_.size());
    bonds_.resize(bonds_.size() + static_cast<std::size_t>(family.members()),
                  {.equation = family.form().equation, .restitution = family.form().restitution});
  }
  std::ranges::copy(system.held(), q_.begin() + system.unknowns()->size());
}

StepOutcome Stepping::advance_to(State& state, double time) {
  return advance_in_pieces(*this, state, time, time - state.t, [](const State&, double) {});
}

void Stepping::return_to(const Memory& memory) {
  bonds_ = memory.bonds;
  changed_ = memory.changed;
  book_ = memory.book;
  counts_.steps = memory.counts.steps;
  counts_.natural = memory.counts.natural;
  counts_.violation = memory.counts.violation;
  counts_.breach = memory.counts.breach;
  counts_.unique = memory.counts.unique;
}

StepOutcome Stepping::advance(State& state, double h, const StepRows& rows) {
  const Processes& processes = system_->processes();
  State next = state;
  next.q += 0.5 * h * state.u;
  next.t += 0.5 * h;
  if (processes.any(!next.q.allFinite() || !next.u.allFinite())) return StepOutcome::not_finite;
  evaluate(next.q, next.u);
  Vector after;
  if (const auto outcome = velocities(next, h, rows, after); outcome != StepOutcome::taken)
    return outcome;
  next.u = after;
  next.q += 0.5 * h * next.u;
  next.t = state.t + h;
  if (const auto outcome = positions(next, h); outcome != StepOutcome::taken) return outcome;
  const double small = closed_gap_part * size_of(next.q);
  for (StepConstraint& one : bonds_) one.acted = one.acts || (one.impulse > 0.0 && one.f >= -small);
  state = std::move(next);
  ++counts_.steps;
  book_.enter(energy_);
  return StepOutcome::taken;
}

std::vector<double> Stepping::impulses() const {
  std::vector<double> result;
  for (const StepConstraint& one : bonds_) result.push_back(one.impulse);
  return result;
}

double Stepping::size_of(const Vector& q) const {
  const double here = q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0.0;
  return std::max(1.0, system_->processes().largest(here));
}

void Stepping::evaluate(const Vector& q, const Vector& u) {
  const auto places = static_cast<std::size_t>(system_->unknowns()->size());
  std::copy(q.begin(), q.end(), q_.begin());
  std::copy(u.begin(), u.end(), u_.begin());
  system_->unknowns()->bring(std::span(q_).first(places));
  system_->unknowns()->bring(std::span(u_).first(places));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Family& family = system_->families()[i];
    family.evaluate(q_, u_, rows_[i]);
    for (std::size_t k = 0; k < rows_[i].f.size(); ++k) {
      StepConstraint& one = bonds_[first_bond_[i] + k];
      one.f = rows_[i].f[k];
      one.b2 = rows_[i].b2[k];
    }
  }
}

// Solves the problem of the bonds within, and leaves their multipliers, 0 for the others.
StepOutcome Stepping::solve(Solver& solver, const Vector& metric, const Vector& free,
                            double StepConstraint::* multiplier, minimum::SparseSolution& found) {
  if (bonds_.size() > most_for_two)
    (&solver == &velocity_solver_ ? position_solver_ : velocity_solver_) =
        Solver(system_->processes());
  ProblemPart problem(system_->unknowns());
  problem.mass = metric;
  problem.free = free;
  std::vector<double> start;
  std::vector<minimum::Entry> entries;
  each(system_->families(), first_bond_, [&](std::size_t bond, std::size_t i, int member) {
    const StepConstraint& one = bonds_[bond];
    if (!one.within) return;
    start.push_back(one.*multiplier);
    const Family& family = system_->families()[i];
    entries.clear();
    for (std::size_t k = 0; k < family.inputs(); ++k) {
      const int place = family.place(member, k);
      const double value = rows_[i].a[static_cast<std::size_t>(member) * family.inputs() + k];
      if (place < system_->unknowns()->size()) entries.push_back({place, value});
    }
    problem.row(one.equation ? minimum::Kind::equation : minimum::Kind::inequality, entries,
                one.offset);
  });
  // of impulses it matters whether they are the only ones, of pushes it does not
  const bool impulses = multiplier == &StepConstraint::impulse;
  found = solver.solve(
      problem,
      {.multipliers = Eigen::Map<const Vector>(start.data(), problem.rows()), .changed = changed_},
      {.judge_unique = impulses});
  ++counts_.solves;
  counts_.factorisations += found.factorisations;
  counts_.products += found.products;
  counts_.most_rows = std::max(counts_.most_rows, system_->processes().sum(problem.rows()));
  if (!found.usable()) return outcome_of(found.outcome);
  counts_.natural = std::max(counts_.natural, found.certificate.natural);
  if (impulses) counts_.unique = counts_.unique && found.unique;
  Eigen::Index next = 0;
  for (StepConstraint& one : bonds_) one.*multiplier = one.within ? found.multipliers[next++] : 0.0;
  return StepOutcome::taken;
}

// first + a·x of a bond, x with those of others.
double Stepping::along(std::size_t bond, const double* x, double first) const {
  const auto i = static_cast<std::size_t>(std::ranges::upper_bound(first_bond_, bond) -
                                          first_bond_.begin() - 1);
  const Family& family = system_->families()[i];
  const std::size_t member = bond - first_bond_[i];
  for (std::size_t k = 0; k < family.inputs(); ++k) {
    const int place = family.place(static_cast<int>(member), k);
    if (place < system_->unknowns()->size())
      first += rows_[i].a[member * family.inputs() + k] * x[place];
  }
  return first;
}

StepOutcome Stepping::velocities(const State& state, double h, const StepRows& rows,
                                 Vector& after) {
  const auto places = static_cast<std::size_t>(system_->unknowns()->size());
  const double small = closed_gap_part * size_of(state.q);
  const Vector free = state.u + h * accelerations(state);
  const auto bring = [&](const Vector& own) {
    std::copy(own.begin(), own.end(), x_.begin());
    system_->unknowns()->bring(std::span(x_).first(places));
  };
  const StepTimes times = times_of(h, rows);
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    StepConstraint& one = bonds_[k];
    if (!one.asked()) continue;
    const double rate = along(k, u_.data(), one.b1);
    one.offset = rows.dissipative ? one.guarded_offset(rate, times, small)
                                  : one.asked_offset(rate, times, small);
  }
  bring(free);
  const auto is_reached = [&](std::size_t k) {
    return along(k, x_.data(), bonds_[k].offset) > 0.0;
  };
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    StepConstraint& one = bonds_[k];
    one.within = one.asked() && (one.equation || one.impulse > 0.0 || is_reached(k));
  }
  minimum::SparseSolution found;
  int changed = 0;
  for (bool complete = false; !complete;) {
    const auto outcome =
        solve(velocity_solver_, system_->mass(), free, &StepConstraint::impulse, found);
    if (outcome != StepOutcome::taken) return outcome;
    bring(found.x);
    bool more = false;
    for (std::size_t k = 0; k < bonds_.size(); ++k) {
      if (bonds_[k].within || !bonds_[k].asked() || !is_reached(k)) continue;
      bonds_[k].within = more = true;
    }
    complete = !system_->processes().any(more);
    changed += found.changed;
  }
  changed_ = changed;
  for (StepConstraint& one : bonds_)
    one.acts = one.within && (one.equation || (one.closed() && one.impulse > 0.0));
  after = found.x;
  count_energy(state, free, after);
  return StepOutcome::taken;
}

// See stepping/stepping.cpp; u_ and x_ are the velocities before and after with those of others.
void Stepping::count_energy(const State& state, const Vector& free, const Vector& after) {
  double carried = 0.0, met = 0.0;
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    const StepConstraint& one = bonds_[k];
    if (one.impulse == 0.0) continue;
    const double rates = along(k, u_.data(), one.b1) + along(k, x_.data(), one.b1);
    (one.is_carried() ? carried : met) -= 0.5 * one.impulse * rates;
  }
  const auto [all_carried, all_met] = system_->processes().sum({carried, met});
  energy_ = {.carried = all_carried,
             .met = all_met,
             .size = 0.5 * (square(state.u) + square(after) + square(free - state.u))};
}

// Of all processes, in the metric of the mass.
double Stepping::square(const Vector& u) const {
  return system_->processes().sum(u.cwiseProduct(u).dot(system_->mass()));
}

// Of the forces alone, eight points at a time.
Vector Stepping::accelerations(const State& state) const {
  constexpr int lanes = Pack::lanes;
  const int points = static_cast<int>(state.q.size()) / 3;
  Vector result(state.q.size());
  for (int j = 0; j < result.size(); ++j)
    result[j] = system_->gravity()[static_cast<std::size_t>(j % 3)];
  for (const ForceForm& force : system_->forces()) {
    std::vector<Pack> x(force.inputs.size());
    for (int from = 0; from < points; from += lanes) {
      for (std::size_t i = 0; i < x.size(); ++i)
        for (int l = 0; l < lanes; ++l) {
          const auto [axis, rate] = force.inputs[i];
          const int place = 3 * std::min(from + l, points - 1) + axis;
          x[i][l] = axis < 0 ? state.t : rate ? state.u[place] : state.q[place];
        }
      const Pack value = force.function.value(x);
      for (int l = 0; l < std::min(lanes, points - from); ++l) {
        const int place = 3 * (from + l) + force.axis;
        result[place] += value[l] / system_->mass()[place];
      }
    }
  }
  return result;
}

StepOutcome Stepping::positions(State& state, double h) {
  const Vector nowhere = Vector::Zero(state.q.size());
  Vector move, whole = nowhere;
  std::vector<double> pushes(bonds_.size(), 0.0);
  ProjectionProgress way;
  double lifted = 0.0;
  for (;;) {
    evaluate(state.q, nowhere);
    double here = 0.0;
    for (const StepConstraint& one : bonds_)
      here = std::max(here, one.equation ? std::abs(one.f) : one.f);
    const double size = size_of(state.q);
    if (way.ends(system_->processes().largest(here), size)) break;
    for (StepConstraint& one : bonds_) {
      one.within = one.equation || one.f > -10.0 * way.left();
      one.offset = one.f;
    }
    Vector metric = system_->mass();
    if (way.is_slow()) metric += bends(move);
    minimum::SparseSolution found;
    const auto outcome = solve(position_solver_, metric, nowhere, &StepConstraint::push, found);
    if (outcome != StepOutcome::taken) return outcome;
    move = found.x;
    whole += move;
    for (std::size_t k = 0; k < pushes.size(); ++k) pushes[k] += bonds_[k].push;
    lifted -= move.cwiseProduct(system_->mass()).dot(accelerations(state));
    state.q += move;
  }
  const bool bounces = system_->processes().any(std::ranges::any_of(
      bonds_, [](const StepConstraint& one) { return one.restitution > 0.0 && one.push != 0.0; }));
  const double led = h * std::sqrt(std::max(square(state.u), 0.02 * energy_.size));
  double ahead = 0.0;
  for (std::size_t k = 0; k < bonds_.size(); ++k)
    if (const StepConstraint& one = bonds_[k]; one.is_carried())
      ahead -= 0.5 * one.impulse * along(k, x_.data(), one.b1);
  const auto [all_lifted, all_ahead] = system_->processes().sum({lifted, ahead});
  energy_.back = all_lifted;
  energy_.ahead = all_ahead;
  if (led > 0.0 && !bounces) {
    energy_.way = std::sqrt(square(whole)) / led;
    energy_.astray = astray(whole, pushes) / led;
  }
  counts_.violation = std::max(counts_.violation, way.left());
  counts_.breach = std::max(counts_.breach, way.left() / size_of(state.q));
  return way.arrived() ? StepOutcome::taken : StepOutcome::apart;
}

// See stepping/stepping.cpp: what of the way back is not along the normals where it ends.
double Stepping::astray(const Vector& whole, const std::vector<double>& pushes) const {
  const auto places = static_cast<std::size_t>(system_->unknowns()->size());
  std::vector<double> sums(places, 0.0);
  each(system_->families(), first_bond_, [&](std::size_t bond, std::size_t i, int member) {
    const Family& family = system_->families()[i];
    for (std::size_t k = 0; k < family.inputs(); ++k)
      if (const auto place = static_cast<std::size_t>(family.place(member, k)); place < places)
        sums[place] +=
            pushes[bond] * rows_[i].a[static_cast<std::size_t>(member) * family.inputs() + k];
  });
  system_->unknowns()->add(sums);
  const Vector off =
      whole + Eigen::Map<const Vector>(sums.data(), system_->own()).cwiseQuotient(system_->mass());
  return std::sqrt(square(off));
}

// See stepping/stepping.cpp: the mean bend of the rows that pushed, along the last move.
Vector Stepping::bends(const Vector& move) const {
  const auto places = static_cast<std::size_t>(system_->unknowns()->size());
  std::vector<double> moved(places), sums(places, 0.0);
  std::copy(move.begin(), move.end(), moved.begin());
  system_->unknowns()->bring(moved);
  each(system_->families(), first_bond_, [&](std::size_t bond, std::size_t i, int member) {
    const StepConstraint& one = bonds_[bond];
    if (!(one.f * one.push > 0.0)) return;
    const Family& family = system_->families()[i];
    const auto each_place = [&](auto&& take) {
      for (std::size_t k = 0; k < family.inputs(); ++k)
        if (const auto place = static_cast<std::size_t>(family.place(member, k)); place < places)
          take(place);
    };
    double square = 0.0;
    each_place([&](std::size_t j) { square += moved[j] * moved[j]; });
    if (square > 0.0)
      each_place([&](std::size_t j) { sums[j] += 2.0 * one.f * one.push / square; });
  });
  system_->unknowns()->add(sums);
  return Eigen::Map<const Vector>(sums.data(), system_->own());
}

}  // namespace zwang::scale
