// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a model to its motion. Every run, by a program, the command, Python or a sweep, begins here,
// so that all of them compute the same motion and judge it by the same laws.
#pragma once

#include <memory>

#include "zwang/audit/account.hpp"
#include "zwang/motion/run.hpp"

namespace zwang {

// A model prepared for one run. The model must outlive it. Copies share the system; any number of
// threads may run one.
struct [[nodiscard]] Prepared {
  State start;
  // Also holds the hidden position equations of velocity equations, on the leaf of the start.
  std::shared_ptr<const System> system;
  Laws laws;  // for the verdict; none if the run is not judged
};

// The start is the model's at `options.from`. Throws Error if the model is incomplete.
Prepared prepare(const Model& model, const RunOptions& options);
Prepared prepare(const Model& model, State start, const RunOptions& options);
// With an existing system of the model, which is reused if there are no hidden equations.
Prepared prepare(std::shared_ptr<const System> system, State start, const RunOptions& options);

Trajectory run(const Prepared& prepared, const RunOptions& options);
// The model must outlive the trajectory.
Trajectory run(const Model& model, const RunOptions& options);

}  // namespace zwang
