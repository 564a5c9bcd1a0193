// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A problem whose rows do not hang together is several problems: each is answered alone, and the
// certificate is made of the whole.
#pragma once

#include "zwang/minimum/solve.hpp"

namespace zwang::minimum {

// The same answer as solve(); many times faster if there are many rows in parts of few. A part of
// more than 250 rows is answered by SparseSolver: certified, but without an error bound.
Solution solve_by_parts(const Problem& problem, const Options& options = {});

}  // namespace zwang::minimum
