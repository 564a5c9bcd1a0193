// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Multipliers when the rows that hold as equations depend on each other: the acceleration is
// unique, they are not (theory 5.2). Of all possible ones the shortest are given.
#pragma once

#include <vector>

#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {

// `rows` hold as equations at the answer and `multipliers` (one per row of the problem) belong to
// it. Returns whether the multipliers are unique; if not, they become those of least Euclidean
// norm. Found in double and not proved: only x is.
bool shorten(const Problem& problem, const std::vector<int>& rows, Vector& multipliers);

}  // namespace zwang::minimum
