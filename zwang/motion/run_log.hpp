// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a run records as it goes: rows, events, warnings, and the accounts of energy and drift.
#pragma once

#include <string>
#include <vector>

#include "zwang/arc/arc.hpp"
#include "zwang/motion/trajectory.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

class RunLog {
 public:
  // All three must outlive it.
  RunLog(const System& system, const RunOptions& options, Arc& arc);

  Trajectory motion;  // so far

  void row(const State& state, int side, const std::vector<ConstraintStatus>& statuses);
  // A row whose accelerations and multipliers, one per constraint, no arc has.
  void row(Frame frame) { keep(std::move(frame)); }
  // Rows at multiples of `every` inside the last step, which ends at `end`; the end itself is
  // written by the next caller.
  void spaced_rows(double end, const std::vector<ConstraintStatus>& statuses);
  void event(Event event);
  // A grazed constraint keeps its status.
  void graze(const Arrival& graze, const std::vector<ConstraintStatus>& statuses);
  // Each code is kept once, with its first text, and counted.
  void warn(std::string text);

  // One per constraint, 0 where it does not hold.
  std::vector<double> multipliers() const;

  // The account restarts after each instant: T − T0 = work between two of them.
  void begin_arc();
  void audit_energy(double step);

  // Counts and audit into a checkpoint, and back from it; the arc's work then restarts at zero.
  void tally(Checkpoint& now) const;
  void recall(const Checkpoint& now);

  Trajectory close(const Checkpoint& now);

 private:
  bool anyone_listens() const { return options_.keep_frames || options_.recorder; }
  void keep(Frame frame);
  std::vector<double> by_constraint(const std::vector<double>& of_bound,
                                    const std::vector<double>& of_slips) const;

  const System& system_;
  const RunOptions& options_;
  Arc& arc_;
  double energy_base_ = 0.0, largest_energy_ = 0.0, largest_breach_ = 0.0, possible_energy_ = 0.0;
  double seen_interpolation_ = 0.0;  // before the checkpoint
  std::vector<long> warned_;         // how often each of motion.warnings was issued
};

}  // namespace zwang
