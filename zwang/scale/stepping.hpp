// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time steps of a distributed system: the step of stepping/stepping.hpp, with the same treatment of
// every constraint (motion/step_constraint.hpp) and the minimum problems solved by all processes
// together.
#pragma once

#include <functional>
#include <vector>

#include "zwang/scale/solver.hpp"
#include "zwang/scale/system_part.hpp"
#include "zwang/stepping/step_constraint.hpp"
#include "zwang/stepping/step_outcome.hpp"
#include "zwang/stepping/step_pieces.hpp"
#include "zwang/stepping/stepping.hpp"

namespace zwang::scale {

class Stepping {
 public:
  // The system must outlive it.
  explicit Stepping(const SystemPart& system);

  // A process's part of the state: q and u of its own coordinates. Every process calls with the
  // same h. If the step is not taken, the state is unchanged.
  StepOutcome advance(State& state, double h, const StepRows& rows = {});
  // To a later time in one step or in pieces, as the energy requires (motion/step_pieces.hpp).
  StepOutcome advance_to(State& state, double time);

  // For its constraints in the last step, family by family, N s.
  std::vector<double> impulses() const;
  // Over all processes.
  const StepCounts& counts() const { return counts_; }
  const StepEnergy& energy() const { return energy_; }  // of the last step
  const EnergyBook& book() const { return book_; }      // of all

  // What the next step takes from the last one.
  std::vector<StepConstraint>& bonds() { return bonds_; }
  int changed() const { return changed_; }
  void set_changed(int changed) { changed_ = changed; }
  void set_book(const EnergyBook& book) { book_ = book; }

  // The same for a step that is discarded: its counts are undone, except for the work.
  struct Memory {
    std::vector<StepConstraint> bonds;
    int changed = 0;
    EnergyBook book;
    StepCounts counts;
  };
  Memory memory() const { return {bonds_, changed_, book_, counts_}; }
  void return_to(const Memory& memory);
  void count_halved() { ++counts_.halved; }
  void count_dissipative() { ++counts_.dissipative; }

 private:
  void evaluate(const Vector& q, const Vector& u);
  double along(std::size_t bond, const double* x, double first) const;
  StepOutcome velocities(const State& state, double h, const StepRows& rows, Vector& after);
  StepOutcome positions(State& state, double h);
  double astray(const Vector& whole, const std::vector<double>& pushes) const;
  void count_energy(const State& state, const Vector& free, const Vector& after);
  double square(const Vector& u) const;
  StepOutcome solve(Solver& solver, const Vector& metric, const Vector& free,
                    double StepConstraint::* multiplier, minimum::SparseSolution& found);
  Vector accelerations(const State& state) const;
  Vector bends(const Vector& move) const;
  double size_of(const Vector& q) const;

  const SystemPart* system_;
  std::vector<std::size_t> first_bond_;  // of each family
  std::vector<StepConstraint> bonds_;
  std::vector<FamilyRows> rows_;
  std::vector<double> q_, u_, x_;  // including those of others and held ones
  Solver velocity_solver_, position_solver_;
  int changed_ = 0;
  StepEnergy energy_;
  EnergyBook book_;
  StepCounts counts_;
};

}  // namespace zwang::scale
