// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion: its rows with both sides of every jump, its events, its proofs, and the course between
// rows.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/audit/verdict.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/record/event.hpp"
#include "zwang/record/recorder.hpp"

namespace zwang {

enum class RunOutcome {
  not_run,
  finished,
  stopped,          // the recorder asked for it
  start_violates,   // E201
  start_strikes,    // E202
  start_singular,   // E203
  start_velocity,   // E204
  begins_violated,  // E208: a condition switched on where it does not hold
  singular,         // E301
  contradictory,    // E302
  indefinite,       // E303
  undetermined,     // E304
  unbounded,        // E305
  undecided,        // E306
  outside_domain,   // E310
  not_finite,       // E311
  step_too_small,   // E320
  accumulation,     // E330
  graze_undecided,  // E331
  endless_events,   // E332
  too_many_events,  // E333
  gained_energy,    // E341
};

// Nothing for `not_run`, `finished` and `stopped`.
std::optional<Code> code(RunOutcome outcome);

// What a run booked on its way. It judges nothing: the verdict comes from rows and events.
struct Audit {
  double position_drift = 0.0;      // largest |f| of what holds, relative to its terms
  double velocity_drift = 0.0;      // likewise g1
  double acceleration_drift = 0.0;  // likewise g2
  double certificate = 0.0;         // worst of the certificates of instants and shocks
  double energy = unset;       // largest breach of the balance of energy, relative to the largest T
  double interpolation = 0.0;  // largest error that a gap may carry in the search, in its unit
};

struct [[nodiscard]] Trajectory {
  RunOutcome outcome = RunOutcome::not_run;
  std::string message;  // why it ended, if not finished
  std::vector<Frame> frames;
  std::vector<Event> events;
  std::vector<DenseStep> course;  // every step, cut where an event ended it
  Verdict verdict;                // of RunOptions::judge
  Audit audit;
  Checkpoint last;
  double t = 0.0;  // reached
  long steps = 0;
  long refused = 0;      // attempts with too large an error
  long evaluations = 0;  // of the right-hand side
  long arcs = 0;
  double tolerance = unset;
  bool by_steps = false;  // time steps: multipliers are means over them
  std::vector<std::string> warnings;
  const System* system = nullptr;     // whose it is; must live as long, unless it is `own`
  std::shared_ptr<const System> own;  // if it was made of a model
  // Another law than the principle, if one rules: accelerations and multipliers of a row from its
  // state and rho.
  std::function<void(Frame&)> law;

  bool usable() const { return outcome == RunOutcome::finished || outcome == RunOutcome::stopped; }
  // The state at a time between start and end; on the later side of a jump unless asked otherwise.
  State at(double time, int side = 1) const;
  // The same as a row, back on the conditions that hold, with accelerations and multipliers.
  Frame look(double time, int side = 1) const;

  std::string brief() const;
  std::string report() const;

 private:
  const DenseStep& step_at(double time, int side) const;
};

}  // namespace zwang
