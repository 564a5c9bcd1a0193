// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a motion may begin as it is given, and a condition where it finds the system.
#pragma once

#include <optional>
#include <string>

#include "zwang/gauss/standing.hpp"
#include "zwang/motion/trajectory.hpp"

namespace zwang {

// How near a start must be to its conditions.
constexpr double near_start = 1e-9;

struct [[nodiscard]] Refusal {
  RunOutcome outcome = RunOutcome::not_run;
  std::string message;
};

// E201, E202, E204, or what has no value here; velocities may strike if `strikes` is allowed.
std::optional<Refusal> refused_start(const System& system, const Snapshot& snapshot, bool strikes);

// E208: a condition that begins now but does not hold.
std::optional<Refusal> refused_beginning(const System& system, const Snapshot& snapshot,
                                         int condition, const Nearness& nearness);

// What a formula's complaint means for a run.
RunOutcome outcome_of(const Error& complaint);

}  // namespace zwang
