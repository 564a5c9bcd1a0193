// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a motion may begin with its given state, and a constraint where it finds the system.
#pragma once

#include <optional>
#include <string>

#include "zwang/motion/trajectory.hpp"
#include "zwang/system/status.hpp"

namespace zwang {

// How close a start must be to its constraints.
constexpr double near_start = 1e-9;

struct [[nodiscard]] Refusal {
  RunOutcome outcome = RunOutcome::not_run;
  std::string message;
};

// E201, E202, E204, or what has no value here; velocities may cause an impact if `strikes`.
std::optional<Refusal> refused_start(const System& system, const Snapshot& snapshot, bool strikes);

// E208: a constraint that begins now but is not satisfied.
std::optional<Refusal> refused_beginning(const System& system, const Snapshot& snapshot,
                                         int constraint, const Nearness& nearness);

// What a formula's domain_error means for a run.
RunOutcome outcome_of(const Error& domain_error);

}  // namespace zwang
