// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion over a finite time (theory 8.2): smooth arcs, and between them instants at which the
// velocities may jump and the constraints that hold may change.
#pragma once

#include "zwang/motion/trajectory.hpp"
#include "zwang/motion/uncertainty.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

// The bare engine, on a system as it is; to run a model, use zwang/prepare/prepare.hpp. The system
// must outlive the trajectory.
Trajectory run(const System& system, const State& start, const RunOptions& options);
// Continues from a checkpoint of a run with the same model and options: bit for bit as if it had
// never been interrupted. The verdict covers what follows; go_on() in result/result judges the
// whole.
Trajectory resume(const System& system, const Checkpoint& checkpoint, const RunOptions& options);

// For RunOptions::finer: the same motion, computed more finely as a run with `uncertainty` does.
// `options.recorder` is only polled for whether to stop.
FinerRun finer_run(const System& system, const State& start, const RunOptions& options);

}  // namespace zwang
