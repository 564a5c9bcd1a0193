// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/minimum_answer.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/minimum/certificate_limit.hpp"
#include "zwang/minimum/problem.hpp"

using namespace zwang;
using doctest::Approx;

namespace {

// a·x ≥ b
StatedRow at_least(const std::string& name, double a1, double a2, double b) {
  return {.name = name, .entries = {{0, -a1}, {1, -a2}}, .offset = b};
}

StatedMinimum in_the_plane() {
  StatedMinimum stated;
  stated.unknowns = {"z1", "z2"};
  return stated;
}

}  // namespace

// min z·z with z1 + 2 z2 ≥ 3, 2 z1 − z2 ≥ 1: by hand z = (1, 1) = 3/5 (1, 2) + 1/5 (2, −1)
// Theory 4.1-2.
TEST_CASE("Stäckel 1919 § 8, (32), (33): the point of a convex region nearest to the origin") {
  StatedMinimum stated = in_the_plane();
  stated.rows = {at_least("first", 1, 2, 3), at_least("second", 2, -1, 1),
                 at_least("third", 1, 1, -5), at_least("fourth", 1, 0, 1)};
  const MinimumAnswer found = answer(stated);
  REQUIRE(found.certified());
  CHECK((found.solution.x - Vector{{1.0, 1.0}}).norm() < 1e-15);
  CHECK(found.zwang == Approx(2.0));
  CHECK(found.value == Approx(1.0));
  CHECK(found.rows[2].slack == Approx(7.0));
  CHECK(found.rows[2].state == "open");
  // the fourth plane passes through the point: its share is not determined, the shortest is
  CHECK_FALSE(found.solution.unique);
  CHECK(found.summary(stated).find("least sum of squares") != std::string::npos);
}

TEST_CASE("a row that holds without a multiplier is closed") {
  StatedMinimum stated = in_the_plane();
  stated.centre = Vector{{1.0, 1.0}};
  stated.rows = {at_least("touching", 1, 1, 2), at_least("open", 1, 1, 1.5)};
  const MinimumAnswer found = answer(stated);
  REQUIRE(found.certified());
  CHECK(found.rows[0].state == "closed");
  CHECK(found.rows[0].multiplier == 0.0);
  CHECK(found.rows[1].state == "open");
  CHECK(found.zwang == 0.0);
}

TEST_CASE("multipliers far larger than what they hold up may be rounded by as much") {
  // x ≤ 0, −x + y/2^45 ≤ 0 about (3, 1): λ = (3 + 2^45, 2^45)
  StatedMinimum stated = in_the_plane();
  stated.centre = Vector{{3.0, 1.0}};
  stated.data = StatedData::exact;
  stated.rows = {{.name = "a", .entries = {{0, 1.0}}},
                 {.name = "b", .entries = {{0, -1.0}, {1, 0x1p-45}}}};
  const MinimumAnswer found = answer(stated);
  REQUIRE(found.certified());
  CHECK(found.solution.x.norm() < 1e-15);
  CHECK(found.limit > 1e-10);
}

TEST_CASE("a nearly singular mass lets rounding grow, and the answer is certified all the same") {
  // Hilbert's matrix of order 8: x is right to the last digits (by the exact precision)
  constexpr int n = 8;
  StatedMinimum stated;
  Matrix hilbert(n, n);
  StatedRow sum{.name = "sum", .offset = -1.0, .equation = true};
  for (int i = 0; i < n; ++i) {
    stated.unknowns.push_back("x" + std::to_string(i));
    sum.entries.emplace_back(i, 1.0);
    for (int j = 0; j < n; ++j) hilbert(i, j) = 1.0 / (i + j + 1);
  }
  stated.blocks = {hilbert};
  stated.rows = {sum};
  const MinimumAnswer found = answer(stated);
  REQUIRE(found.certified());
  stated.precision = "exact";
  const MinimumAnswer exact = answer(stated);
  REQUIRE(exact.certified());
  CHECK((found.solution.x - exact.solution.x).norm() <= 1e-15 * exact.solution.x.norm());
  // a wrong multiplier is beyond the limit
  minimum::Problem problem;
  problem.block(hilbert).zero(Vector::Ones(n), -1.0, minimum::exact_data);
  const double wrong = found.solution.multipliers[0] * (1.0 + 1e-4);
  CHECK_FALSE(minimum::certify(problem, found.solution.x, Vector{{wrong}}).holds(found.limit));
}

TEST_CASE("what is contradictory comes with weights that were checked") {
  StatedMinimum stated = in_the_plane();
  stated.rows = {at_least("up", 1, 1, 3), at_least("down", -1, -1, -2)};
  const MinimumAnswer found = answer(stated);
  CHECK(found.code == Code::E302);
  CHECK_FALSE(found.certified());
  CHECK(found.proof_holds);
  CHECK(found.excess == Approx(found.solution.proof[0]));
  CHECK(found.message.find("'up', 'down' exclude each other") != std::string::npos);
  CHECK(found.summary(stated).find("add up to one that no x satisfies") != std::string::npos);
}

TEST_CASE("many connected rows have a certificate and no error bound") {
  // a chain x_i ≤ x_{i+1} − 1 about 0: by symmetry x_i = i − (n − 1)/2
  constexpr int n = 400;
  StatedMinimum stated;
  for (int i = 0; i < n; ++i) stated.unknowns.push_back("x" + std::to_string(i));
  for (int i = 0; i + 1 < n; ++i)
    stated.rows.push_back(
        {.name = "r" + std::to_string(i), .entries = {{i, 1.0}, {i + 1, -1.0}}, .offset = 1.0});
  const MinimumAnswer found = answer(stated);
  REQUIRE(found.certified());
  CHECK(std::isnan(found.solution.bound));
  for (int i = 0; i < n; ++i) CHECK(found.solution.x[i] == Approx(i - (n - 1) / 2.0));
  // pressed from the ends to the middle: multiplier Σ_{j ≤ i} −x_j
  CHECK(found.rows[0].multiplier == Approx((n - 1) / 2.0));
  CHECK(found.rows[n / 2 - 1].multiplier == Approx(n * n / 8.0));
  const std::string text = found.summary(stated);
  CHECK(text.find("without a bound") != std::string::npos);
  CHECK(text.find("more rows") != std::string::npos);
}

TEST_CASE("what does not fit together is refused, and what has no minimum is named") {
  StatedMinimum stated = in_the_plane();
  const auto code = [&] {
    try {
      return answer(stated).code.value_or(Code::E900);
    } catch (const Error& error) {
      return error.code();
    }
  };
  stated.masses = Vector{{1.0}};
  CHECK(code() == Code::E113);
  stated.masses = Vector{{1.0, 0.0}};
  CHECK(code() == Code::E304);
  stated.linear = Vector{{0.0, 1.0}};
  CHECK(code() == Code::E305);
  stated.masses = Vector{{1.0, -1.0}};
  CHECK(code() == Code::E303);
  stated.masses = {};
  CHECK(code() == Code::E900);  // nothing is wrong
  stated.precision = "double";
  CHECK(code() == Code::E120);
}
