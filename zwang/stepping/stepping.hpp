// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time stepping for many constraints at once (Moreau, Jean; theory 17): every step solves an impact
// problem, whose impulses collect the effect of forces and impacts in it.
//
//   q_m = q + h/2 q'(u),   α = u + h M⁻¹(Q − c)   at q_m and the middle of the step
//   |u⁺ − α|²_M → min,     A u⁺ + b1 = 0 for equations,
//                          A u⁺ + b1 ≤ max(−f, 0)/h for inequalities: an open gap is used up and
//                          not passed; with restitution e and f ≥ 0, ≤ −e max(A u + b1, 0),
//                          in two passes if velocities are bounded (theory 7.4)
//   q⁺ = q_m + h/2 q'(u⁺), then projected onto the constraints in the mass metric
//
// For equations and constraints that were active in the step before, the row is carried forward to
// the end of the step, A u⁺ + b1 + h/2 b2 = 0: the velocities then follow the curvature of the
// surface, and the error falls with h². Events are not located: with them it falls with h.
//
// Energy: ½|u⁺|² − ½|u|² = h Q·(u + u⁺)/2 + Σ l b1 − Σ l (A (u + u⁺)/2 + b1). The last sum is what
// impulses remove. That of rows carried forward is an error and may be a gain, large where
// velocities turn far within a step: such a step is taken in pieces (motion/step_pieces.hpp).
//
// Pairs of a packing that could meet in a step are inequalities like the others.
#pragma once

#include <functional>
#include <vector>

#include "zwang/minimum/sparse.hpp"
#include "zwang/record/recorder.hpp"
#include "zwang/stepping/contacts.hpp"
#include "zwang/stepping/step_constraint.hpp"
#include "zwang/stepping/step_outcome.hpp"
#include "zwang/stepping/step_pieces.hpp"
#include "zwang/system/row_batches.hpp"

namespace zwang {

struct StepCounts {
  long steps = 0;
  long solves = 0;
  long factorisations = 0;
  long products = 0;
  int most_rows = 0;
  double natural = 0.0;    // worst of all certificates
  double violation = 0.0;  // largest |f| of equations and f of inequalities after a step
  double breach = 0.0;     // the same relative to the largest coordinate, or 1
  bool unique = true;      // whether impulses always were
  long halved = 0;         // steps taken in halves instead
  long dissipative = 0;    // steps with rows that cannot gain energy
  int most_pairs = 0;      // of packings considered in a step
  long listings = 0;       // searches for near pairs
};

// The impulse between two masses of a packing in a step.
struct PairImpulse {
  int packing = 0;
  int i = 0;  // numbers in Model::points()
  int j = 0;
  double impulse = 0.0;  // N s
};

// Thread safety: one thread at a time. The system must outlive it.
class Stepping {
 public:
  // The system must outlive it.
  explicit Stepping(const System& system, int threads = 1);

  // One step from state.t to state.t + h, whatever happens to the energy. If it is not taken, the
  // state is unchanged.
  StepOutcome advance(State& state, double h, const StepRows& rows = {});
  // To a later time in one step, or in repeated halves as their energy requires: calls `taken` for
  // each piece with the state after it and its length. If a piece is not taken, the state is that
  // before it.
  using Piece = std::function<void(const State& state, double h)>;
  StepOutcome advance_to(State& state, double time, const Piece& taken);
  // To `until` in this way, by steps of at most h. Throws E120 if it lies before the state, or h is
  // not above 0.
  StepOutcome go(State& state, double until, double h);

  // Of the last step, one per constraint, N s for lengths.
  const std::vector<double>& impulses() const { return impulses_; }
  // The same for pairs, those that are not 0.
  std::vector<PairImpulse> pair_impulses() const;
  // Whether a constraint was active in the last step such that the next one begins on it.
  bool acted(int constraint) const {
    return constraints_[static_cast<std::size_t>(constraint)].acted;
  }
  // f of a constraint at the end of the last step.
  double gap(int constraint) const { return constraints_[static_cast<std::size_t>(constraint)].f; }
  const StepCounts& counts() const { return counts_; }
  // Of the last step, and of all.
  const StepEnergy& energy() const { return energy_; }
  const EnergyBook& book() const { return book_; }

  // How much closer than allowed two masses of a packing are; 0 if none are. Not finite if two
  // coincide.
  double overlap(const State& state);

  // Everything the next step takes from the last one.
  void save(Checkpoint& checkpoint) const;
  void recall(const Checkpoint& checkpoint);

  // The same for a step that is discarded: its counts are undone, except for the work.
  struct Memory {
    Checkpoint checkpoint;
    StepCounts counts;
  };
  Memory memory() const;
  void return_to(const Memory& memory);
  void count_halved() { ++counts_.halved; }
  void count_dissipative() { ++counts_.dissipative; }

 private:
  StepOutcome velocities(const State& state, double h, const StepRows& rows, Vector& after);
  double shared_restitution(const State& state);
  StepOutcome nearest(const State& state, double h, const StepRows& rows, const Rebound& rebound,
                      const Vector& free, Vector& after);
  StepOutcome positions(State& state, double h);
  StepOutcome solve(minimum::SparseSolver& solver, const MassMatrix& metric, const Vector& free,
                    double StepConstraint::* multiplier, minimum::SparseSolution& found);
  void add_bends(const Vector& move, MassMatrix& metric);
  StepOutcome evaluate(const State& state, double h);
  StepOutcome look_at_pairs(const State& state, double h);
  void ask(const State& state, double h, const StepRows& rows, const Rebound& rebound);
  double astray(const Vector& whole, const std::vector<double>& pushes);
  void count_energy(const State& state, const Vector& free, const Vector& after);

  // Constraints, then contacts.
  int bonds() const { return system_->constraints() + contacts_.size(); }
  StepConstraint& bond(int k);
  double along(int k, const Vector& x, double first) const;

  const System* system_;
  RowBatches batches_;
  Snapshot snapshot_;
  Contacts contacts_;
  minimum::SparseSolver velocity_solver_, position_solver_;
  std::vector<StepConstraint> constraints_;
  std::vector<double> impulses_;
  int changed_ = 0;
  StepEnergy energy_;
  EnergyBook book_;
  StepCounts counts_;
};

}  // namespace zwang
