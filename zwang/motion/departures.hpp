// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The steps of a run over and from singular positions: a start with chosen accelerations
// (theory 5.5), and positions that the motion passes (5.6). They are made and written down here;
// the loop goes on behind them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "zwang/arc/arc.hpp"
#include "zwang/arc/branch_start.hpp"
#include "zwang/arc/departure.hpp"
#include "zwang/arc/passage.hpp"
#include "zwang/motion/run_log.hpp"

namespace zwang {

class Departures {
 public:
  // All must outlive it.
  Departures(const System& system, const RunOptions& options, const Nearness& nearness, Arc& arc,
             RunLog& log, Checkpoint& now, std::vector<double>& multipliers)
      : system_(system),
        options_(options),
        nearness_(nearness),
        arc_(arc),
        log_(log),
        now_(now),
        multipliers_(multipliers) {}

  // Nothing is due before `limit`.
  void before(double limit) { limit_ = limit; }

  // From the start `found` with the accelerations of the options. What is wrong, or nothing.
  std::string begin(const Instant& found);
  // A singular position straight ahead of a state, reached by one step over it, or by up to so many
  // halvings of the way and then a shorter one. False, and nothing is changed, if there is none.
  bool crosses(const State& from, double ahead, int halvings);
  // From where the arc has arrived. False if no motion was found; `passed` says why.
  bool goes_through(Passage& passed);

 private:
  struct Crossing;
  bool crosses_at_once(const State& from, double t, double singular);
  bool find(Crossing& crossing, double singular) const;
  void go_through(const Passage& passed, const BranchStart& start, Departure& departure);
  void leave(Departure& departure, const BranchStart& start, const Vector& accelerations, int side,
             const std::function<void(Event&)>& tell);
  void rows_of(Departure& departure, double until);
  void spread(const Departure& departure, const std::vector<double>& z);
  void write(const State& state, const Vector& accelerations, int side);
  double longest(double t) const;

  const System& system_;
  const RunOptions& options_;
  const Nearness nearness_;
  Arc& arc_;
  RunLog& log_;
  Checkpoint& now_;
  std::vector<double>& multipliers_;
  double limit_ = 0.0;
};

}  // namespace zwang
