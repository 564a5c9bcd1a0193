// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time stepping compared with the exact motion of the same model: how far they differ, by which
// power of the step that falls, and whether they saw the same events.
#pragma once

#include <string>

#include "zwang/motion/run.hpp"

namespace zwang {

struct [[nodiscard]] Comparison {
  RunOutcome exact = RunOutcome::not_run, steps = RunOutcome::not_run;  // how both ended
  double step = 0.0;                                                    // s
  double farthest = 0.0;     // largest difference of a coordinate at the ends of steps
  double when = 0.0;         // s, at this time
  int coordinate = 0;        // in this coordinate
  double at_end = 0.0;       // largest difference at the end
  double half_at_end = 0.0;  // the same with half the step
  double order = unset;      // from these two
  int impacts = 0;           // of the exact motion
  int found = 0;             // of them, within two steps
  double impulse = 0.0;      // largest difference of their impulses, relative to the largest

  bool usable() const { return exact == RunOutcome::finished && steps == RunOutcome::finished; }
  std::string text(const System& system) const;  // a few lines
};

// `options.step`, or 1/2000 of the time. The exact motion has a tolerance of at most 1e-10.
Comparison compare_methods(const System& system, const State& start, const RunOptions& options);

}  // namespace zwang
