// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Curves of the variational problems, followed by the stepper of the motion.
#pragma once

#include <functional>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/laws/variation.hpp"

namespace zwang {

// A curve of one of the problems.
// Immutable: any number of threads may use one.
class Path {
 public:
  double begin() const { return steps_.front().t; }
  double end() const { return steps_.back().t + steps_.back().h; }
  std::size_t steps() const { return steps_.size(); }

  State at(double t) const;
  // rho of the conditions that are treated as geodesic, 0 for the others.
  Vector rho(double t) const;

 private:
  friend Path follow(const Variation& variation, const State& start, const Vector& rho,
                     double until, double tolerance);

  const DenseStep& step_at(double t) const;

  int coordinates_ = 0, conditions_ = 0;
  std::vector<DenseStep> steps_;
};

// From `start` with the extra constants rho, one for each condition (0 where it is straightest).
// E320 if no step is small enough, E310 if there is no way back to the conditions.
Path follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance = 1e-10);
// The same step by step; ends early where `step` says false.
using PathStep = std::function<bool(const DenseStep&, const State& end, const Vector& rho)>;
void follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance, const PathStep& step);

// y = (q, q', rho) after one step without a look at its error: a smooth function of y. False if it
// cannot be made.
bool leap(const Variation& variation, double t, Vector& y, double h);

}  // namespace zwang
