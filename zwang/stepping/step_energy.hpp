// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The energy of time steps (theory 17): how impulses and the projection onto the constraints change
// it in one step, how far it has risen since it was lowest, and what to do about a step.
#pragma once

#include <algorithm>
#include <cmath>

#include "zwang/base/number.hpp"

namespace zwang {

// The energy change of a step apart from the work of forces and moving constraints, J.
struct StepEnergy {
  double carried = 0.0;  // by impulses of rows carried forward: 0 but for an error of the step
  double met = 0.0;      // by the other impulses: what is hit loses
  double back = 0.0;     // by forces during the projection onto the constraints
  double ahead = 0.0;    // left over for the next step, if rows carried forward push as in this one
  double size = 0.0;     // kinetic, before and after, and what forces alone would make of rest
  double way = 0.0;      // the length of that projection, relative to the step's
  double astray = 0.0;   // the part of it not along the normals of the constraints where it ends

  double by_impulses() const { return carried + met; }
  double sum() const { return by_impulses() + back; }
  // Relative to its size: the error of velocities, what is left over of it, and what impulses
  // added.
  double error() const { return part(std::abs(carried)); }
  double left_over() const { return part(std::abs(ahead)); }
  double gain() const { return part(by_impulses()); }

 private:
  double part(double energy) const { return size > 0.0 ? energy / size : 0.0; }
};

// Energy may rise above its lowest by this fraction of the largest.
inline constexpr double allowed_rise = 1e-3;

// All steps since the start.
struct EnergyBook {
  double risen = 0.0;    // J above the lowest before, now
  double most = 0.0;     // the same at its highest
  double largest = 0.0;  // kinetic energy of a step, or what forces could make in one

  void enter(const StepEnergy& step) {
    risen = std::max(0.0, risen + step.sum());
    most = std::max(most, risen);
    largest = std::max(largest, 0.5 * step.size);
  }
  // The largest rise relative to the largest energy.
  double rise() const { return largest > 0.0 ? most / largest : 0.0; }
};

enum class StepAdvice {
  take,
  halve,  // its error is too large: two steps of half the length
  guard,  // it gains energy: the same with rows that cannot
};

// At most this many times.
inline constexpr int most_halvings = 6;

// After a step was entered. `way` is that of a step of twice the length from the same position, if
// there was one: in a nearly rigid heap it does not shrink with the step, and relative to the step
// it grows.
inline StepAdvice advice(const StepEnergy& step, const EnergyBook& book, int halvings,
                         double way = unset) {
  constexpr double most_error = 1e-3, most_left_over = 3e-4, most_gain = 1e-4, most_way = 0.02,
                   most_astray = 5e-4, most_rise = 1e-4, most_lift = 5e-4;
  const bool gains = step.gain() > most_gain;
  const bool errs = step.error() > most_error || step.left_over() > most_left_over;
  const bool strays = (step.way > most_way || step.astray > most_astray) && !(step.way > 1.5 * way);
  const bool rises = step.sum() > 0.0 && book.risen > most_rise * book.largest;
  const bool lifts = rises && step.back > 0.5 * step.sum() && book.risen > most_lift * book.largest;
  if ((gains || errs || strays || lifts) && halvings < most_halvings) return StepAdvice::halve;
  return (gains || rises) && step.by_impulses() > 0.0 ? StepAdvice::guard : StepAdvice::take;
}

}  // namespace zwang
