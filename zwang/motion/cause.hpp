// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What caused an instant, and the event that records it.
#pragma once

#include <optional>
#include <vector>

#include "zwang/arc/arc.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/record/event.hpp"
#include "zwang/record/recorder.hpp"

namespace zwang {

struct Cause {
  std::vector<int> contacts = {};   // gaps that closed, velocity inequalities that were reached
  std::vector<int> releases = {};   // multipliers that fell to zero
  std::vector<int> handovers = {};  // that reached the border of where they apply
  std::vector<Slip> begin = {};     // slip rows whose friction reached its bound
  std::vector<int> rest = {};       // slip rows whose velocity became 0
  bool scheduled = false;
  bool start = false;
  double bound = 0.0;
};

// Of slip rows: a contact is the end of slip, a release that of what sticks.
void tell_of_friction(const System& system, const Arc& arc, Cause& cause);

// Kind, parts and energies of the event at the state of `now`. `before` and `on_before` are the
// statuses and what held up to then, `kinds` what is known of it already. False if there is nothing
// to report.
bool describe(const System& system, const Cause& cause, const std::optional<Impact>& impact,
              const std::vector<ConstraintStatus>& before, const std::vector<char>& on_before,
              const Checkpoint& now, const std::vector<double>& multipliers,
              std::vector<EventKind> kinds, Event& event);

}  // namespace zwang
