// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where a run hands its rows, events and checkpoints. Files are written by others.
#pragma once

#include <vector>

#include "zwang/model/state.hpp"
#include "zwang/record/event.hpp"

namespace zwang {

// One stored instant. At a shock the same time stands twice: before (−1) and after (+1).
struct Frame {
  double t = 0.0;
  int side = 0;
  Vector q, u, accelerations = {};
  std::vector<double> multipliers = {};  // one per condition of the model
  std::vector<Standing> standings = {};  // likewise
  std::vector<double> rho = {};          // likewise, of a variational problem; otherwise empty
};

// Conditions whose shocks accumulate: closed already, the event comes at their limit.
struct Settling {
  std::vector<int> conditions;
  double t = 0.0;      // the limit
  double bound = 0.0;  // of its error
};

// What was counted and audited since the start.
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

// What two masses of a packing did to each other in the last time step.
struct PairMemory {
  int packing = 0;
  int i = 0;  // numbers in Model::points()
  int j = 0;
  double impulse = 0.0;  // N s
  double push = 0.0;     // on the way back
  int acted = 0;
};

// Where the steps began by which a run is judged to advance or not.
struct Pace {
  double t = 0.0;
  long steps = 0;
  long events = 0;
};

// Everything a run needs to go on from here.
struct Checkpoint {
  State state;
  double step = 0.0;
  // Conditions that hold as equations; those of them that stand as `closed` do so quietly, without
  // a multiplier.
  std::vector<char> on;
  std::vector<char> armed;  // open conditions that are seen by their value
  std::vector<char> armed_multiplier;
  // Last times of each condition; of time steps the impulse and the rate of an approach that has
  // used up its gap.
  std::vector<std::vector<double>> shocks;
  std::vector<Settling> settling;   // limits of shocks that are still ahead
  std::vector<Standing> standings;  // since the last instant
  double last_instant = -always;    // when that was
  int repeated = 0;                 // instants in a row at the same time
  std::size_t scheduled = 0;        // how much of the schedule is past
  double work = 0.0;                // of forces and moving conditions since the start
  double arc_work = 0.0;            // the same since the last instant
  // Kinetic energy after the last instant; of time steps how far energy is above its lowest before.
  double energy_base = 0.0;
  long steps = 0;
  long events = 0;
  // Of time steps: impulses of the last one, pushes of its way back, one per condition, and how
  // many rows changed in it.
  std::vector<double> impulses, pushes;
  std::vector<PairMemory> pairs;  // by packing, i, j
  int changed = 0;
  Pace pace;
  Tally tally;
};

// Called by the thread that runs, and must live as long as the run.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void row(const Frame&) {}
  virtual void event(const Event&) {}
  // After every step; the state is complete.
  virtual void checkpoint(const Checkpoint&) {}
  // Asked after every step: true ends the run as stopped.
  virtual bool stop() { return false; }
};

}  // namespace zwang
