// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Receives the rows, events and checkpoints of a run. Files are written elsewhere.
#pragma once

#include <vector>

#include "zwang/model/state.hpp"
#include "zwang/record/event.hpp"
#include "zwang/system/rubbing.hpp"

namespace zwang {

// One stored instant. At an impact the same time occurs twice: before (−1) and after (+1).
struct Frame {
  double t = 0.0;
  int side = 0;
  Vector q, u, accelerations = {};
  std::vector<double> multipliers = {};         // one per constraint of the model
  std::vector<ConstraintStatus> statuses = {};  // likewise
  std::vector<double> rho = {};  // likewise, for a variational problem; otherwise empty
};

// Constraints whose impacts accumulate: already closed, the event follows at their limit.
struct Settling {
  std::vector<int> constraints;
  double t = 0.0;      // the limit
  double bound = 0.0;  // of its error
};

// Counts and audit numbers since the start.
struct Tally {
  long refused = 0;
  long evaluations = 0;
  long arcs = 0;
  double position_drift = 0.0;
  double velocity_drift = 0.0;
  double acceleration_drift = 0.0;
  double certificate = 0.0;
  double interpolation = 0.0;
  double largest_energy = 0.0;
  double largest_breach = 0.0;
  double possible_energy = 0.0;
};

// The interaction of two masses of a packing in the last time step.
struct PairMemory {
  int packing = 0;
  int i = 0;  // numbers in Model::points()
  int j = 0;
  double impulse = 0.0;  // N s
  double push = 0.0;     // of the position projection
  int acted = 0;
};

// The beginning of the steps by which to judge whether a run advances.
struct Pace {
  double t = 0.0;
  long steps = 0;
  long events = 0;
};

// Everything a run needs to continue from here.
struct Checkpoint {
  State state;
  double step = 0.0;
  // 1 of constraints that hold as equations; those with status `closed` do so quietly, without a
  // multiplier. Of slip rows 2 or 3, if they slip forward or backward.
  std::vector<char> on;
  std::vector<char> armed;  // open constraints that are monitored by value
  std::vector<char> armed_multiplier;
  // Latest impact times of each constraint; for time steps, the impulse and the rate of an approach
  // that has used up its gap.
  std::vector<std::vector<double>> impacts;
  std::vector<Settling> settling;          // limits of impacts that are still ahead
  std::vector<ConstraintStatus> statuses;  // since the last instant
  double last_instant = -always;           // when that was
  int repeated = 0;                        // consecutive instants at the same time
  std::size_t scheduled = 0;               // how much of the schedule is past
  double work = 0.0;                       // by forces and moving constraints since the start
  double arc_work = 0.0;                   // the same since the last instant
  // Kinetic energy after the last instant; for time steps, how far energy exceeds its lowest
  // before.
  double energy_base = 0.0;
  long steps = 0;
  long events = 0;
  // For time steps: impulses of the last one, pushes of its position projection, one per
  // constraint, and how many rows changed in it.
  std::vector<double> impulses, pushes;
  std::vector<PairMemory> pairs;  // by packing, i, j
  int changed = 0;
  Pace pace;
  Tally tally;
};

// Thread safety: called by the thread of the run. It must outlive the run.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void row(const Frame&) {}
  virtual void event(const Event&) {}
  // After every step; the state is complete.
  virtual void checkpoint(const Checkpoint&) {}
  // Polled after every step: true ends the run as stopped.
  virtual bool stop() { return false; }
};

}  // namespace zwang
