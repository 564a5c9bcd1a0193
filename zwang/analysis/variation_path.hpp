// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Curves of the variational problems, integrated with the stepper of the motion.
#pragma once

#include <functional>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/laws/variation.hpp"

namespace zwang {

// A curve of one of the problems.
// Thread safety: immutable; any number of threads may use one.
class Path {
 public:
  double begin() const { return steps_.front().t; }
  double end() const { return steps_.back().t + steps_.back().h; }
  std::size_t steps() const { return steps_.size(); }

  State at(double t) const;
  // rho of the constraints that are treated as geodesic, 0 for the others.
  Vector rho(double t) const;

 private:
  friend Path follow(const Variation& variation, const State& start, const Vector& rho,
                     double until, double tolerance);

  const DenseStep& step_at(double t) const;

  int coordinates_ = 0, constraints_ = 0;
  std::vector<DenseStep> steps_;
};

// From `start` with the extra constants rho, one per constraint (0 where it is straightest). E320
// if no step is small enough, E310 if the projection onto the constraints fails.
Path follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance = 1e-10);
// The same step by step; ends early if `step` returns false.
using PathStep = std::function<bool(const DenseStep&, const State& end, const Vector& rho)>;
void follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance, const PathStep& step);

// y = (q, q', rho) after one step without error control: a smooth function of y. False if the step
// fails.
bool leap(const Variation& variation, double t, Vector& y, double h);

}  // namespace zwang
