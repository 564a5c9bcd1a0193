// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/run_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/motion/uncertainty.hpp"

namespace zwang {
namespace {

// What holds quietly has a multiplier of rounding.
std::vector<double> without_quiet(std::vector<double> multipliers,
                                  const std::vector<ConstraintStatus>& statuses) {
  for (std::size_t i = 0; i < multipliers.size(); ++i)
    if (statuses[i] == ConstraintStatus::closed) multipliers[i] = 0.0;
  return multipliers;
}

}  // namespace

RunLog::RunLog(const System& system, const RunOptions& options, Arc& arc)
    : system_(system), options_(options), arc_(arc) {
  motion.tolerance = options.tolerance;
  motion.system = &system;
}

std::vector<double> RunLog::by_constraint(const std::vector<double>& of_bound,
                                          const std::vector<double>& of_slips) const {
  std::vector<double> all(index(system_.constraints()), 0.0);
  const auto& bound = arc_.flow().bound();
  for (std::size_t k = 0; k < bound.size(); ++k) all[index(bound[k])] = of_bound[k];
  const auto& slipping = arc_.flow().slipping();
  for (std::size_t k = 0; k < slipping.size(); ++k) all[index(slipping[k].row)] = of_slips[k];
  return all;
}

std::vector<double> RunLog::multipliers() const {
  if (motion.arcs == 0) return std::vector<double>(index(system_.constraints()), 0.0);
  return by_constraint(arc_.multipliers(), arc_.friction());
}

void RunLog::keep(Frame frame) {
  if (options_.recorder) options_.recorder->row(frame);
  if (options_.keep_frames) motion.frames.push_back(std::move(frame));
}

void RunLog::row(const State& state, int side, const std::vector<ConstraintStatus>& statuses) {
  if (!anyone_listens()) return;
  Frame frame;
  frame.t = state.t;
  frame.side = side;
  frame.q = state.q;
  frame.u = state.u;
  frame.statuses = statuses;
  frame.multipliers = without_quiet(multipliers(), statuses);
  if (motion.arcs > 0) frame.accelerations = arc_.accelerations();
  keep(std::move(frame));
}

void RunLog::spaced_rows(double end, const std::vector<ConstraintStatus>& statuses) {
  if (!(options_.every > 0.0) || !anyone_listens()) return;
  const double begin = arc_.course().t;
  for (double k = std::floor((begin - options_.from) / options_.every);; k += 1.0) {
    const double t = options_.from + k * options_.every;
    if (t <= begin) continue;
    if (t >= end) return;
    State state;
    Frame frame;
    std::vector<double> z, friction;
    if (!arc_.evaluate(t, state, frame.accelerations, z, friction)) continue;
    frame.t = t;
    frame.q = std::move(state.q);
    frame.u = std::move(state.u);
    frame.statuses = statuses;
    frame.multipliers = without_quiet(by_constraint(z, friction), statuses);
    keep(std::move(frame));
  }
}

void RunLog::event(Event event) {
  if (options_.finer) event.uncertainty = options_.finer->uncertainty(event);
  if (options_.recorder) options_.recorder->event(event);
  motion.events.push_back(std::move(event));
}

void RunLog::graze(const Arrival& graze, const std::vector<ConstraintStatus>& statuses) {
  const DenseStep& course = arc_.course();
  Event grazed;
  grazed.kind = EventKind::graze;
  grazed.t = course.t + graze.theta * course.h;
  grazed.parts.push_back({.constraint = graze.constraint,
                          .cause = true,
                          .before = statuses[index(graze.constraint)],
                          .after = statuses[index(graze.constraint)]});
  const int n = system_.coordinates();
  grazed.q.resize(n);
  grazed.before.resize(system_.velocities());
  for (int i = 0; i < n; ++i) grazed.q[i] = course.value(i, graze.theta);
  for (int i = 0; i < system_.velocities(); ++i)
    grazed.before[i] = course.value(n + i, graze.theta);
  grazed.after = grazed.before;
  warn(fmt::format("W305: {} is grazed at t = {}", system_.constraint(graze.constraint).name,
                   grazed.t));
  event(std::move(grazed));
}

void RunLog::warn(std::string text) {
  const std::string kind = text.substr(0, 4);
  for (std::size_t i = 0; i < warned_.size(); ++i)
    if (motion.warnings[i].starts_with(kind)) {
      ++warned_[i];
      return;
    }
  motion.warnings.push_back(std::move(text));
  warned_.push_back(1);
}

void RunLog::begin_arc() {
  ++motion.arcs;
  energy_base_ = arc_.kinetic();
  largest_energy_ = std::max(largest_energy_, energy_base_);
}

void RunLog::audit_energy(double step) {
  if (!system_.energy_is_quadratic()) return;
  const double energy = arc_.kinetic();
  largest_energy_ = std::max(largest_energy_, energy);
  const double breach = std::abs(energy - energy_base_ - arc_.work());
  largest_breach_ = std::max(largest_breach_, breach);
  if (breach <= 1e-12 * largest_energy_ || arc_.flow().is_light()) return;
  // what the forces alone could make of a body at rest in one step
  const Snapshot& here = arc_.flow().snapshot();
  Vector free = here.net_force;
  here.mass.solve(free.data());
  possible_energy_ = std::max(possible_energy_, 0.5 * here.mass.square(free) * step * step);
}

void RunLog::tally(Checkpoint& now) const {
  now.arc_work = arc_.work();
  now.energy_base = energy_base_;
  now.tally = {.refused = arc_.refused,
               .evaluations = arc_.evaluations,
               .arcs = motion.arcs,
               .position_drift = arc_.position_drift,
               .velocity_drift = arc_.velocity_drift,
               .acceleration_drift = arc_.acceleration_drift,
               .certificate = motion.audit.certificate,
               .interpolation = std::max(seen_interpolation_, arc_.search_error()),
               .largest_energy = largest_energy_,
               .largest_breach = largest_breach_,
               .possible_energy = possible_energy_};
}

void RunLog::recall(const Checkpoint& now) {
  const Tally& tally = now.tally;
  arc_.steps = now.steps;
  arc_.refused = tally.refused;
  arc_.evaluations = tally.evaluations;
  arc_.position_drift = tally.position_drift;
  arc_.velocity_drift = tally.velocity_drift;
  arc_.acceleration_drift = tally.acceleration_drift;
  motion.arcs = tally.arcs;
  motion.audit.certificate = tally.certificate;
  seen_interpolation_ = tally.interpolation;
  energy_base_ = now.energy_base + now.arc_work;
  largest_energy_ = tally.largest_energy;
  largest_breach_ = tally.largest_breach;
  possible_energy_ = tally.possible_energy;
}

Trajectory RunLog::close(const Checkpoint& now) {
  motion.t = now.state.t;
  motion.steps = arc_.steps;
  motion.refused = arc_.refused;
  motion.evaluations = arc_.evaluations;
  motion.audit.position_drift = arc_.position_drift;
  motion.audit.velocity_drift = arc_.velocity_drift;
  motion.audit.acceleration_drift = arc_.acceleration_drift;
  motion.audit.interpolation = std::max(seen_interpolation_, arc_.search_error());
  const double scale = largest_energy_ + 1e-3 * possible_energy_;
  if (system_.energy_is_quadratic())
    motion.audit.energy = scale > 0.0 ? largest_breach_ / scale : 0.0;
  for (std::size_t i = 0; i < warned_.size(); ++i)
    if (warned_[i] > 1) motion.warnings[i] += fmt::format(" (and {} more)", warned_[i] - 1);
  motion.last = now;
  return std::move(motion);
}

}  // namespace zwang
