// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time stepping for many conditions at once (Moreau, Jean; theory 17): in every step the problem of
// a shock, whose impulses collect what forces and blows did in it.
//
//   q_m = q + h/2 q'(u),   α = u + h M⁻¹(Q − c)   at q_m and the middle of the step
//   |u⁺ − α|²_M → min,     A u⁺ + b1 = 0 for equations,
//                          A u⁺ + b1 ≤ max(−f, 0)/h for inequalities: an open gap is used up and
//                          not passed; with restitution e and f ≥ 0, ≤ −e max(A u + b1, 0)
//   q⁺ = q_m + h/2 q'(u⁺), then back onto the conditions, nearest in the metric of the mass
//
// Of equations and conditions that acted in the step before, the row is carried on to the end of
// the step, A u⁺ + b1 + h/2 b2 = 0: the velocities then follow the surface as it bends, and the
// error falls with h². Events are not located: with them it falls with h.
#pragma once

#include <string_view>
#include <vector>

#include "zwang/minimum/sparse.hpp"
#include "zwang/model/row_batches.hpp"
#include "zwang/motion/recorder.hpp"

namespace zwang {

enum class StepOutcome {
  taken,
  contradictory,  // no velocities obey all conditions
  not_certified,  // the minimum problem was not solved well enough
  no_inertia,     // a direction without inertia
  not_finite,
  apart,  // positions do not return to the conditions
};
std::string_view name(StepOutcome outcome);

struct StepCounts {
  long steps = 0;
  long solves = 0;
  long factorisations = 0;
  long products = 0;
  int most_rows = 0;
  double natural = 0.0;    // worst of all certificates
  double violation = 0.0;  // largest |f| of equations and f of inequalities after a step
  double breach = 0.0;     // the same against the largest coordinate, or 1
  bool unique = true;      // whether impulses always were
};

class Stepping {
 public:
  // The system must outlive it.
  explicit Stepping(const System& system);

  // From state.t to state.t + h. If it is not taken the state is as before.
  StepOutcome advance(State& state, double h);
  // To `until` in equal steps of at most h. E120 if it lies before the state, or h is not above 0.
  StepOutcome go(State& state, double until, double h);

  // Of the last step, one per condition, N s for lengths.
  const std::vector<double>& impulses() const { return impulses_; }
  // Whether a condition acted in the last step in such a way that the next one begins on it.
  bool acted(int condition) const { return acted_[static_cast<std::size_t>(condition)] != 0; }
  // f of a condition at the end of the last step.
  double gap(int condition) const { return snapshot_.rows[static_cast<std::size_t>(condition)].f; }
  const StepCounts& counts() const { return counts_; }

  // All that the next step takes from the last one.
  void save(Checkpoint& checkpoint) const;
  void recall(const Checkpoint& checkpoint);

 private:
  StepOutcome velocities(const State& state, double h, Vector& after);
  StepOutcome positions(State& state);
  StepOutcome solve(minimum::SparseSolver& solver, const Vector& free,
                    const std::vector<double>& start, minimum::SparseSolution& found);
  void take(int i, double offset);
  void clear();
  bool look(const State& state);

  const System* system_;
  RowBatches batches_;
  Snapshot snapshot_;
  minimum::SparseSolver velocity_solver_, position_solver_;
  std::vector<double> impulses_, pushes_;  // multipliers of the last problems, by condition
  std::vector<char> acted_;                // in the step before, by condition
  std::vector<int> rows_;                  // conditions in the problem
  std::vector<double> shift_;              // what their offsets are more than b1
  std::vector<char> within_;               // the same conditions by number
  int changed_ = 0;
  StepCounts counts_;
};

}  // namespace zwang
