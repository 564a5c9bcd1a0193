// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where forces bend: lengths and absolute values of velocities in them, as in a drag -c |v| v. Near
// their zeros forces have no second derivative, or a very large third one, and the error estimate
// of a step may be far too small.
#pragma once

#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

// Thread safety: one thread at a time. Formulas are read once; the system must outlive it.
class Bends {
 public:
  explicit Bends(const System& system);

  bool any() const { return !lengths_.empty(); }
  void forget() { seen_.clear(); }
  // One stage of a step.
  void see(const Snapshot& snapshot);
  // Whether a length was far smaller at one stage than at another.
  bool passed() const;

 private:
  struct Length {
    Formula formula;
    std::vector<int> places;
  };
  std::vector<Length> lengths_;
  std::vector<double> seen_;  // of all lengths, stage by stage
  std::vector<double> arguments_;
};

}  // namespace zwang
