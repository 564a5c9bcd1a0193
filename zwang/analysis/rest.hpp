// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// States of rest (theory 13): Q = A^T z at v = 0, z >= 0 for inequalities with f = 0.
//
// From any start the place is sought where no admissible displacement is favoured by the forces: a
// barrier keeps inequalities open while it is lowered, each step descends (their work is counted,
// so forces need no potential), and in the end the conditions that carry force hold exactly. The
// answer is judged by Gauss's minimum problem alone: accelerations that vanish.
#pragma once

#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

enum class RestOutcome {
  not_run,
  found,
  unbounded,      // the forces carry it away without end
  contradictory,  // no place obeys all conditions
  not_settled,    // no state of rest was reached
  not_certified,  // what was reached does not stay
};
std::string_view name(RestOutcome outcome);

struct RestOptions {
  int most_steps = 400;
  // What counts as no acceleration, relative to that of the forces alone.
  double tolerance = 1e-9;
};

struct [[nodiscard]] Rest {
  RestOutcome outcome = RestOutcome::not_run;
  State state;            // at rest
  Vector z;               // multipliers, one per condition
  std::vector<int> held;  // equations, and inequalities that carry force
  std::vector<int> weak;  // inequalities with f = 0 and no force: to both sides another motion
  // Largest that is left, relative to that of the forces alone, here or at the guess.
  double acceleration = unset;
  minimum::Certificate certificate;
  int steps = 0;
  std::string reason;  // why not, in words

  bool usable() const { return outcome == RestOutcome::found; }
};

// Velocities of `guess` do not matter. E120 for velocity parameters that are not rates.
Rest find_rest(const System& system, const State& guess, const RestOptions& options = {});

}  // namespace zwang
