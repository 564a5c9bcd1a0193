// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/problem.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "zwang/base/error.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;

namespace {

void refused(const Problem& problem, const std::string& words) {
  try {
    static_cast<void>(solve(problem));
    FAIL("not refused: " << words);
  } catch (const Error& error) {
    CHECK(error.code() == Code::E120);
    CHECK_MESSAGE(error.message().find(words) != std::string::npos, error.message());
  }
}

}  // namespace

TEST_CASE("inconsistent data in a problem are rejected by name") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto two = [] { return Problem().point(1.0, 2); };
  refused(two().force(Vector{{1.0}}), "the force has 1 numbers");
  refused(two().free(Vector{{1.0, 2.0, 3.0}}), "the free point has 3 numbers");
  refused(two().force(Vector{{1.0, nan}}), "the force of unknown 1 is not finite");
  refused(Problem().point(nan), "the mass of unknowns 0 and 0 is not finite");
  refused(Problem().block(Matrix{{1.0, 2.0}, {3.0, 9.0}}), "not symmetric");
  refused(two().at_most_zero({1.0, 0.0}, nan), "the offset of row 0 is not finite");
  refused(two().at_most_zero({nan, 0.0}, 0.0), "row 0, unknown 0: not finite");
  refused(two().zero({1.0, 0.0, 1.0}, 0.0), "row 0 names unknown 2, there are 2");
  refused(two().zero({1.0, 0.0}, 0.0, -1.0), "the relative rounding of row 0");
  const Entry twice[] = {{1, 1.0}, {1, 2.0}};
  refused(two().row(Kind::equation, twice, 0.0), "unknown 1 comes after unknown 1");
  CHECK_THROWS_AS(Problem().block(Matrix(2, 3)), Error);
}

TEST_CASE("invalid options are rejected") {
  const Problem problem = unit_masses({1.0});
  CHECK_THROWS_AS(solve(problem, {.accuracy = 0.0}), Error);
  CHECK_THROWS_AS(solve(problem, {.max_steps = -1}), Error);
  CHECK_THROWS_AS(solve(problem, {.highest = Precision::machine, .lowest = Precision::quad}),
                  Error);
  CHECK_THROWS_AS(solve_from({1}, problem), Error);
  CHECK_THROWS_AS(solve_from({-1}, problem), Error);
}

TEST_CASE("a problem returns the blocks, points and sparse rows it was given") {
  Problem problem;
  problem.point(3.0).block(Matrix{{2.0, 1.0}, {1.0, 4.0}}).free(Vector{{1.0, 2.0, 3.0}});
  const Entry entries[] = {{0, 1.0}, {2, -1.0}};
  problem.row(Kind::inequality, entries, 0.5);
  CHECK(problem.unknowns() == 3);
  CHECK(problem.blocks() == 2);
  CHECK(problem.first(1) == 1);
  CHECK(problem.mass(1)[3] == 4.0);
  CHECK(problem.entries(0).size() == 2);
  CHECK(problem.offset(0) == 0.5);
  CHECK(problem.tau(0) == rounded_data);
  CHECK(solve(problem).x.isApprox(Vector{{1.0, 2.0, 3.0}}));  // 1 − 3 + 0.5 ≤ 0: the free point
}
