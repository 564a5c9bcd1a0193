// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time stepping for many conditions at once (Moreau, Jean; theory 17): in every step the problem of
// a shock, whose impulses collect what forces and blows did in it.
//
//   q_m = q + h/2 q'(u),   α = u + h M⁻¹(Q − c)   at q_m and the middle of the step
//   |u⁺ − α|²_M → min,     A u⁺ + b1 = 0 for equations,
//                          A u⁺ + b1 ≤ max(−f, 0)/h for inequalities: an open gap is used up and
//                          not passed; with restitution e and f ≥ 0, ≤ −e max(A u + b1, 0),
//                          in two turns if velocities are bounded (theory 7.4)
//   q⁺ = q_m + h/2 q'(u⁺), then back onto the conditions, nearest in the metric of the mass
//
// Of equations and conditions that acted in the step before, the row is carried on to the end of
// the step, A u⁺ + b1 + h/2 b2 = 0: the velocities then follow the surface as it bends, and the
// error falls with h². Events are not located: with them it falls with h.
//
// Energy: ½|u⁺|² − ½|u|² = h Q·(u + u⁺)/2 + Σ l b1 − Σ l (A (u + u⁺)/2 + b1). The last sum is what
// impulses take. That of rows carried on is an error and may be a gain, large where velocities turn
// far within a step: such a step is taken in pieces (motion/step_pieces.hpp).
//
// Pairs of a packing that could meet in a step are inequalities like the others.
#pragma once

#include <functional>
#include <vector>

#include "zwang/minimum/sparse.hpp"
#include "zwang/model/row_batches.hpp"
#include "zwang/motion/bond.hpp"
#include "zwang/motion/contacts.hpp"
#include "zwang/motion/step_outcome.hpp"
#include "zwang/motion/step_pieces.hpp"
#include "zwang/record/recorder.hpp"

namespace zwang {

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
  long halved = 0;         // steps that were taken in halves instead
  long guarded = 0;        // steps with rows that cannot gain energy
  int most_pairs = 0;      // of packings that were looked at in a step
  long listings = 0;       // times that near pairs were looked for
};

// What two masses of a packing did to each other in a step.
struct PairImpulse {
  int packing = 0;
  int i = 0;  // numbers in Model::points()
  int j = 0;
  double impulse = 0.0;  // N s
};

// For one thread at a time. The system must live as long.
class Stepping {
 public:
  // The system must outlive it.
  explicit Stepping(const System& system, int threads = 1);

  // One step from state.t to state.t + h, whatever becomes of energy. If it is not taken the state
  // is as before.
  StepOutcome advance(State& state, double h, const StepRows& rows = {});
  // To a later time in one step, or in halves and halves of them, as their energy asks for: of each
  // piece the state after it, and its length. If a piece is not taken the state is that before it.
  using Piece = std::function<void(const State& state, double h)>;
  StepOutcome advance_to(State& state, double time, const Piece& taken);
  // To `until` so, by steps of at most h. E120 if it lies before the state, or h is not above 0.
  StepOutcome go(State& state, double until, double h);

  // Of the last step, one per condition, N s for lengths.
  const std::vector<double>& impulses() const { return impulses_; }
  // The same of pairs, those that are not 0.
  std::vector<PairImpulse> pair_impulses() const;
  // Whether a condition acted in the last step in such a way that the next one begins on it.
  bool acted(int condition) const { return conditions_[static_cast<std::size_t>(condition)].acted; }
  // f of a condition at the end of the last step.
  double gap(int condition) const { return conditions_[static_cast<std::size_t>(condition)].f; }
  const StepCounts& counts() const { return counts_; }
  // Of the last step, and of all.
  const StepEnergy& energy() const { return energy_; }
  const EnergyBook& book() const { return book_; }

  // How much nearer than allowed two masses of a packing are; 0 if none is. Not finite if two are
  // in one place.
  double overlap(const State& state);

  // All that the next step takes from the last one.
  void save(Checkpoint& checkpoint) const;
  void recall(const Checkpoint& checkpoint);

  // The same for a step that is given up: what was counted of it goes, but for the work.
  struct Memory {
    Checkpoint checkpoint;
    StepCounts counts;
  };
  Memory memory() const;
  void return_to(const Memory& memory);
  void count_halved() { ++counts_.halved; }
  void count_guarded() { ++counts_.guarded; }

 private:
  StepOutcome velocities(const State& state, double h, const StepRows& rows, Vector& after);
  double shared_restitution(const State& state);
  StepOutcome nearest(const State& state, double h, const StepRows& rows, const Rebound& rebound,
                      const Vector& free, Vector& after);
  StepOutcome positions(State& state, double h);
  StepOutcome solve(minimum::SparseSolver& solver, const MassMatrix& metric, const Vector& free,
                    double Bond::* multiplier, minimum::SparseSolution& found);
  void add_bends(const Vector& move, MassMatrix& metric);
  StepOutcome look(const State& state, double h);
  StepOutcome look_at_pairs(const State& state, double h);
  void ask(const State& state, double h, const StepRows& rows, const Rebound& rebound);
  double astray(const Vector& whole, const std::vector<double>& pushes);
  void count_energy(const State& state, const Vector& free, const Vector& after);

  // Conditions, then contacts.
  int bonds() const { return system_->conditions() + contacts_.size(); }
  Bond& bond(int k);
  double along(int k, const Vector& x, double first) const;

  const System* system_;
  RowBatches batches_;
  Snapshot snapshot_;
  Contacts contacts_;
  minimum::SparseSolver velocity_solver_, position_solver_;
  std::vector<Bond> conditions_;
  std::vector<double> impulses_;
  int changed_ = 0;
  StepEnergy energy_;
  EnergyBook book_;
  StepCounts counts_;
};

}  // namespace zwang
