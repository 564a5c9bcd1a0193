// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where the right-hand side is less smooth than the error estimate of a step assumes: near zeros of
// lengths and absolute values of velocities, as in a drag -c |v| v, it has no second derivative or
// a very large third one; where `min`, `max` or `smooth` passes from one branch to another, as in a
// spring that only pulls, it has a kink. The estimate may be far too small there.
#pragma once

#include <optional>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// Thread safety: one thread at a time. Formulas are read once; the system must outlive it.
class Bends {
 public:
  explicit Bends(const System& system);

  bool any() const { return !lengths_.empty() || !switches_.empty(); }
  // One stage of a step.
  void see(const Snapshot& snapshot);
  // The stage seen last is at the end of the step.
  void mark_end();
  // The next step begins at the stage seen last, or at the end of this one.
  void begin_here();
  void begin_at_end();
  // The step is tried anew: nothing was seen of it but its beginning.
  void forget();
  // Whether a length was far smaller at one stage than at another.
  bool passed_zero() const;
  // Whether stages were on different branches.
  bool switched() const;

 private:
  struct Watched {
    Formula formula;
    std::vector<int> places;
  };
  // One branch where a formula is below the other, or below 0; another where it is above.
  struct Switch {
    Watched formula;
    std::optional<Watched> other;
    double now = 0.0, begin = 0.0, end = 0.0;  // the difference at these stages
    bool seen_below = false, seen_above = false;
  };
  static Watched watched(const Model& model, NodeId node);
  void watch_lengths(const Model& model);
  void watch_switches(const Model& model);
  double value(const Watched& watched, const Snapshot& snapshot);

  std::vector<Watched> lengths_;
  std::vector<double> seen_;  // of all lengths, stage by stage
  std::vector<Switch> switches_;
  std::vector<double> arguments_;
};

}  // namespace zwang
