// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/trajectory.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    case RunOutcome::outside_domain: return Code::E310;
    case RunOutcome::step_too_small: return Code::E320;
    case RunOutcome::accumulation: return Code::E330;
    case RunOutcome::graze_undecided: return Code::E331;
    case RunOutcome::endless_events: return Code::E332;
    case RunOutcome::too_many_events: return Code::E333;
    case RunOutcome::audit_failed: return Code::E340;
    case RunOutcome::gained_energy: return Code::E341;
  }
  return std::nullopt;
}

bool Audit::holds() const {
  return position_drift <= 1e-11 && velocity_drift <= 1e-11 && acceleration_drift <= 1e-9 &&
         certificate <= 1e-9 && !(energy > 1e-4);
}

State Trajectory::at(double time, int side) const {
  if (course.empty() || !(time >= course.front().t) || !(time <= t))
    throw Error(Code::E120, fmt::format("the time {} is outside the motion", time));
  // the step that begins at or before the time
  auto found = std::ranges::upper_bound(course, time, {}, &DenseStep::t);
  if (found != course.begin()) --found;
  if (side < 0)
    while (found != course.begin() && found->t == time) --found;
  State state;
  const int n = system->coordinates();
  const int m = system->velocities();
  state.q.resize(n);
  state.u.resize(m);
  state.t = time;
  const double theta = found->h == 0.0 ? 0.0 : (time - found->t) / found->h;
  for (int i = 0; i < n; ++i) state.q[i] = found->value(i, theta);
  for (int i = 0; i < m; ++i) state.u[i] = found->value(n + i, theta);
  return state;
}

}  // namespace zwang
