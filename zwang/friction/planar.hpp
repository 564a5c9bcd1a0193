// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// All solutions of a planar problem of friction. Every mode, open, stuck or slipping either way, is
// one linear system. All of them are tried, so that none and several solutions are found as such.
#pragma once

#include <vector>

#include "zwang/friction/planar_problem.hpp"

namespace zwang {

struct PlanarAnswer {
  std::vector<PlanarSolution> all;  // that move the system differently
  bool complete = true;             // every mode was tried
};

// Inequalities that say the same count once. Cost: 4 to the power of the slips at rest, 2 to that
// of other inequalities, of each group of rows that are coupled; beyond 65,536 the modes that
// relaxation finds are tried alone. Rows must not vanish.
PlanarAnswer solve_planar(const PlanarProblem& problem);

}  // namespace zwang
