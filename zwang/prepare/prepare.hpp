// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a model to its motion. Whoever begins a run, a program, the command, Python or a sweep,
// begins it here: so all of them compute the same motion and judge it by the same laws.
#pragma once

#include <memory>

#include "zwang/audit/account.hpp"
#include "zwang/motion/run.hpp"

namespace zwang {

// A model made ready for one run. The model must outlive it. Copies share the system; any number of
// threads may run one.
struct [[nodiscard]] Prepared {
  State start;
  // Holds equations in velocities that are ones in positions there too, on the leaf of the start.
  std::shared_ptr<const System> system;
  Laws laws;  // of the verdict; none if the run is not judged
};

// The start is the model's at `options.from`. Throws Error if the model is not complete.
Prepared prepare(const Model& model, const RunOptions& options);
Prepared prepare(const Model& model, State start, const RunOptions& options);
// With a system of the model that is there: it is taken if no equation is hidden.
Prepared prepare(std::shared_ptr<const System> system, State start, const RunOptions& options);

Trajectory run(const Prepared& prepared, const RunOptions& options);
// The model must outlive the trajectory.
Trajectory run(const Model& model, const RunOptions& options);

}  // namespace zwang
