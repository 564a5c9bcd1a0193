// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A curve of one of Maurer's problems as a motion: rows, events and audit like those of a run. Its
// multipliers are rho' of geodesic constraints and sigma of straightest ones (theory 10).
#pragma once

#include "zwang/laws/variation.hpp"
#include "zwang/motion/run.hpp"

namespace zwang {

// The system must outlive the trajectory.
Trajectory run(const Variation& variation, const State& start, const Vector& rho,
               const RunOptions& options);

}  // namespace zwang
