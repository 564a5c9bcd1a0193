// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's theorems by hand.

#include <doctest/doctest.h>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;
using doctest::Approx;

//   x_free = (1, 0),   f1'' = x ≤ 0,   f2'' = −x + y + 1/2 ≤ 0.   By hand: both act.
// Theory 3-3.
TEST_CASE("Mayer 1899a § 3: a constraint that the free motion obeys can still act") {
  const Problem problem =
      unit_masses({1.0, 0.0}).at_most_zero({1.0, 0.0}, 0.0).at_most_zero({-1.0, 1.0}, 0.5);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.x.isApprox(Vector{{0.0, -0.5}}));
  CHECK(s.multipliers.isApprox(Vector{{1.5, 0.5}}));
  CHECK(s.zwang == Approx(1.25));
  CHECK(s.certificate.holds(1e-12));
  CHECK(s.active == std::vector<int>{0, 1});
  CHECK(s.unique);
}

// Theory 4.2-3, 6-2.
TEST_CASE(
    "Mayer 1899a § 3: a constraint passive for the free motion can be active in the true one") {
  Problem problem;
  problem.point(1.0, 2).force(Vector{{2.0, 1.0}});
  problem.at_most_zero({1.0, 0.0}, 0.0).at_most_zero({-0.6, 0.8}, 0.0);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.x.norm() < 1e-15);
  CHECK(s.multipliers.isApprox(Vector{{2.75, 1.25}}));
  CHECK(s.zwang == Approx(5.0));
}

// Theory 4.2-3, 6-3.
TEST_CASE(
    "Mayer 1899a § 3: a constraint active for the free motion can be passive in the true one") {
  Problem problem;
  problem.point(1.0, 2).force(Vector{{1.0, 2.0}});
  problem.at_most_zero({1.0, 0.0}, 0.0).at_most_zero({0.8, 0.6}, 0.0);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.x.isApprox(Vector{{-0.6, 0.8}}));
  CHECK(s.multipliers.isApprox(Vector{{0.0, 2.0}}));
  CHECK(s.active == std::vector<int>{1});
  CHECK(s.zwang == Approx(4.0));
}

// Theory 4.3-1.
TEST_CASE("Mayer 1899a § 3, r = 1: the motion is free or λ = Φ0/Φ11") {
  for (const double pull : {-2.0, 0.0, 3.0}) {
    Problem problem;
    problem.point(2.0).force(Vector{{pull}}).at_most_zero({1.0}, 0.0);
    const Solution s = solve(problem);
    REQUIRE(s.usable());
    CHECK(s.x[0] == std::min(pull / 2.0, 0.0));
    CHECK(s.multipliers[0] == std::max(pull, 0.0));
  }
}

// Theory 5.1-1.
TEST_CASE("Stäckel 1919 § 7: the minimum is unique where the multipliers are not") {
  //  x ≤ 0, y ≤ 0, x + y ≤ 0 with X = (2, 3): a + c = 2, b + c = 3, shortest with c = 5/3
  Problem problem;
  problem.point(1.0, 2).force(Vector{{2.0, 3.0}});
  problem.at_most_zero({1.0, 0.0}, 0.0).at_most_zero({0.0, 1.0}, 0.0).at_most_zero({1.0, 1.0}, 0.0);
  for (const Precision precision : {Precision::machine, Precision::quad, Precision::octuple}) {
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK(s.precision == precision);
    CHECK(s.x.norm() < 1e-15);
    CHECK_FALSE(s.unique);
    CHECK((s.multipliers - Vector{{1.0 / 3.0, 4.0 / 3.0, 5.0 / 3.0}}).norm() < 1e-14);
    CHECK(s.certificate.holds(1e-12));
  }
}

TEST_CASE("a wall that touches beside dependent equations leaves their multipliers undetermined") {
  //  x + y = 2 stated twice, about (3, 3): a − b = 2, shortest with a = −b = 1; x ≤ 1 carries
  //  nothing
  for (const Precision precision :
       {Precision::machine, Precision::quad, Precision::octuple, Precision::exact}) {
    Problem problem = unit_masses({3.0, 3.0});
    problem.zero({1.0, 1.0}, -2.0, exact_data).zero({-1.0, -1.0}, 2.0, exact_data);
    problem.at_most_zero({1.0, 0.0}, -1.0, exact_data);
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{1.0, 1.0}}).norm() < 1e-15);
    CHECK_FALSE(s.unique);
    CHECK((s.multipliers - Vector{{1.0, -1.0, 0.0}}).norm() < 1e-14);
  }
}

TEST_CASE("dependent rows that carry nothing leave the multipliers unique") {
  // the same three walls with nothing pulling: only zero is possible
  Problem problem;
  problem.point(1.0, 2).force(Vector{{0.0, 0.0}});
  problem.at_most_zero({1.0, 0.0}, 0.0, exact_data).at_most_zero({0.0, 1.0}, 0.0, exact_data);
  problem.at_most_zero({1.0, 1.0}, 0.0, exact_data);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.unique);
  CHECK(s.multipliers.norm() == 0.0);
  CHECK(s.active.empty());
  // a wall from both sides may carry any pair
  const Solution both = solve(
      Problem().point(1.0).force(Vector{{0.0}}).at_most_zero({1.0}, 0.0).at_most_zero({-1.0}, 0.0));
  REQUIRE(both.usable());
  CHECK_FALSE(both.unique);
  CHECK(both.multipliers.norm() == 0.0);
}
