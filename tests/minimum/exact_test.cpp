// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/exact.hpp"

#include <doctest/doctest.h>

#include "zwang/minimum/inertia.hpp"
#include "zwang/minimum/problem.hpp"

using namespace zwang;
using namespace zwang::minimum;

TEST_CASE("a dependent row is recognised whatever its numbers") {
  // row 2 = row 0 + 2^-40 row 1, right sides alike, above and below
  for (const double more : {0.0, 0x1p-50, -0x1p-50}) {
    Problem problem;
    problem.point(1.0, 3);
    problem.at_most_zero({1.0, 2.0, 3.0}, -1.0, exact_data);
    problem.at_most_zero({0.0, 1.0, 1.0}, -2.0, exact_data);
    problem.at_most_zero({1.0, 2.0 + 0x1p-40, 3.0 + 0x1p-40}, -1.0 - 0x1p-39 - more, exact_data);
    problem.at_most_zero({1.0, 2.0 + 0x1p-40, 3.0}, -1.0, exact_data);
    const Scaling scaling = scaling_of(problem);
    Relations relations(problem, scaling, {0, 1});
    REQUIRE(relations.sign(2).has_value());
    CHECK(*relations.sign(2) == (more > 0.0) - (more < 0.0));
    CHECK_FALSE(relations.sign(3).has_value());
    Relations unsound(problem, scaling, {0, 0});
    CHECK_FALSE(unsound.sign(2).has_value());
  }
}

TEST_CASE("empty rows are judged by their offset") {
  Problem problem;
  problem.point(1.0, 2);
  for (const double offset : {-1.0, 0.0, 1.0})
    problem.row(Kind::inequality, {}, offset, exact_data);
  Relations relations(problem, scaling_of(problem), {});
  CHECK(*relations.sign(0) == 1);
  CHECK(*relations.sign(1) == 0);
  CHECK(*relations.sign(2) == -1);
}

TEST_CASE("inertia is required only where the equations leave freedom") {
  const auto plane = [](double a, double b, double c) {
    return Problem().block(Matrix{{a, b}, {b, c}});
  };
  CHECK(inertia_of(plane(1, 0, 1)) == Inertia::positive);
  CHECK(inertia_of(plane(1, 0, -1)) == Inertia::indefinite);
  CHECK(inertia_of(plane(0, 1, 0)) == Inertia::indefinite);
  CHECK(inertia_of(plane(1, 0, 0)) == Inertia::undetermined);
  CHECK(inertia_of(plane(1, 0, 0).force(Vector{{0.0, 1.0}})) == Inertia::unbounded);
  CHECK(inertia_of(plane(1, 0, 0).free(Vector{{3.0, 1.0}})) == Inertia::undetermined);
  CHECK(inertia_of(plane(1, 0, -1).zero({0.0, 1.0}, 0.0)) == Inertia::positive);
  CHECK(inertia_of(plane(1, 0, 0).zero({1.0, 1.0}, -1.0).zero({2.0, 2.0}, -2.0)) ==
        Inertia::positive);
  CHECK(inertia_of(plane(1, 0, -1).zero({1.0, 1.0}, 0.0)) == Inertia::undetermined);
  CHECK(inertia_of(plane(1, 0, -1).zero({1.0, 1.0}, 5.0)) == Inertia::unbounded);
}

TEST_CASE("the inertia of a chain of a thousand unknowns is decided exactly") {
  // x1'^2 + (x2' - x1')^2 + ..., and the same with the last mass turned
  constexpr int n = 1000;
  for (const double last : {1.0, -1.0}) {
    Matrix mass = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i) {
      mass(i, i) = i + 1 < n ? 2.0 : last;
      if (i > 0) mass(i, i - 1) = mass(i - 1, i) = -1.0;
    }
    CHECK(inertia_of(Problem().block(mass)) ==
          (last > 0.0 ? Inertia::positive : Inertia::indefinite));
  }
}
