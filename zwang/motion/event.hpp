// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What can happen at an instant of a motion (theory 8.3). One instant is one event with all
// conditions that took part, each with its standing before and after.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/gauss/standing.hpp"

namespace zwang {

// In the order of precedence: if several things coincide the first names the event.
enum class EventKind {
  start,
  singular,         // the run stops here
  sudden_equation,  // scheduled: an equation begins
  impulse,          // scheduled: an external impulse
  shock,            // f reaches 0 with f' > 0: velocities jump
  settle,           // infinitely many shocks have ended
  touch,            // f reaches 0 with f' = 0 and the condition takes hold
  reach,            // g1 of a velocity inequality rises to 0
  release,          // λ falls to 0 and the condition opens
  removed,          // scheduled: a condition ends
  jump,             // scheduled: a force jumps
  graze,            // f = f' = 0, f'' < 0: nothing changes
  end,
};

std::string_view name(EventKind kind);
// What brought it about: "gap", "multiplier", "rate", "limit", "schedule", or "".
std::string_view cause(EventKind kind);
// "slack" is another word for release.
std::optional<EventKind> event_kind_named(std::string_view name);

// A condition that took part.
struct Part {
  int condition = 0;
  bool cause = false;  // it made the event
  Standing before = Standing::absent;
  Standing after = Standing::absent;
  double impulse = 0.0;
  double multiplier = 0.0;   // after
  double rate_before = 0.0;  // g1
  double rate_after = 0.0;
};

struct Event {
  EventKind kind = EventKind::start;
  double t = 0.0;
  double bound = 0.0;  // of the time: interpolation error over speed, or of the limit
  std::vector<Part> parts;
  Vector q, before, after;  // positions, velocity parameters on both sides
  double energy_before = unset, energy_after = unset;  // kinetic
  double dissipated = 0.0;
  double supplied = 0.0;

  bool has(int condition) const;
  const Part* part(int condition) const;
};

}  // namespace zwang
