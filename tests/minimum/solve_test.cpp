// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/solve.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

#include "zwang/minimum/problem.hpp"

using namespace zwang;
using namespace zwang::minimum;

namespace {

constexpr Precision every_precision[] = {Precision::machine, Precision::quad, Precision::octuple,
                                         Precision::exact};

// A wedge of two walls near to parallel: 2^-k apart.
Problem wedge(int k) {
  Problem problem;
  problem.point(1.0, 2).force(Vector{{3.0, 1.0}});
  problem.at_most_zero({1.0, 0.0}, 0.0, exact_data);
  problem.at_most_zero({-1.0, std::ldexp(1.0, -k)}, 0.0, exact_data);
  return problem;
}

}  // namespace

TEST_CASE("without rows the solution is the free point, without unknowns it is empty") {
  const Solution s = solve(unit_masses({1.0, -2.0}));
  REQUIRE(s.usable());
  CHECK(s.x == Vector{{1.0, -2.0}});
  CHECK(s.zwang == 0.0);
  const Solution nothing = solve(Problem());
  CHECK(nothing.usable());
  CHECK(nothing.x.size() == 0);
  CHECK(solve(Problem().row(Kind::inequality, {}, 1.0)).outcome == Outcome::contradictory);
  CHECK(Solution().brief().find("not run") != std::string::npos);
}

TEST_CASE("every precision gives the same solution") {
  for (const Precision precision : every_precision) {
    const Solution s = solve(wedge(3), {.lowest = precision});
    REQUIRE(s.usable());
    CHECK(s.precision == precision);
    CHECK(s.x.norm() < 1e-15);
    CHECK((s.multipliers - Vector{{11.0, 8.0}}).norm() < 1e-13);
    CHECK(s.bound < 1e-9);
    CHECK(s.certificate.holds(1e-12));
  }
}

TEST_CASE("a doubtful sign raises the precision, up to the highest one allowed") {
  const Problem narrow = wedge(45);
  const Solution s = solve(narrow);
  REQUIRE(s.usable());
  CHECK(s.precision > Precision::machine);
  CHECK(s.x.norm() < 1e-20);
  const Solution low = solve(narrow, {.highest = Precision::machine});
  CHECK((low.outcome == Outcome::undecided || low.usable()));
}

// Theory 4.5-1.
TEST_CASE("contradictions are proved in every precision") {
  Problem problem;
  problem.point(1.0, 2).force(Vector{{1.0, 1.0}});
  problem.at_most_zero({3.0, 1.0}, -1.0, exact_data);
  problem.at_most_zero({-6.0, -2.0}, 2.0 + 0x1p-30, exact_data);
  problem.at_most_zero({0.0, 1.0}, -7.0, exact_data);
  for (const Precision precision : every_precision) {
    const Solution s = solve(problem, {.lowest = precision});
    CHECK(s.outcome == Outcome::contradictory);
    CHECK_FALSE(s.usable());
    CHECK(contradiction_holds(problem, s.proof));
    CHECK(s.proof[2] == 0.0);
    CHECK(s.brief().find("contradictory") != std::string::npos);
  }
}

// Theory 4.4-1.
TEST_CASE("contradictory equations and empty rows are recognised") {
  Problem problem;
  problem.point(1.0, 2).zero({1.0, 1.0}, 1.0, exact_data).zero({2.0, 2.0}, 2.5, exact_data);
  for (const Precision precision : every_precision) {
    const Solution s = solve(problem, {.lowest = precision});
    CHECK(s.outcome == Outcome::contradictory);
    CHECK(contradiction_holds(problem, s.proof));
  }
  Problem empty;
  empty.point(1.0)
      .row(Kind::equation, {}, 0.0, exact_data)
      .row(Kind::inequality, {}, -1.0, exact_data);
  CHECK(solve(empty).usable());
  empty.row(Kind::equation, {}, -3.0, exact_data);
  CHECK(solve(empty).outcome == Outcome::contradictory);
  CHECK(solve(empty, {.lowest = Precision::exact}).outcome == Outcome::contradictory);
}

TEST_CASE("E303, E304, E305: directions without inertia are named") {
  const auto plane = [](double a, double c) { return Problem().point(a).point(c); };
  CHECK(solve(plane(1.0, -1.0)).outcome == Outcome::indefinite);
  CHECK(solve(plane(1.0, 0.0)).outcome == Outcome::undetermined);
  CHECK(solve(plane(1.0, 0.0).force(Vector{{0.0, 1.0}})).outcome == Outcome::unbounded);
  for (const Outcome outcome : {Outcome::indefinite, Outcome::undetermined, Outcome::unbounded}) {
    Solution s;
    s.outcome = outcome;
    CHECK(s.brief().find("inertia") + s.brief().find("mass") < 2 * std::string::npos);
  }
}

TEST_CASE("a massless coordinate bound by an equation is solved in every precision") {
  //  x2 = 2 x1, M = diag(1, 0), X = (1, 1): x1 = X1 + 2 X2 = 3
  for (const Precision precision : every_precision) {
    Problem problem;
    problem.point(1.0).point(0.0).force(Vector{{1.0, 1.0}}).zero({2.0, -1.0}, 0.0, exact_data);
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{3.0, 6.0}}).norm() < 1e-12);
    CHECK(std::abs(s.multipliers[0] + 1.0) < 1e-12);
    CHECK(std::isnan(s.zwang));  // there is no free point
    CHECK(s.certificate.holds(1e-12));
  }
}

TEST_CASE("a negative mass that the equations hold is solved, however large") {
  for (const double m : {-1.0, -1e3, -1e6, -1e12}) {
    Problem problem;
    problem.point(1.0).point(m).force(Vector{{3.0, 5.0}}).zero({0.0, 1.0}, -2.0, exact_data);
    const Solution s = solve(problem);
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{3.0, 2.0}}).norm() < 1e-9);
  }
}

TEST_CASE("a starting guess changes the number of steps, not the solution") {
  Problem problem;
  const int n = 12;
  problem.point(1.0, n).force(Vector::Constant(n, 1.0));
  for (int k = 0; k < n; ++k) {
    Vector row = Vector::Zero(n);
    row[k] = 1.0;
    row[(k + 1) % n] = -0.25;
    problem.at_most_zero(row, 0.125, exact_data);
  }
  const Solution cold = solve(problem);
  REQUIRE(cold.usable());
  CHECK(cold.steps == n);
  const Solution warm = solve_from(cold.held, problem);
  REQUIRE(warm.usable());
  CHECK(warm.steps == 0);
  CHECK((warm.x - cold.x).norm() < 1e-14);
  // a guess that pulls is let go
  problem.force(Vector::Constant(n, -1.0));
  const Solution turned = solve_from(cold.held, problem);
  REQUIRE(turned.usable());
  CHECK(turned.active.empty());
  for (const Precision precision : every_precision)
    CHECK(solve_from(cold.held, problem, {.lowest = precision}).active.empty());
}

TEST_CASE("reaching the limit of steps is an outcome") {
  for (const Precision precision : every_precision) {
    const Solution s = solve(wedge(2), {.highest = precision, .lowest = precision, .max_steps = 0});
    CHECK(s.outcome == Outcome::gave_up);
    CHECK(s.brief().find("gave up") != std::string::npos);
  }
}

TEST_CASE("x_free and X may both be given") {
  //  M = diag(2, 4), x_free + M⁻¹X = (1.5, 1.25)
  Problem problem;
  problem.block(Matrix{{2.0, 0.0}, {0.0, 4.0}}).free(Vector{{1.0, 1.0}}).force(Vector{{1.0, 1.0}});
  problem.at_most_zero({1.0, 0.0}, -1.0, exact_data);
  for (const Precision precision : every_precision) {
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{1.0, 1.25}}).norm() < 1e-15);
    CHECK(s.multipliers[0] == doctest::Approx(1.0));
    CHECK(s.zwang == doctest::Approx(0.5));
  }
}

TEST_CASE("magnitudes whose squares exceed the range of double are solved") {
  for (const double unit : {1e-150, 1e150}) {
    Problem problem;
    problem.point(unit, 2).force(Vector{{2.0 * unit, 1.0 * unit}});
    problem.at_most_zero({1.0 / unit, 0.0}, 0.0, exact_data);
    const Solution s = solve(problem);
    REQUIRE(s.usable());
    CHECK(s.x[0] == 0.0);
    CHECK(s.x[1] == doctest::Approx(1.0));
  }
  // X and b so far apart that double cannot hold both: answered above
  Problem apart;
  apart.point(1.0, 2)
      .force(Vector{{1e200, 1e-200}})
      .at_most_zero({0.0, 1e-200}, -1e-250, exact_data);
  const Solution s = solve(apart);
  CHECK(s.usable());
  CHECK(s.precision > Precision::machine);
}

TEST_CASE("a summary lists the active rows") {
  const Solution s = solve(wedge(3));
  CHECK(s.brief().find("2 rows act") != std::string::npos);
  CHECK(s.summary().find("row 1: 8") != std::string::npos);
  Problem twice = unit_masses({1.0}).at_most_zero({1.0}, 0.0).at_most_zero({1.0}, 0.0);
  CHECK(solve(twice).summary().find("not unique") != std::string::npos);
}

TEST_CASE("every outcome and every precision has a name") {
  Solution s;
  std::vector<std::string> seen;
  for (const Outcome outcome :
       {Outcome::not_run, Outcome::found, Outcome::contradictory, Outcome::undecided,
        Outcome::gave_up, Outcome::indefinite, Outcome::undetermined, Outcome::unbounded}) {
    s.outcome = outcome;
    s.proof = Vector{{1.0, 0.0}};
    CHECK(s.summary().starts_with(s.brief()));
    for (const std::string& other : seen) CHECK(other != s.brief());
    seen.push_back(s.brief());
  }
  for (const Precision precision : every_precision) {
    s.precision = precision;
    for (const std::string& other : seen)
      CHECK((precision == Precision::machine || other != s.brief()));
    seen.push_back(s.brief());
  }
  s.outcome = Outcome::found;
  s.shift = 1e-15;
  CHECK(s.summary().find("right-hand sides moved by 1.0e-15") != std::string::npos);
}

// Theory 16-3.
TEST_CASE("the exact precision rounds its solution and reports by how much") {
  //  3x = 1
  Problem problem;
  problem.point(1.0).zero({3.0}, -1.0, exact_data);
  const Solution s = solve(problem, {.lowest = Precision::exact});
  REQUIRE(s.usable());
  CHECK(s.x[0] == 1.0 / 3.0);
  CHECK(s.errors[0] > 0.0);
  CHECK(s.errors[0] < 0x1p-54);
  CHECK(solve(Problem(), {.lowest = Precision::exact}).usable());
}

TEST_CASE("a solution beyond the range of double is not reported as found") {
  // the multiplier is 1e600
  Problem problem;
  problem.point(1e300).free(Vector{{1e300}}).at_most_zero({1e-10}, 0.0, exact_data);
  CHECK(solve(problem).outcome == Outcome::undecided);
  // so is the answer itself
  Problem huge;
  huge.point(1e-300).force(Vector{{1e300}}).at_most_zero({-1.0}, 0.0, exact_data);
  CHECK(solve(huge).outcome == Outcome::undecided);
  CHECK(solve(huge, {.lowest = Precision::exact}).outcome == Outcome::undecided);
  // an answer among the subnormal numbers
  Problem tiny;
  tiny.point(1.0, 2).force(Vector{{3e-310, 1e-300}}).at_most_zero({0.0, 1.0}, 0.0, exact_data);
  const Solution s = solve(tiny);
  REQUIRE(s.usable());
  CHECK(std::abs(s.x[0] - 3e-310) <= s.errors[0]);
}

// Theory 6-4.
TEST_CASE("a weak wall next to strong ones becomes active and is released again") {
  // the first row taken hold of is let go when the second and third are
  Problem problem;
  problem.point(1.0, 3).force(Vector{{4.0, 4.0, 1.0}});
  problem.at_most_zero({1.0, 1.0, 0.5}, -1.0, exact_data);
  problem.at_most_zero({1.0, 0.0, 0.0}, 1.0, exact_data)
      .at_most_zero({0.0, 1.0, 0.0}, 1.0, exact_data);
  for (const Precision precision : every_precision) {
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{-1.0, -1.0, 1.0}}).norm() < 1e-14);
    CHECK(s.active == std::vector<int>{1, 2});
  }
}

// Theory 4.4-1.
TEST_CASE("a redundant equation and a closed inequality are solved in every precision") {
  Problem problem;
  problem.point(2.0, 3).force(Vector{{1.0, 2.0, 3.0}});
  problem.zero({1.0, 1.0, 0.0}, -1.0, exact_data).zero({-2.0, -2.0, 0.0}, 2.0, exact_data);
  problem.at_most_zero({0.0, 0.0, 1.0}, -1.5, exact_data);  // x3 = 3/2 already: touches
  problem.at_most_zero({1.0, 1.0, 0.0}, -1.0, exact_data);  // the equation once more
  for (const Precision precision : every_precision) {
    const Solution s = solve(problem, {.lowest = precision});
    REQUIRE(s.usable());
    CHECK((s.x - Vector{{0.25, 0.75, 1.5}}).norm() < 1e-14);
    CHECK_FALSE(s.unique);
    CHECK(s.certificate.holds(1e-12));
  }
}

// Another method: the bordered system (M Aᵀ; A 0) by a full LU.
// Theory 4.2-2.
TEST_CASE("many dense equations at once agree with the bordered system") {
  for (const int k : {5, 16, 37, 70}) {
    const int n = 2 * k;
    Matrix rows(k, n);
    for (int i = 0; i < k; ++i)
      for (int j = 0; j < n; ++j) rows(i, j) = std::sin(1.7 * (i + 1) * (j + 2.5) * (j + i));
    Vector force(n), mass(n), offset(k);
    for (int j = 0; j < n; ++j) {
      force[j] = std::cos(2.0 * j);
      mass[j] = 1.0 + 0.5 * std::sin(5.0 * j);
    }
    for (int i = 0; i < k; ++i) offset[i] = std::sin(11.0 * i);
    Problem problem;
    for (int j = 0; j < n; ++j) problem.point(mass[j]);
    problem.force(force);
    for (int i = 0; i < k; ++i) problem.zero(Vector(rows.row(i).transpose()), offset[i]);
    const Solution s = solve(problem);
    REQUIRE(s.usable());
    Matrix bordered = Matrix::Zero(n + k, n + k);
    bordered.topLeftCorner(n, n) = mass.asDiagonal();
    bordered.topRightCorner(n, k) = rows.transpose();
    bordered.bottomLeftCorner(k, n) = rows;
    Vector right(n + k);
    right << force, -offset;
    const Vector expected = bordered.fullPivLu().solve(right);
    CHECK((s.x - expected.head(n)).norm() < 1e-11 * expected.norm());
    CHECK((s.multipliers - expected.tail(k)).norm() < 1e-11 * expected.norm());
  }
}
