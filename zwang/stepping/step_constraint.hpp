// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One constraint, or one contact of a packing, during time stepping: what a step requires of it,
// and what the next step must know of the last.
#pragma once

#include <algorithm>

#include "zwang/base/number.hpp"

namespace zwang {

// A gap up to this counts as none, at these positions; relative to their size, or to 1.
inline constexpr double closed_gap_part = 1e-10;
inline double closed_gap(const Vector& q) {
  return closed_gap_part * std::max(1.0, q.lpNorm<Eigen::Infinity>());
}

// Of a step, from its middle: to its end, and to the middle of the next one.
struct StepTimes {
  double half = 0.0;
  double to_next = 0.0;
};

// How a step handles rebounds (theory 7.4, 17). With velocity inequalities present, in two passes:
// a first in which they share the largest restitution of what is approached, as far as they were
// from their bounds, and a second without any, which makes them hold.
struct Rebound {
  bool thrown = true;
  double shared = 0.0;
};

// A gap up to `small` counts as none: rounding in the gaps of a heap would make its rows slightly
// contradictory.
struct StepConstraint {
  // its kind
  bool equation = false;
  bool of_velocities = false;
  double restitution = 0.0;

  // at the last look
  bool holds = true;
  double f = 0.0;
  double b1 = 0.0;
  double b2 = 0.0;

  // in the problem: A u + offset = 0 or ≤ 0
  bool within = false;
  double offset = 0.0;

  // from step to step
  bool acted = false;    // in the step before
  bool acts = false;     // in this one
  double impulse = 0.0;  // multipliers of the last velocities and positions
  double push = 0.0;
  double first_turn = 0.0;  // of the impulse, while the second is solved

  bool of_positions() const { return holds && !of_velocities; }
  bool closed() const { return acted || of_velocities || f >= 0.0; }
  // Whether a velocity step includes it: an open gap with restitution is met where it is closed.
  bool asked() const { return holds && (equation || closed() || restitution == 0.0); }
  // Whether its row is carried forward to the end of the step.
  bool is_carried() const { return acted || equation || of_velocities; }
  bool bounds_velocities() const { return holds && of_velocities && !equation; }
  // Whether it rebounds in a step, if `rate` is A u + b1 before it.
  bool is_thrown(double rate) const {
    return holds && restitution > 0.0 && !is_carried() && f >= 0.0 && rate > 0.0;
  }
  // What a step requires of the velocities. An active constraint must hold at its end, half a step
  // from here; an open gap must last to the middle of the next.
  double asked_offset(double rate, const StepTimes& times, double small,
                      const Rebound& rebound = {}) const {
    if (is_carried())
      return b1 + times.half * b2 +
             (bounds_velocities() ? rebound.shared * std::min(0.0, rate) : 0.0);
    if (f >= 0.0) return b1 + (rebound.thrown ? restitution * std::max(0.0, rate) : 0.0);
    return f >= -small ? b1 : b1 + f / times.to_next;
  }
  // The same, but a constraint that pushes is not left faster than it was approached, A (u + u⁺)/2
  // + b1 ≥ 0: its impulse then adds no energy (theory 17). The velocities −u are always admissible.
  double guarded_offset(double rate, const StepTimes& times, double small,
                        const Rebound& rebound = {}) const {
    if (equation) return b1 + rate;
    return std::min(asked_offset(rate, times, small, rebound),
                    b1 + (of_velocities ? std::max(0.0, rate) : rate));
  }
};

}  // namespace zwang
