// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time steps of a system in parts: the step of motion/stepping.hpp, with the same questions asked
// of every condition (motion/bond.hpp) and the minimum problems answered by all processes together.
#pragma once

#include <vector>

#include "zwang/motion/bond.hpp"
#include "zwang/motion/step_outcome.hpp"
#include "zwang/motion/stepping.hpp"
#include "zwang/scale/solver.hpp"
#include "zwang/scale/system_part.hpp"

namespace zwang::scale {

class Stepping {
 public:
  // The system must outlive it.
  explicit Stepping(const SystemPart& system);

  // A process's part of the state: q and u of its own coordinates. Every process calls with the
  // same h. If the step is not taken the state is as before.
  StepOutcome advance(State& state, double h);

  // Of its conditions in the last step, family by family, N s.
  std::vector<double> impulses() const;
  // Of all processes.
  const StepCounts& counts() const { return counts_; }

  // What the next step takes from the last one.
  std::vector<Bond>& bonds() { return bonds_; }
  int changed() const { return changed_; }
  void set_changed(int changed) { changed_ = changed; }

 private:
  void look(const Vector& q, const Vector& u);
  double along(std::size_t bond, const double* x, double first) const;
  StepOutcome velocities(const State& state, double h, Vector& after);
  StepOutcome positions(State& state);
  StepOutcome solve(Solver& solver, const Vector& metric, const Vector& free,
                    double Bond::* multiplier, minimum::SparseSolution& found);
  Vector accelerations(const State& state) const;
  Vector bends(const Vector& move) const;
  double size_of(const Vector& q) const;

  const SystemPart* system_;
  std::vector<std::size_t> first_bond_;  // of each family
  std::vector<Bond> bonds_;
  std::vector<FamilyRows> rows_;
  std::vector<double> q_, u_, x_;  // with those of others, and held ones
  Solver velocity_solver_, position_solver_;
  int changed_ = 0;
  StepCounts counts_;
};

}  // namespace zwang::scale
