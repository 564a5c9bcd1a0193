// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Ticks are round numbers, and their labels tell them apart.

#include "zwang/plot/axis.hpp"

#include <doctest/doctest.h>

namespace {

using namespace zwang;

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> out;
  for (const double tick : axis.ticks) out.push_back(axis.label(tick));
  return out;
}

using Words = std::vector<std::string>;

TEST_CASE("ticks are multiples of 1, 2 or 5 times a power of ten") {
  CHECK(labels(axis_over(0.0, 6.0, 6)) == Words{"0", "1", "2", "3", "4", "5", "6"});
  CHECK(labels(axis_over(0.0, 6.0, 5)) == Words{"0", "2", "4", "6"});
  CHECK(labels(axis_over(-1.0, 0.3, 4)) == Words{"-1.0", "-0.5", "0"});
  CHECK(labels(axis_over(0.03, 0.31, 6)) == Words{"0.05", "0.10", "0.15", "0.20", "0.25", "0.30"});
  CHECK(labels(axis_over(0.0, 1.0, 5)) == Words{"0", "0.2", "0.4", "0.6", "0.8", "1.0"});
}

TEST_CASE("very large and very small numbers have an exponent") {
  CHECK(labels(axis_over(0.0, 3e7, 3)) == Words{"0", "1e+07", "2e+07", "3e+07"});
  CHECK(labels(axis_over(-2e-16, 2e-16, 2)) == Words{"-2e-16", "0", "2e-16"});
}

TEST_CASE("ticks far from zero differ in their last digit") {
  CHECK(labels(axis_over(2.9430, 2.9432, 2)) == Words{"2.9430", "2.9431", "2.9432"});
  CHECK(labels(axis_over(5.0, 5.0 + 2e-8, 2)) == Words{"5.00000000", "5.00000001", "5.00000002"});
}

TEST_CASE("nearly equal numbers have a margin around them") {
  const Axis one = axis_over(5.0, 5.0, 4);
  CHECK(one.from == doctest::Approx(4.5));
  CHECK(one.to == doctest::Approx(5.5));
  CHECK(one.place(5.0) == doctest::Approx(0.5));
  const Axis noise = axis_over(5.0, 5.0 + 1e-12, 4);
  CHECK(noise.to == doctest::Approx(5.5));
  CHECK(axis_over(0.0, 5e-324, 4).ticks.size() == 5);
  const Axis zero = axis_over(0.0, 0.0, 4);
  CHECK(zero.from == -1.0);
  CHECK(zero.to == 1.0);
}

TEST_CASE("a margin is a fraction of the range") {
  const Axis axis = axis_over(0.0, 10.0, 5, 0.1);
  CHECK(axis.from == doctest::Approx(-1.0));
  CHECK(axis.to == doctest::Approx(11.0));
  CHECK(axis.ticks == std::vector<double>{0.0, 5.0, 10.0});
}

}  // namespace
