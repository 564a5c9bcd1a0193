// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Multipliers when the rows that hold as equations are dependent: the acceleration is unique, they
// are not (theory 5.2). Of all possible multipliers this gives the shortest.
#pragma once

#include <vector>

#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {

// `rows` hold as equations at the solution and `multipliers` (one per row of the problem) belong to
// it. Returns whether the multipliers are unique; if not, they become those of least Euclidean
// norm. Computed in double and not proved: only x is.
bool shorten(const Problem& problem, const std::vector<int>& rows, Vector& multipliers);

}  // namespace zwang::minimum
