// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How constraints stand at a singular start with given accelerations (theory 5.5).
#pragma once

#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

struct BranchStart {
  std::vector<ConstraintStatus> statuses;
  std::vector<int> bound;  // equations, and inequalities on whose surface the motion leaves
  std::vector<int> open;   // inequalities that it leaves, or that were open
};

// `instant` is singular; `accelerations` are one of its minima.
BranchStart branch_start(const System& system, const Instant& instant, const Vector& accelerations,
                         const Nearness& nearness);

}  // namespace zwang
