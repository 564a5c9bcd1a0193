// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An oracle that knows nothing of how a problem was made: all sets of active rows are tried in
// rational numbers. Mayer's own method (1899a, § 2); only for few rows.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <vector>

#include "tools/hard-problems/hard_problem.hpp"

namespace zwang::hard {

using Fraction = boost::multiprecision::cpp_rational;

Fraction fraction(const Dyadic& number);

// The minimum, or nothing if no set of rows satisfies Mayer's two criteria: then no point is
// admissible.
std::optional<std::vector<Fraction>> enumerate(const HardProblem& problem);

}  // namespace zwang::hard
