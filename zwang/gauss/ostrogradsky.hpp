// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What Ostrogradsky's rule would have given: keep as equations the constraints that the free motion
// violates, drop the others. Refuted by Mayer 1899a, §§ 1, 3 (theory 6): correct for one constraint
// only.
#pragma once

#include <string>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

struct Ostrogradsky {
  std::vector<int> kept;     // inequalities taken as equations
  Vector accelerations;      // empty if they contradict each other
  Vector multipliers;        // of the kept ones, as in `kept`
  std::vector<int> broken;   // constraints that this solution violates
  std::vector<int> pulling;  // kept ones that would have to pull
  bool right() const { return accelerations.size() > 0 && broken.empty() && pulling.empty(); }
};

// `equations` and `candidates` bind at this state.
Ostrogradsky ostrogradsky(const System& system, const Snapshot& snapshot,
                          const std::vector<int>& equations, const std::vector<int>& candidates);

}  // namespace zwang
