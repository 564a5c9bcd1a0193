// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How large the numbers of a certificate may be if x and the multipliers are right and only rounded
// to double, as are the sums of the certificate. Two things let rounding grow: rows that nearly
// depend on each other, with multipliers far larger than what they hold up, and a mass that is
// nearly singular.
#pragma once

#include "zwang/minimum/solve.hpp"

namespace zwang::minimum {

// 1e-10, 16 + n roundings of the terms of each number, in its units and to first order, and 4 times
// the shift of the right-hand sides. Cost: that of the certificate, and M⁻¹ block by block.
double certificate_limit(const Problem& problem, const Solution& solution);

}  // namespace zwang::minimum
