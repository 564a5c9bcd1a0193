// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A time step in pieces, as its energy requires (theory 17): whole, or in repeated halves; a piece
// that still gains energy is repeated with rows that cannot.
//
// `Steps` is the stepping of one process or of many: advance(state, h, rows), memory(),
// return_to(memory), energy(), book(), count_halved() and count_dissipative().
#pragma once

#include <cmath>

#include "zwang/base/number.hpp"
#include "zwang/model/state.hpp"
#include "zwang/stepping/step_constraint.hpp"
#include "zwang/stepping/step_energy.hpp"
#include "zwang/stepping/step_outcome.hpp"

namespace zwang {

// Requirements of a step besides its length.
struct StepRows {
  double next = unset;       // length of the following step; unset: the same
  bool dissipative = false;  // rows that cannot gain energy
};

inline StepTimes times_of(double h, const StepRows& rows) {
  return {.half = 0.5 * h, .to_next = std::isnan(rows.next) ? h : 0.5 * (h + rows.next)};
}

// From state.t to `time`; `next` is the length of the following step. Calls taken(state, h) after
// each piece.
template <class Steps, class Taken>
StepOutcome advance_in_pieces(Steps& steps, State& state, double time, double next,
                              const Taken& taken, int halvings = 0, double way = unset) {
  const State begin = state;
  const double h = time - begin.t;
  const auto before = steps.memory();
  StepOutcome outcome = steps.advance(state, h, {.next = next});
  if (outcome != StepOutcome::taken) return outcome;
  const StepAdvice advised = advice(steps.energy(), steps.book(), halvings, way);
  if (advised != StepAdvice::take) {
    const double whole = steps.energy().way;
    state = begin;
    steps.return_to(before);
    if (advised == StepAdvice::halve) {
      steps.count_halved();
      const double middle = begin.t + 0.5 * h;
      outcome = advance_in_pieces(steps, state, middle, time - middle, taken, halvings + 1, whole);
      if (outcome != StepOutcome::taken) return outcome;
      return advance_in_pieces(steps, state, time, next, taken, halvings + 1);
    }
    steps.count_dissipative();
    outcome = steps.advance(state, h, {.next = next, .dissipative = true});
    if (outcome != StepOutcome::taken) return outcome;
  }
  state.t = time;
  taken(state, h);
  return StepOutcome::taken;
}

}  // namespace zwang
