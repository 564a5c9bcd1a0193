// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rounded rows: more digits must not make an answer worse.

#include <doctest/doctest.h>

#include <random>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;

// Theory 4.4-1.
TEST_CASE("a redundant equation computed in double changes nothing") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int i = 0; i < 200; ++i) {
    const int n = 6;
    Vector r1(n), r2(n), force(n);
    for (int j = 0; j < n; ++j) {
      r1[j] = uniform(random);
      r2[j] = uniform(random);
      force[j] = uniform(random);
    }
    const double c1 = uniform(random);
    const double c2 = uniform(random);
    Problem two;
    two.point(1.0, n).force(force).zero(r1, c1).zero(r2, c2);
    const Solution truth = solve(two);
    REQUIRE(truth.usable());
    const double a = uniform(random);
    const double b = uniform(random);
    Problem three = two;
    three.zero(a * r1 + b * r2, a * c1 + b * c2);
    for (const Precision precision : {Precision::machine, Precision::quad, Precision::octuple}) {
      const Solution s = solve(three, {.lowest = precision});
      REQUIRE(s.usable());
      CHECK(s.precision == precision);
      CHECK((s.x - truth.x).norm() < 1e-12);
      CHECK(s.shift < 1e-13);
      CHECK_FALSE(s.unique);
    }
  }
}

TEST_CASE("four legs of a table have rank three and are solved in double") {
  // a board on four points: vertical acceleration, two rotations
  Problem problem;
  problem.point(10.0).point(1.0, 2).force(Vector{{-98.1, 0.3, -0.2}});
  for (const double x : {-0.7, 0.7})
    for (const double y : {-0.4, 0.4}) problem.at_most_zero(Vector{{-1.0, -y, x}}, 0.0);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.precision == Precision::machine);
  CHECK_FALSE(s.unique);
  CHECK(s.x.norm() < 1e-13);
  CHECK(s.active.size() == 4);
  CHECK(std::abs(s.multipliers.sum() - 98.1) < 1e-11);
  CHECK(s.certificate.holds(1e-12));
}

TEST_CASE("four corners that come to rest together are solved although their rows are rounded") {
  // a box that lands on two of them while it turns about the others, which rest: nothing moves
  Problem problem;
  problem.point(1.0).point(0.0167).point(0.0067).point(0.0167);
  problem.free(Vector{{-0.3263, -6e-15, 3.2635, 0.0}});
  problem.at_most_zero(Vector{{-1.0, 1.4e-17, 0.1, -0.2}}, 0.0)
      .at_most_zero(Vector{{-1.0, -4.2e-17, 0.1, 0.2}}, 0.0)
      .at_most_zero(Vector{{-1.0, 4.2e-17, -0.1, -0.2}}, 0.0)
      .at_most_zero(Vector{{-1.0, -2.8e-17, -0.1, 0.2}}, 0.0);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.x.norm() < 1e-13);
  CHECK(s.multipliers.minCoeff() >= 0.0);
  CHECK(s.shift < 1e-15);
}

TEST_CASE("what velocities of rest leave in the right-hand sides decides nothing") {
  // two legs of a table and its hinge on the floor, all at rest; the last says what the others say
  Problem problem;
  problem.point(0.2, 2).force(Vector{{-1.962, 0.0}});
  problem.at_most_zero(Vector{{-1.0, 0.09}}, -5e-60)
      .at_most_zero(Vector{{-1.0, -0.09}}, -5e-60)
      .zero(Vector{{1.0, -0.1}}, -3e-76);
  const Solution s = solve(problem);
  REQUIRE(s.usable());
  CHECK(s.x.norm() < 1e-50);
}

TEST_CASE("rounded rows that disagree by more than rounding are contradictory") {
  Problem problem;
  problem.point(1.0, 2).zero({0.1, 0.3}, 1.0).zero({0.2, 0.6}, 2.0);
  CHECK(solve(problem).usable());
  problem.zero({0.3, 0.9}, 3.0 + 1e-9);
  const Solution s = solve(problem);
  CHECK(s.outcome == Outcome::contradictory);
  CHECK(contradiction_holds(problem, s.proof));
  Vector other = s.proof;
  other[1] += 0.5;
  CHECK_FALSE(contradiction_holds(problem, other));
}

TEST_CASE("rounded inequalities that exclude each other are contradictory") {
  for (const double gap : {1e-3, 1e-6, 1e-9}) {
    Problem problem;
    problem.point(1.0, 2).force(Vector{{1.0, 0.2}});
    problem.at_most_zero({0.1, 0.7}, 0.3).at_most_zero({-0.3, -2.1}, -0.9 + gap);
    const Solution s = solve(problem);
    CHECK(s.outcome == Outcome::contradictory);
    CHECK(contradiction_holds(problem, s.proof));
    CHECK(s.summary().find("contradict each other") != std::string::npos);
  }
}

TEST_CASE("contradictions of rounded rows are proved in every floating-point precision") {
  for (const Precision precision : {Precision::machine, Precision::quad, Precision::octuple}) {
    for (const double side : {1.0, -1.0}) {
      Problem equations;
      equations.point(1.0, 2).zero({0.1, 0.3}, 1.0).zero({0.3, 0.9}, 3.0 + 1e-9 * side);
      equations.at_most_zero({1.0, 0.0}, -5.0);
      const Solution s = solve(equations, {.lowest = precision});
      CHECK(s.outcome == Outcome::contradictory);
      CHECK(contradiction_holds(equations, s.proof));
    }
    Problem walls;
    walls.point(1.0, 2).force(Vector{{1.0, 0.2}});
    walls.at_most_zero({0.1, 0.7}, 0.3).at_most_zero({0.3, -0.2}, -1.0);
    walls.at_most_zero({-0.3, -2.1}, -0.9 + 1e-6);
    const Solution s = solve(walls, {.lowest = precision});
    CHECK(s.outcome == Outcome::contradictory);
    CHECK(contradiction_holds(walls, s.proof));
  }
}

TEST_CASE("rounded data never reach the exact precision") {
  Problem problem;
  problem.point(1.0).at_most_zero({1.0}, 0.0);
  CHECK(solve(problem, {.lowest = Precision::exact}).outcome == Outcome::undecided);
}

// Two equations that differ in an entry far below the rounding of the row: in units of that unknown
// it is the whole row, and no proof holds without it.
TEST_CASE("rounded rows are called contradictory only with a proof that holds") {
  Problem problem;
  problem.point(-9.0).point(3.0).force(Vector{{-5.0, -8.0}});
  problem.zero({0.0, -9.0}, -5.0).zero({7.06327e-304, -9.0}, -9.0).zero({-9.0, -9.0}, -9.0);
  const Solution s = solve(problem);
  CHECK_FALSE(s.usable());
  if (s.outcome == Outcome::contradictory) CHECK(contradiction_holds(problem, s.proof));
}
