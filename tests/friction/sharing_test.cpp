// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Loads shared within the bounds, by hand.

#include "zwang/friction/sharing.hpp"

#include <doctest/doctest.h>

namespace zwang {
namespace {

TEST_CASE("two feet of one body use the same part of their bounds") {
  SharedLoads loads;
  loads.rows.resize(2, 1);
  loads.rows << 1.0, 2.0;  // the second in halves of the unit of force
  loads.pushes = {0, 0};
  loads.sticking = {{0, {}, 1.0}, {1, {}, 1.5}};  // bounds of force 1 and 3
  std::vector<double> z = {3.9, 0.0};
  share(loads, z);
  CHECK(z[0] == doctest::Approx(0.975).epsilon(1e-12));
  CHECK(z[1] == doctest::Approx(1.4625).epsilon(1e-12));
}

// Theory 18.3-4.
TEST_CASE("a neighbour takes over what comes near a bound") {
  // feet under two bodies that also stick to each other: f1 + f3 = 1.4, f2 - f3 = 0, with bounds
  // 1, 1 and 1/2; 1.4 - f3 = 2 f3 is the least part that can be used most
  SharedLoads loads;
  loads.rows.resize(3, 2);
  loads.rows << 1.0, 0.0, 0.0, 1.0, 1.0, -1.0;
  loads.pushes = {0, 0, 0};
  loads.sticking = {{0, {}, 1.0}, {1, {}, 1.0}, {2, {}, 0.5}};
  std::vector<double> z = {1.4, 0.0, 0.0};
  share(loads, z);
  CHECK(z[0] == doctest::Approx(1.4 - 1.4 / 3.0).epsilon(1e-9));
  CHECK(z[1] == doctest::Approx(1.4 / 3.0).epsilon(1e-9));
  CHECK(z[2] == doctest::Approx(1.4 / 3.0).epsilon(1e-9));
  SUBCASE("and what no way holds leaves a bound") {
    z = {1.6, 0.0, 0.0};  // 1.6 - f3 = 2 f3
    share(loads, z);
    CHECK(z[0] == doctest::Approx(1.6 - 1.6 / 3.0).epsilon(1e-9));
    CHECK(z[2] == doctest::Approx(1.6 / 3.0).epsilon(1e-9));
  }
}

TEST_CASE("loads of what pushes move too") {
  // a beam on three supports, the outer ones rough: as given the left one carries next to nothing
  // and has to hold all of the friction (the right one stands on a roller across)
  SharedLoads loads;
  loads.rows.resize(4, 3);
  loads.rows << 0.0, 1.0, -1.0,  // left, middle, right push up: force and moment
      0.0, 1.0, 0.0,             //
      0.0, 1.0, 1.0,             //
      1.0, 0.0, 0.0;             // friction of the left one
  loads.pushes = {1, 1, 1, 0};
  loads.sticking = {{3, 0, 0.5}};
  std::vector<double> z = {0.1, 3.8, 0.1, 0.5};
  share(loads, z);
  CHECK(std::abs(z[3] - 0.5) < 1e-12);
  CHECK(std::abs(z[0] - z[2]) < 1e-12);
  CHECK(std::abs(z[0] + z[1] + z[2] - 4.0) < 1e-12);
  CHECK(0.5 * z[0] >= 0.5);
  CHECK(z[1] >= 0.0);
}

TEST_CASE("what is within its bounds stays as it is") {
  SharedLoads loads;
  loads.rows.resize(3, 2);
  loads.rows << 1.0, 0.0, 1.0, 0.0, 0.0, 1.0;
  loads.pushes = {1, 1, 0};
  loads.sticking = {{2, 0, 0.5}};
  std::vector<double> z = {1.0, 1.0, 0.2};
  share(loads, z);
  CHECK(z == std::vector<double>{1.0, 1.0, 0.2});
}

}  // namespace
}  // namespace zwang
