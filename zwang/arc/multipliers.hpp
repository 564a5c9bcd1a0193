// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Multipliers within a step, and where the first of them falls to zero; of what sticks, how far its
// friction is from either bound.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "zwang/arc/flow.hpp"

namespace zwang {

// A release within a step.
struct Release {
  int constraint = 0;
  double theta = 0.0;            // where, as a fraction of the step
  std::vector<int> causes = {};  // and those whose multipliers fall to zero with it
  double time_error = 0.0;       // as a fraction of the step
};

class Multipliers {
 public:
  // The system must outlive it.
  Multipliers(const System& system, double tolerance) : system_(&system), tolerance_(tolerance) {}

  void begin(const std::vector<int>& bound);
  // Whether any of the bound constraints can be released.
  bool watched() const { return !watched_.empty(); }

  // Before a step; at each of its stages, with the flow there; and at the five points of its curve:
  // both ends and the stages of the dense output.
  void forget();
  void see(const Flow& flow);
  void sample(std::size_t place, const std::vector<double>& numbers);
  // The multipliers of a flow, and two numbers of each bound row that sticks: the bound of its
  // friction less and plus the friction.
  std::vector<double> numbers(const Flow& flow) const;

  double largest_pull() const { return largest_pull_; }  // of forces in this step

  // Whether multipliers at the stages of the step lie close to the curve through the five points.
  bool known(const Flow& flow) const;

  // numbers() at a point of the step, empty if there are none.
  using At = std::function<std::vector<double>(double theta)>;
  // Where a multiplier first falls through zero, before `until`, to `rounding`. A constraint that
  // holds quietly is released when its multiplier differs from zero. `armed` and `quiet` have one
  // entry per constraint.
  std::optional<Release> first(const Flow& flow, double until, double rounding,
                               std::vector<char>& armed, const std::vector<char>& quiet,
                               const At& at);

 private:
  struct Watched {
    int constraint;
    std::size_t at;  // its place among the numbers
    char mark;       // of its bit among what is armed
  };
  double small(const Watched& watched, const Flow& flow) const;

  const System* system_;
  double tolerance_;
  std::vector<Watched> watched_;
  std::size_t many_ = 0;                      // numbers
  std::vector<std::vector<double>> samples_;  // of each number at the five points
  std::vector<double> stages_;                // of all numbers, stage by stage
  double largest_pull_ = 0.0;
};

}  // namespace zwang
