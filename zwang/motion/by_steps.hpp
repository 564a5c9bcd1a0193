// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion in time steps (theory 17): a row after every step, and an event where a constraint
// becomes active or is released, known to one step. Among many constraints of one family
// ("net.string_u[..]") only the first to become active and the last to be released make an event.
#pragma once

#include "zwang/motion/trajectory.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

// Called by run() and resume() for RunOptions::Method::time_stepping.
Trajectory run_by_steps(const System& system, const State& start, const RunOptions& options);
Trajectory resume_by_steps(const System& system, const Checkpoint& checkpoint,
                           const RunOptions& options);

}  // namespace zwang
