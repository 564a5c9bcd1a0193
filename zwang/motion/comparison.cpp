// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

double largest_impulse(const Event& event) {
  double most = 0.0;
  for (const Part& part : event.parts) most = std::max(most, std::abs(part.impulse));
  return most;
}

std::vector<const Event*> impacts_of(const Trajectory& motion) {
  std::vector<const Event*> found;
  for (const Event& event : motion.events)
    if (event.kind == EventKind::impact) found.push_back(&event);
  return found;
}

// Each impact of the exact motion has one of the steps that shares a constraint with it and comes
// within two steps.
void pair_impacts(const Trajectory& exact, const Trajectory& steps, Comparison& all) {
  const auto wanted = impacts_of(exact);
  auto left = impacts_of(steps);
  double largest = 0.0;
  for (const Event* const impact : wanted) largest = std::max(largest, largest_impulse(*impact));
  all.impacts = static_cast<int>(wanted.size());
  for (const Event* const impact : wanted) {
    const auto same = std::ranges::find_if(left, [&](const Event* other) {
      return std::abs(other->t - impact->t) <= 2.0 * all.step + other->located &&
             std::ranges::any_of(other->parts,
                                 [&](const Part& part) { return impact->has(part.constraint); });
    });
    if (same == left.end()) continue;
    ++all.found;
    if (largest > 0.0)
      all.impulse = std::max(
          all.impulse, std::abs(largest_impulse(**same) - largest_impulse(*impact)) / largest);
    left.erase(same);
  }
}

}  // namespace

Comparison compare_methods(const System& system, const State& start, const RunOptions& options) {
  Comparison all;
  all.step = options.step > 0.0 ? options.step : (options.until - options.from) / 2000.0;
  RunOptions by_events = options;
  by_events.method = RunOptions::Method::event_driven;
  by_events.step = unset;
  by_events.tolerance = std::min(options.tolerance, 1e-10);
  by_events.recorder = nullptr;
  by_events.judge = false;
  by_events.uncertainty = false;
  by_events.finer = nullptr;
  by_events.keep_course = true;
  by_events.keep_frames = false;
  const Trajectory exact = run(system, start, by_events);
  RunOptions by_steps = by_events;
  by_steps.method = RunOptions::Method::time_stepping;
  by_steps.step = all.step;
  by_steps.every = unset;
  by_steps.keep_course = false;
  by_steps.keep_frames = true;
  const Trajectory steps = run(system, start, by_steps);
  all.exact = exact.outcome;
  all.steps = steps.outcome;
  if (!all.usable()) return all;
  for (const Frame& frame : steps.frames) {
    Eigen::Index which = 0;
    const double apart = (frame.q - exact.at(frame.t).q).cwiseAbs().maxCoeff(&which);
    if (!(apart > all.farthest)) continue;
    all.farthest = apart;
    all.when = frame.t;
    all.coordinate = static_cast<int>(which);
  }
  const auto at_end = [&](const Trajectory& motion) {
    return (motion.last.state.q - exact.last.state.q).lpNorm<Eigen::Infinity>();
  };
  all.at_end = at_end(steps);
  pair_impacts(exact, steps, all);
  by_steps.step *= 0.5;
  by_steps.keep_frames = false;
  const Trajectory half = run(system, start, by_steps);
  if (half.outcome != RunOutcome::finished) return all;
  all.half_at_end = at_end(half);
  // both exact: nothing to compare
  if (all.half_at_end > 1e-12) all.order = std::log2(all.at_end / all.half_at_end);
  return all;
}

std::string Comparison::text(const System& system) const {
  const auto ending = [](RunOutcome outcome) {
    const auto why = code(outcome);
    return why ? std::string(name(*why)) : std::string("no end");
  };
  if (exact != RunOutcome::finished)
    return fmt::format("compared: the exact motion ends with {}\n", ending(exact));
  if (steps != RunOutcome::finished)
    return fmt::format("compared: time steps of {:.6g} s end with {}\n", step, ending(steps));
  std::string out = fmt::format("compared: time steps of {:.6g} s with the exact motion\n", step);
  out += fmt::format("  largest difference {:.3g} at {:.6g} s ({}), at the end {:.3g}\n", farthest,
                     when, system.model().coordinate_names()[static_cast<std::size_t>(coordinate)],
                     at_end);
  out += fmt::format("  with half the step {:.3g} at the end", half_at_end);
  out += std::isnan(order) ? "\n" : fmt::format(": order {:.2f}\n", order);
  if (impacts > 0)
    out += fmt::format("  {} of {} impacts found within two steps, impulses within {:.2g} %\n",
                       found, impacts, 100.0 * impulse);
  return out;
}

}  // namespace zwang
