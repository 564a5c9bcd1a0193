// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A problem whose rows are not all connected is several problems: each is solved alone, and the
// certificate covers the whole.
#pragma once

#include "zwang/minimum/solve.hpp"

namespace zwang::minimum {

// The same solution as solve(); many times faster if there are many rows in small parts. A part of
// more than 250 rows is left to SparseSolver: certified, but without an error bound.
Solution solve_by_parts(const Problem& problem, const Options& options = {});

}  // namespace zwang::minimum
