// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion from event to event (theory 8.2); run() in motion/run.hpp judges it.
#pragma once

#include "zwang/motion/trajectory.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

Trajectory run_by_events(const System& system, const State& start, const RunOptions& options);
Trajectory resume_by_events(const System& system, const Checkpoint& checkpoint,
                            const RunOptions& options);

}  // namespace zwang
