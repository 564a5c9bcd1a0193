// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Equilibria (theory 13): Q = A^T z at v = 0, z >= 0 for inequalities with f = 0.
//
// From any start, seeks a position where the forces favour no admissible displacement: a barrier
// keeps inequalities open while it is lowered, each step descends (measured by the work of the
// forces, which need no potential), and in the end the constraints that carry force hold exactly.
// The answer is judged by Gauss's minimum problem alone: the accelerations vanish.
#pragma once

#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

enum class EquilibriumOutcome {
  not_run,
  found,
  unbounded,      // the forces carry it away indefinitely
  contradictory,  // no position satisfies all constraints
  not_settled,    // no equilibrium was reached
  not_certified,  // what was reached does not stay
};
std::string_view name(EquilibriumOutcome outcome);

struct EquilibriumOptions {
  int most_steps = 400;
  // What counts as zero acceleration, relative to that of the forces alone.
  double tolerance = 1e-9;
};

struct [[nodiscard]] EquilibriumPoint {
  EquilibriumOutcome outcome = EquilibriumOutcome::not_run;
  State state;            // at rest
  Vector z;               // multipliers, one per constraint
  std::vector<int> held;  // equations, and inequalities that carry force
  std::vector<int> weak;  // inequalities with f = 0 and no force: the motion differs on either side
  // Largest residual, relative to that of the forces alone, here or at the guess.
  double acceleration = unset;
  minimum::Certificate certificate;
  int steps = 0;
  std::string reason;  // if not found, why

  bool usable() const { return outcome == EquilibriumOutcome::found; }
};

// Velocities of `guess` do not matter. E120 for velocity parameters that are not rates.
EquilibriumPoint find_equilibrium(const System& system, const State& guess,
                                  const EquilibriumOptions& options = {});

}  // namespace zwang
