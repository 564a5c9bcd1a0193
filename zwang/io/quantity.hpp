// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number that a person asks of a motion: an expression of coordinates and velocities, of
// conditions (`string.gap`, `.rate`, `.multiplier`, `.state`, `.tension`), `kinetic`, `potential`,
// `energy`.
#pragma once

#include <string>
#include <vector>

#include "zwang/calculus/formula.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

class Asked {
 public:
  // Throws E103 and its kin.
  Asked(const System& system, const std::string& text);

  // At a state with its multipliers, one per condition (0 where it is open), and states 0 to 3.
  double value(const State& state, const std::vector<double>& multipliers,
               const std::vector<int>& states) const;

 private:
  enum class What {
    coordinate,
    rate,
    time,
    gap,
    condition_rate,
    multiplier,
    state,
    tension,
    kinetic,
    potential,
    energy
  };
  struct Argument {
    What what;
    int of = 0;
  };
  const System* system_;
  std::vector<Argument> arguments_;
  std::vector<Formula> formula_;  // one
};

}  // namespace zwang
