// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/certificate_limit.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/minimum/problem.hpp"

using namespace zwang;
using namespace zwang::minimum;
using doctest::Approx;

TEST_CASE("the limit of a certificate has no units and counts the terms of its sums") {
  // m (x − 5) + 2 z = 0, 2 x = 0: z = 5 m/2, size 5 √m, |a|_{M⁻¹} = 2/√m. In units of the size:
  // stationarity |m 5| + |2 z| → 2, row |2·5| → 1, force of the row 1
  for (const double mass : {1e-6, 1.0, 1e6}) {
    Problem problem;
    problem.block(Matrix{{mass}}).free(Vector{{5.0}}).zero({2.0}, 0.0, exact_data);
    const Solution solution = solve(problem);
    REQUIRE(solution.usable());
    const double limit = certificate_limit(problem, solution);
    CHECK((limit - 1e-10) / 0x1p-52 == Approx(17.0 * (2.0 + 1.0 + 1.0)).epsilon(1e-6));
  }
}

TEST_CASE("nearly parallel walls have a higher limit, and their certificate is below it") {
  // x ≤ 0, −x + y/2^k ≤ 0 about (3, 1): λ = (3 + 2^k, 2^k), so the last bit of λ is 2^(k − 52)
  for (const int k : {10, 30, 45}) {
    Problem problem = unit_masses({3.0, 1.0});
    problem.at_most_zero({1.0, 0.0}, 0.0, exact_data);
    problem.at_most_zero({-1.0, std::ldexp(1.0, -k)}, 0.0, exact_data);
    const Solution solution = solve(problem);
    REQUIRE(solution.usable());
    const double limit = certificate_limit(problem, solution);
    CHECK(limit - 1e-10 > std::ldexp(1.0, k - 52));
    CHECK(limit - 1e-10 < std::ldexp(100.0, k - 52));
    CHECK(solution.certificate.holds(limit));
  }
}
