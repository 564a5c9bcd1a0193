// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Candidates with f = f' = f'' = 0 and λ = 0: the same problem one derivative higher (theory 8.5).
//
//   |j − j0|²_M → min,   f''' = 0 if active,   f''' ≤ 0 if weakly active;   ż ≥ 0    (8.1)
#pragma once

#include <vector>

#include "zwang/arc/flow.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace zwang {

enum class Decision { on, off, open };

// For each weak constraint: ż > 0 activates it, f''' < 0 releases it, otherwise open. `active` hold
// with multipliers `z`, among them what sticks; what slips in the instant goes on with the friction
// it has. `time` is short for the system.
std::vector<Decision> decide_by_jerk(const Instant& instant, double phase,
                                     const std::vector<int>& active, const std::vector<double>& z,
                                     const std::vector<int>& weak, double time);

// The result of a short probe of the motion for the constraints that are still open: of all choices
// the one whose multipliers and gaps keep their signs. `off` for all if free and bound motion
// agree.
struct ShortProbe {
  std::vector<Decision> decisions;
  bool indifferent = false;  // several choices survive, or there are too many to try
};
ShortProbe decide_by_probe(const Instant& instant, double phase, const std::vector<int>& active,
                           const std::vector<int>& weak, double time);

// Those of `candidates` whose rows depend neither on the rows of `held` nor on each other, in the
// mass metric. None where the mass has a direction without inertia.
std::vector<int> independent_of(const System& system, const State& state,
                                const std::vector<int>& held, const std::vector<int>& candidates);

}  // namespace zwang
