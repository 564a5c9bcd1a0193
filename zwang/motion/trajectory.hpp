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
  stopped,          // requested by the recorder
  start_violates,   // E201
  start_strikes,    // E202
  start_singular,   // E203
  start_velocity,   // E204
  begins_violated,  // E208: a constraint begins where it is not satisfied
  singular,         // E301
  contradictory,    // E302
  indefinite,       // E303
  undetermined,     // E304
  unbounded,        // E305
  undecided,        // E306
  nonlinear,        // E307: an impact breaks a constraint that is not linear in the velocities
  outside_domain,   // E310
  not_finite,       // E311
  step_too_small,   // E320
  accumulation,     // E330
  graze_undecided,  // E331
  endless_events,   // E332
  too_many_events,  // E333
  gained_energy,    // E341
  no_acceleration,  // E308: friction
  several_accelerations,  // E309: friction
};

// Empty for `not_run`, `finished` and `stopped`.
std::optional<Code> code(RunOutcome outcome);

// What a run recorded as it went. It judges nothing: the verdict comes from rows and events.
struct Audit {
  double position_drift = 0.0;      // largest |f| of what holds, relative to its terms
  double velocity_drift = 0.0;      // likewise g1
  double acceleration_drift = 0.0;  // likewise g2
  double certificate = 0.0;         // worst of the certificates of instants and impacts
  double energy = unset;       // largest violation of the energy balance, relative to the largest T
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
  bool by_steps = false;  // time stepping: multipliers are means over steps
  std::vector<std::string> warnings;
  const System* system = nullptr;     // its system; must outlive it, unless it is `own`
  std::shared_ptr<const System> own;  // if made from a model
  // A law other than the principle, if one governs: accelerations and multipliers of a row from its
  // state and rho.
  std::function<void(Frame&)> law;

  bool usable() const { return outcome == RunOutcome::finished || outcome == RunOutcome::stopped; }
  // The state at a time between start and end; by default on the later side of a jump.
  State at(double time, int side = 1) const;
  // The same as a row, projected onto the constraints that hold, with accelerations and
  // multipliers.
  Frame evaluate(double time, int side = 1) const;

  std::string brief() const;
  std::string summary() const;

 private:
  const DenseStep& step_at(double time, int side) const;
};

}  // namespace zwang
