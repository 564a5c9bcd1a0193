// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/arc/flow.hpp"
#include "zwang/base/error.hpp"

namespace zwang {

std::optional<Code> code(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::not_run:
    case RunOutcome::finished:
    case RunOutcome::stopped: break;
    case RunOutcome::start_violates: return Code::E201;
    case RunOutcome::start_strikes: return Code::E202;
    case RunOutcome::start_singular: return Code::E203;
    case RunOutcome::start_velocity: return Code::E204;
    case RunOutcome::begins_violated: return Code::E208;
    case RunOutcome::singular: return Code::E301;
    case RunOutcome::contradictory: return Code::E302;
    case RunOutcome::indefinite: return Code::E303;
    case RunOutcome::undetermined: return Code::E304;
    case RunOutcome::unbounded: return Code::E305;
    case RunOutcome::undecided: return Code::E306;
    case RunOutcome::nonlinear: return Code::E307;
    case RunOutcome::outside_domain: return Code::E310;
    case RunOutcome::not_finite: return Code::E311;
    case RunOutcome::step_too_small: return Code::E320;
    case RunOutcome::accumulation: return Code::E330;
    case RunOutcome::graze_undecided: return Code::E331;
    case RunOutcome::endless_events: return Code::E332;
    case RunOutcome::no_acceleration: return Code::E308;
    case RunOutcome::several_accelerations: return Code::E309;
    case RunOutcome::too_many_events: return Code::E333;
    case RunOutcome::gained_energy: return Code::E341;
  }
  return std::nullopt;
}

// The step that begins at or before the time.
const DenseStep& Trajectory::step_at(double time, int side) const {
  if (course.empty() || !(time >= course.front().t) || !(time <= t))
    throw Error(Code::E120, fmt::format("the time {} is outside the motion", time));
  auto found = std::ranges::upper_bound(course, time, {}, &DenseStep::t);
  if (found != course.begin()) --found;
  if (side < 0)
    while (found != course.begin() && found->t == time) --found;
  return *found;
}

State Trajectory::at(double time, int side) const {
  const DenseStep& step = step_at(time, side);
  State state;
  const int n = system->coordinates();
  const int m = system->velocities();
  state.q.resize(n);
  state.u.resize(m);
  state.t = time;
  const double theta = step.h == 0.0 ? 0.0 : (time - step.t) / step.h;
  for (int i = 0; i < n; ++i) state.q[i] = step.value(i, theta);
  for (int i = 0; i < m; ++i) state.u[i] = step.value(n + i, theta);
  return state;
}

Frame Trajectory::evaluate(double time, int side) const {
  State state = at(time, side);
  auto row = std::ranges::upper_bound(frames, time, {}, &Frame::t);
  if (row != frames.begin()) --row;
  if (side < 0 && row->t == time && row->side > 0) --row;
  Frame frame;
  frame.t = time;
  frame.side = side < 0 && row->t == time ? -1 : 0;
  frame.statuses = row->statuses;
  if (by_steps) {
    // what the step does that leads on from here
    const Frame& end = row->t < time && row + 1 != frames.end() ? *(row + 1) : *row;
    frame.q = state.q;
    frame.u = state.u;
    frame.statuses = end.statuses;
    frame.multipliers = end.multipliers;
    frame.accelerations = end.accelerations;
    return frame;
  }
  if (law) {
    const DenseStep& step = step_at(time, side);
    const int first = system->coordinates() + system->velocities();
    for (int i = 0; i < system->constraints(); ++i)
      frame.rho.push_back(step.value(first + i, (time - step.t) / step.h));
    frame.q = state.q;
    frame.u = state.u;
    law(frame);
    return frame;
  }
  std::vector<int> bound;
  std::vector<Slip> slipping;
  const Snapshot there = system->at(state);
  for (int i = 0; i < system->constraints(); ++i) {
    const ConstraintStatus status = frame.statuses[static_cast<std::size_t>(i)];
    if (status == ConstraintStatus::active || status == ConstraintStatus::held ||
        status == ConstraintStatus::sticking)
      bound.push_back(i);
    if (status == ConstraintStatus::slipping)
      slipping.push_back({i, there.rows[static_cast<std::size_t>(i)].rate < 0.0 ? -1.0 : 1.0});
  }
  // where a singular position is passed rows determine neither
  const bool passed = std::ranges::any_of(events, [&](const Event& event) {
    return event.kind == EventKind::singular && event.t == time;
  });
  if (passed)
    for (const Frame& here : frames)
      if (here.t == time && here.side >= 0 && here.accelerations.size() > 0) return here;
  Flow flow(*system);
  flow.bind(bound, step_at(time, side).t, slipping);
  std::vector<double> y, rates(static_cast<std::size_t>(flow.size()));
  if (!flow.project(state))
    throw Error(Code::E310, fmt::format("could not project back onto the constraints at {}", time));
  y.insert(y.end(), state.q.begin(), state.q.end());
  y.insert(y.end(), state.u.begin(), state.u.end());
  flow.rates(time, y.data(), rates.data());
  // at a singular start accelerations were chosen, rows do not determine them
  std::vector<double> longest(bound.size(), 0.0);
  if (time == frames.front().t && !bound.empty() && flow.independence(longest) == 0.0 &&
      frames.front().accelerations.size() > 0)
    return frames.front();
  frame.q = state.q;
  frame.u = state.u;
  frame.accelerations =
      Eigen::Map<const Vector>(rates.data() + system->coordinates(), system->velocities());
  frame.multipliers.assign(frame.statuses.size(), 0.0);
  for (std::size_t k = 0; k < bound.size(); ++k)
    frame.multipliers[static_cast<std::size_t>(bound[k])] = flow.multipliers()[k];
  for (std::size_t k = 0; k < slipping.size(); ++k)
    frame.multipliers[static_cast<std::size_t>(slipping[k].row)] = flow.friction()[k];
  return frame;
}

}  // namespace zwang
