// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The energy of time steps (theory 17): what impulses and the way back onto the conditions make of
// it in one step, how far it has risen since it was lowest, and what to do about a step.
#pragma once

#include <algorithm>
#include <cmath>

#include "zwang/base/number.hpp"

namespace zwang {

// What a step made of energy beside the work of forces and moving conditions, J.
struct StepEnergy {
  double carried = 0.0;  // by impulses of rows carried on: 0 but for an error of the step
  double met = 0.0;      // by the other impulses: what is struck loses
  double back = 0.0;     // by forces on the way back onto the conditions
  double ahead = 0.0;    // left over for the next step, if rows carried on push as in this one
  double size = 0.0;     // kinetic, before and after, and what forces alone would make of rest
  double way = 0.0;      // that way, as a part of the step's
  double astray = 0.0;   // what of it is not along the normals of the conditions where it ends

  double by_impulses() const { return carried + met; }
  double sum() const { return by_impulses() + back; }
  // As parts of its size: the error of velocities, what is left over of it, and what impulses gave.
  double error() const { return part(std::abs(carried)); }
  double left_over() const { return part(std::abs(ahead)); }
  double gain() const { return part(by_impulses()); }

 private:
  double part(double energy) const { return size > 0.0 ? energy / size : 0.0; }
};

// Energy may rise above its lowest by such a part of the largest.
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
  // The largest rise as a part of the largest energy.
  double rise() const { return largest > 0.0 ? most / largest : 0.0; }
};

enum class StepAdvice {
  take,
  halve,  // its error is too large: two steps of half the length
  guard,  // it gains: the same with rows that cannot
};

// Up to so many times.
inline constexpr int most_halvings = 6;

// After a step was entered. `way` is that of a step of twice the length from the same place, if
// there was one: in a heap that is nearly rigid it does not get shorter with the step, and as a
// part of it longer.
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
