// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of events of a motion (theory 8.3), named as in files and reports.
#pragma once

#include <optional>
#include <string_view>

namespace zwang {

// In order of precedence: if several coincide, the first names the event.
enum class EventKind {
  start,
  singular,         // passed, or the end
  sudden_equation,  // scheduled: an equation begins
  impulse,          // scheduled: an external impulse
  impact,           // f reaches 0 with f' > 0: velocities jump
  settle,           // infinitely many impacts have ended
  handover,         // a constraint that holds reaches the border of where it applies
  touch,            // f reaches 0 with f' = 0 and the constraint becomes active
  reach,            // g1 of a velocity inequality rises to 0
  release,          // λ falls to 0 and the constraint opens
  removed,          // scheduled: a constraint ends
  jump,             // scheduled: a force jumps
  graze,            // f = f' = 0, f'' < 0: nothing changes
  end,
  // of a surface that rubs, after all others in precedence
  stick,    // its slip velocity falls to 0, and it holds
  slip,     // its friction reaches the bound of sticking
  reverse,  // its slip velocity passes 0 and goes on
};

std::string_view name(EventKind kind);
// What caused it: "gap", "multiplier", "rate", "limit", "domain", "slip", "friction", "schedule",
// or
// "".
std::string_view cause(EventKind kind);
// Accepts "slack" as another word for release.
std::optional<EventKind> event_kind_named(std::string_view name);

}  // namespace zwang
