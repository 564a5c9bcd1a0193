// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a system at one state to the minimum problem of its accelerations (theory 4.1) or of its
// velocities after a shock (theory 7.1).
#pragma once

#include <vector>

#include "zwang/minimum/solve.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// The conditions in the order of their names: so the order in which they were written changes no
// bit.
void sort_by_name(const System& system, std::vector<int>& conditions);

// M u' = Q − c − Aᵀz,  A u' + b2 = 0 or ≤ 0.
minimum::Problem acceleration_problem(const System& system, const Snapshot& snapshot,
                                      const std::vector<int>& conditions);

// |u − free|²_M → min,  A u + b1 + shift = 0 or ≤ 0; one shift per condition, or none. Those in
// `held` are equations here.
minimum::Problem velocity_problem(const System& system, const Snapshot& snapshot,
                                  const std::vector<int>& conditions, const Vector& free,
                                  const std::vector<double>& shift = {},
                                  const std::vector<int>& held = {});

// The same without rows yet, and one row more: A u + offset = 0 or ≤ 0 of a condition.
minimum::Problem velocity_problem(const MassMatrix& mass, const Vector& free);
void add_row(const System& system, const Snapshot& snapshot, int condition, double offset,
             minimum::Problem& problem, bool held = false);

}  // namespace zwang
