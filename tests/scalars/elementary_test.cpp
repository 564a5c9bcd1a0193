// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/elementary.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <climits>
#include <cmath>
#include <limits>

#include "tests/scalars/scalar_functions.hpp"

namespace zwang::testing {
namespace {

using namespace elementary;

TEST_CASE("a non-finite argument never gives a finite result") {
  for (const double bad : {inf, -inf, nan}) {
    for_each_function([bad](const auto& c) {
      CAPTURE(c.name);
      if (c.name != "1/x") CHECK_FALSE(is_finite(c.f(bad)));  // the language's own division
    });
    for (const double good : {-2.0, -1.0, 0.0, 0.5, 1.0, 2.0}) {
      CAPTURE(bad);
      CAPTURE(good);
      CHECK_FALSE(is_finite(divide(good, bad)));
      CHECK_FALSE(is_finite(divide(bad, good)));
      CHECK_FALSE(is_finite(atan2(good, bad)));
      CHECK_FALSE(is_finite(atan2(bad, good)));
      CHECK_FALSE(is_finite(min(good, bad)));
      CHECK_FALSE(is_finite(min(bad, good)));
      CHECK_FALSE(is_finite(max(good, bad)));
      CHECK_FALSE(is_finite(max(bad, good)));
      CHECK_FALSE(is_finite(pow(good, bad)));
      CHECK_FALSE(is_finite(pow(bad, good)));
      CHECK_FALSE(is_finite(smooth(good, bad)));
      CHECK_FALSE(is_finite(smooth(bad, good)));
    }
    CHECK_FALSE(is_finite(step(bad)));
    for (const int n : {INT_MIN, -2, -1, 0, 1, 2, INT_MAX}) CHECK_FALSE(is_finite(power(bad, n)));
  }
}

TEST_CASE("a function is undefined outside its domain") {
  CHECK_FALSE(is_finite(log(0.0)));
  CHECK_FALSE(is_finite(log(-1.0)));
  CHECK_FALSE(is_finite(sqrt(-1e-300)));
  CHECK_FALSE(is_finite(asin(1.0 + 1e-15)));
  CHECK_FALSE(is_finite(acos(-1.0 - 1e-15)));
  CHECK_FALSE(is_finite(pow(-8.0, 1.0 / 3.0)));
  CHECK_FALSE(is_finite(pow(0.0, -1.0)));
  CHECK_FALSE(is_finite(power(0.0, -1)));
  CHECK_FALSE(is_finite(divide(1.0, 0.0)));
  CHECK_FALSE(is_finite(atan2(0.0, 0.0)));
  CHECK_FALSE(is_finite(smooth(0.5, 0.0)));
  CHECK_FALSE(is_finite(smooth(0.5, -1.0)));
}

TEST_CASE("integer powers are right for 0, for negative numbers and for every int") {
  CHECK(power(0.0, 0) == 1.0);
  CHECK(power(0.0, 5) == 0.0);
  CHECK(power(-2.0, 3) == -8.0);
  CHECK(power(-2.0, -3) == -0.125);
  CHECK(power(3.0, 13) == 1594323.0);
  CHECK(power(2.0, -1074) == std::numeric_limits<double>::denorm_min());  // 2^1074 is no double
  CHECK(power(1.0, INT_MIN) == 1.0);
  CHECK(power(-1.0, INT_MIN) == 1.0);
  CHECK(power(-1.0, INT_MAX) == -1.0);
  CHECK(pow(0.0, 0.0) == 1.0);
  CHECK(pow(-2.0, 3.0) == -8.0);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double x = random(-3.0, 3.0);
    const int n = random.below(41) - 20;
    const Quad exact = boost::multiprecision::pow(Quad(x), n);
    // n - 1 products, each off by 2^-53
    CHECK(abs(Quad(power(x, n)) / exact - 1) <= Quad((std::abs(n) + 2) * 0x1p-53));
  }
}

TEST_CASE("angles are right in all four quadrants, and -0 is 0") {
  const double pi = 3.14159265358979323846;
  CHECK(atan2(0.0, -1.0) == pi);
  CHECK(atan2(-0.0, -1.0) == pi);
  CHECK(atan2(-0.0, 1.0) == 0.0);
  CHECK(atan2(1.0, 0.0) == pi / 2);
  CHECK(atan2(-1.0, -0.0) == -pi / 2);
  CHECK(atan2(-1.0, -1.0) == doctest::Approx(-0.75 * pi).epsilon(1e-15));
}

TEST_CASE("step is 1 from 0 on") {
  CHECK(step(-1e-300) == 0.0);
  CHECK(step(0.0) == 1.0);
  CHECK(step(-0.0) == 1.0);
  CHECK(step(2.0) == 1.0);
}

TEST_CASE("smooth is its polynomial between 0 and w, down to the last digits") {
  CHECK(smooth(-1.0, 2.0) == 0.0);
  CHECK(smooth(0.0, 2.0) == 0.0);
  CHECK(smooth(1.0, 2.0) == 0.5);
  CHECK(smooth(2.0, 2.0) == 1.0);
  CHECK(smooth(9.0, 2.0) == 1.0);
  CHECK(smooth(1e308, 1e-10) == 1.0);
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const double w = random(0.1, 3.0), x = w * random(0.0, 1.0);
    const Quad s = Quad(x) / Quad(w);
    const Quad exact = s * s * s * (10 + s * (6 * s - 15));
    CHECK(abs(Quad(smooth(x, w)) - exact) <= Quad(16 * 0x1p-53) * exact);
  }
}

TEST_CASE("the derivatives of tanh and asin keep their digits near 1") {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double x = random(-40.0, 40.0);
    const Quad c = cosh(Quad(x));
    CHECK(abs(Quad(sech_squared(x)) * c * c - 1) <= Quad(10 * 0x1p-53));
    const double y = 1.0 - std::exp(-x * x / 40.0);
    CHECK(abs(Quad(one_minus_square(y)) - (1 - Quad(y) * Quad(y))) <=
          Quad(3 * 0x1p-53) * (1 - Quad(y) * Quad(y)));
  }
  CHECK(sech_squared(1000.0) == 0.0);
}

TEST_CASE("sine and cosine as a pair have the bits of each alone") {
  Random random(4);
  int different = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = random(-1.0, 1.0) * std::exp(random(-20.0, 30.0));
    double s, c;
    sincos(x, s, c);
    different += s != sin(x) || c != cos(x);
    sinhcosh(x, s, c);
    different += is_finite(s) && (s != sinh(x) || c != cosh(x));
  }
  CHECK(different == 0);
}

TEST_CASE("the C library is as accurate as the intervals assume: 2 units in the last place") {
  Random random(5);
  for_each_function([&random](const auto& c) {
    for (const char* name : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
                             "exp", "log", "x^1.7", "x^-0.3"}) {
      if (c.name != name) continue;
      double worst = 0.0;
      for (int i = 0; i < 2000; ++i) {
        const double x = random(c.lowest, c.highest);
        const double y = c.f(x);
        const double unit = std::nextafter(std::fabs(y), inf) - std::fabs(y);
        worst = std::fmax(worst, static_cast<double>(abs(Quad(y) - c.f(Quad(x))) / Quad(unit)));
      }
      CAPTURE(c.name);
      CHECK(worst <= 2.0);
    }
  });
}

}  // namespace
}  // namespace zwang::testing
