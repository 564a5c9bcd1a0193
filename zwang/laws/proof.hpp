// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Is phi an integral of the forms: is d phi a combination of them everywhere?
//
// Both are evaluated modulo 2^127 - 1 at random points of the atoms (atoms.hpp), without rounding,
// and their ranks compared. The formula itself is differentiated, as it is printed: how it was
// found is of no importance. A wrong one passes with a probability of about its degree over 2^127.
#pragma once

#include <vector>

#include "zwang/laws/pfaffian.hpp"

namespace zwang {

// False is inconclusive.
bool is_surely_integral(const PfaffianSystem& system, NodeId phi);

// Whether the differentials are independent; false is inconclusive.
bool are_surely_independent(const PfaffianSystem& system, const std::vector<NodeId>& integrals);

}  // namespace zwang
