// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constructions known to be nasty for one method or another, and masses that must be refused.
#pragma once

#include "tools/hard-problems/hard_problem.hpp"
#include "tools/hard-problems/random.hpp"

namespace zwang::hard {

// A direction without inertia that no equation ties: no force on it (E304) or one (E305); a
// direction of negative inertia that no equation ties (E303).
HardProblem untied(Random& random, int max_n, Expected expected);

// k = n/2 corners of the plane, each with its own choice of active walls: 2^k and more sets.
HardProblem corners(Random& random, int max_n);

// ε x_{j−1} ≤ x_j ≤ 1 − ε x_{j−1}, ε = 1/4, towards large x_n (Klee & Minty 1972).
HardProblem klee_minty(Random& random, int max_n);

// Φ = FFᵀ with F unit lower triangular, 2 below the diagonal (Murty 1978, Fathi 1979).
HardProblem murty(Random& random, int max_n);

// 3n rows through one point and none of them spare elsewhere.
HardProblem isolated_vertex(Random& random, int max_n);

// Every active row three times over, and sums of them: a polytope of multipliers.
HardProblem many_multipliers(Random& random, int max_n);

// m = 40 n rows, most of them open.
HardProblem many_rows(Random& random, int max_n);

// Mass, time and rows in units of 10^±150.
HardProblem magnitudes(Random& random, int max_n);

}  // namespace zwang::hard
