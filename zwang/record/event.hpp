// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What can happen at an instant of a motion (theory 8.3). One instant is one event with all
// constraints that took part, each with its status before and after.
#pragma once

#include <vector>

#include "zwang/model/event_kind.hpp"
#include "zwang/model/state.hpp"
#include "zwang/system/constraint_status.hpp"

namespace zwang {

// A constraint that took part.
struct Part {
  int constraint = 0;
  bool cause = false;  // it caused the event
  ConstraintStatus before = ConstraintStatus::absent;
  ConstraintStatus after = ConstraintStatus::absent;
  double impulse = 0.0;
  double multiplier = 0.0;   // after
  double rate_before = 0.0;  // g1
  double rate_after = 0.0;
};

struct Event {
  EventKind kind = EventKind::start;
  double t = 0.0;
  // How far off the time may be on the computed motion, whose own error is not included:
  // interpolation error over speed, or the bound of a limit; one and a half time steps.
  double located = 0.0;  // s
  // How far off it may be because the motion up to it is not exact, `located` included: an estimate
  // from a finer run (motion/uncertainty.hpp). Unset if there is none.
  double uncertainty = unset;  // s
  std::vector<Part> parts;
  Vector q, before, after;  // positions, velocity parameters on both sides
  double energy_before = unset, energy_after = unset;  // kinetic
  double dissipated = 0.0;
  double supplied = 0.0;

  bool has(int constraint) const;
  const Part* part(int constraint) const;
};

}  // namespace zwang
