// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a system at one state to the minimum problem for its accelerations (theory 4.1) or for its
// velocities after an impact (theory 7.1).
#pragma once

#include <vector>

#include "zwang/friction/rubbing.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// Sorts the constraints by name, so that the order in which they were written changes no bit.
void sort_by_name(const System& system, std::vector<int>& constraints);

// tau of rows here: those that count as dependent are rounded by as much as they differ.
double rounding_of(const Regularity& regularity);

// M u' = Q − c − Aᵀz,  A u' + b2 = 0 or ≤ 0.
minimum::Problem acceleration_problem(const System& system, const Snapshot& snapshot,
                                      const std::vector<int>& constraints);

// |u − free|²_M → min,  A u + b1 + shift = 0 or ≤ 0; one shift per constraint, or none. Those in
// `held` become equations.
minimum::Problem velocity_problem(const System& system, const Snapshot& snapshot,
                                  const std::vector<int>& constraints, const Vector& free,
                                  const std::vector<double>& shift = {},
                                  const std::vector<int>& held = {});

// The same without rows so far, and one more row: A u + offset = 0 or ≤ 0 of a constraint.
minimum::Problem velocity_problem(const MassMatrix& mass, const Vector& free);
void add_row(const System& system, const Snapshot& snapshot, int constraint, double offset,
             minimum::Problem& problem, bool held = false);

// With the friction found Gauss's principle gives the same motion (theory 18.1): what slips is
// pulled by a given force, what sticks is held. Adds both to the problem of equations and
// candidates.
void add_friction(const System& system, const Snapshot& at, const Rubbing& rubbing, Level level,
                  minimum::Problem& problem);

}  // namespace zwang
