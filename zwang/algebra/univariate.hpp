// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Polynomials in one variable with factors modulo 2^127 - 1, as lists of them from the constant
// term on; the last one is not 0, and 0 is the empty list.
#pragma once

#include <random>
#include <vector>

#include "zwang/algebra/long_residue.hpp"

namespace zwang {

using Univariate = std::vector<LongResidue>;

void trim(Univariate& f);  // zeros at the end

Univariate gcd_of(Univariate f, Univariate g);  // monic

// Res(f, g), 0 if they have a common root. Neither may be 0.
LongResidue resultant(Univariate f, Univariate g);

// The polynomial of least degree through (0, y_0), (1, y_1) ...
Univariate through(const std::vector<LongResidue>& y);

// The roots of f modulo the prime, each once.
std::vector<LongResidue> roots(const Univariate& f, std::mt19937_64& random);
// The factors x^2 + a x + b of f without roots modulo the prime, each once.
std::vector<Univariate> quadratic_factors(const Univariate& f, std::mt19937_64& random);

}  // namespace zwang
