// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How paths bend, for queries: curvature and torsion of masses, normal curvature of constraints.
#pragma once

#include "zwang/model_file/variational_problem.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

// For the motions of a system that must outlive it. Its values throw E120 where a force or
// constraint is code, for constraints that are not of one point, above 300 coordinates, and for the
// torsion of a variational problem with more than one form. Costs O(n³) for each row; threads that
// share one wait for each other.
PathNumbers path_numbers(const System& system, const VariationalProblem& problem = {});

}  // namespace zwang
