// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The kinds of events of a motion (theory 8.3), as files, pages and people call them.
#pragma once

#include <optional>
#include <string_view>

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

}  // namespace zwang
