// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/dual.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/scalars/scalar_functions.hpp"
#include "zwang/scalars/interval.hpp"

namespace zwang::testing {
namespace {

using namespace elementary;
using D2 = Dual<double, 2>;

// f and f' by differences in 100 digits.
template <class F>
void by_differences(const F& f, double x, Hundred& value, Hundred& slope) {
  const Hundred h("1e-30");
  value = f(Hundred(x));
  slope = (f(Hundred(x) + h) - f(Hundred(x) - h)) / (2 * h);
}

TEST_CASE("partial derivatives of every function agree with differences in 100 digits") {
  Random random(21);
  double worst = 0.0;
  for_each_function([&](const auto& test) {
    for (int i = 0; i < 100; ++i) {
      const double x = random(test.lowest, test.highest), p = random(-2.0, 2.0);
      Hundred value, slope;
      by_differences(test.f, x, value, slope);
      // The slope's own slope tells how far it moves with its argument's last digit.
      const double near = 1e-7;
      Hundred unused, next;
      by_differences(test.f, x * (1.0 + near), unused, next);
      const double scale = std::fabs(static_cast<double>(slope)) +
                           std::fabs(static_cast<double>((next - slope) / near));
      D2 argument(x);
      argument.partial[0] = p;
      argument.partial[1] = 1.0;
      const D2 result = test.f(argument);
      for (int k = 0; k < 2; ++k) {
        const Hundred exact = slope * argument.partial[k];
        double error = std::fabs(static_cast<double>(Hundred(result.partial[k]) - exact));
        if (error < 1e-50) error = 0.0;  // the differences' own
        const double size = scale * std::fabs(argument.partial[k]);
        worst = std::fmax(worst, error == 0.0 ? 0.0 : error / (0x1p-52 * size));
        if (!(error <= 1e-14 * size)) {
          FAIL_CHECK(test.name << " at " << x << ": " << result.partial[k] << " instead of "
                               << static_cast<double>(exact));
        }
      }
      CAPTURE(test.name);
      CHECK(result.value == test.f(x));
    }
  });
  MESSAGE("greatest error: " << worst << " units of the constraint-aware bound");
  CHECK(worst < 8.0);
}

TEST_CASE("functions of two variables have both partial derivatives") {
  const D2 x = D2::variable(3.0, 0), y = D2::variable(4.0, 1);
  const D2 r = sqrt(x * x + y * y);
  CHECK(r.value == 5.0);
  CHECK(r.partial[0] == doctest::Approx(0.6).epsilon(1e-15));
  CHECK(r.partial[1] == doctest::Approx(0.8).epsilon(1e-15));
  const D2 q = x / y;
  CHECK(q.partial[0] == 0.25);
  CHECK(q.partial[1] == doctest::Approx(-3.0 / 16).epsilon(1e-15));
  const D2 a = atan2(y, x);  // (-y, x)/r^2
  CHECK(a.partial[0] == doctest::Approx(-4.0 / 25).epsilon(1e-15));
  CHECK(a.partial[1] == doctest::Approx(3.0 / 25).epsilon(1e-15));
  const D2 p = pow(x, y);  // 81
  CHECK(p.partial[0] == doctest::Approx(4 * 27.0).epsilon(1e-15));
  CHECK(p.partial[1] == doctest::Approx(81 * std::log(3.0)).epsilon(1e-15));
  CHECK(pow(2.0, y).partial[1] == doctest::Approx(16 * std::log(2.0)).epsilon(1e-15));
  CHECK(min(x, y).partial[0] == 1.0);
  CHECK(max(x, y).partial[0] == 0.0);
  D2 sum = x;
  sum += y;
  sum -= 1.0;
  sum *= x;
  sum /= 3;
  CHECK(sum.value == 6.0);
  CHECK(sum.partial[0] == 3.0);
  CHECK(sum.partial[1] == 1.0);
  CHECK((+sum).partial[1] == 1.0);
  D2 s, c;
  sincos(x, s, c);
  CHECK(s.partial[0] == c.value);
  CHECK(c.partial[0] == -s.value);
  D2 same = x;
  sincos(same, same, c);
  CHECK(same.partial[0] == c.value);
}

TEST_CASE("a partial derivative that does not exist is not finite") {
  const D2 x = D2::variable(0.0, 0), one = x + 1.0;
  CHECK_FALSE(is_finite(sqrt(x).partial[0]));
  CHECK_FALSE(is_finite(abs(x).partial[0]));
  CHECK(abs(x).partial[1] == 0.0);  // |x| does not depend on y
  CHECK_FALSE(is_finite(step(x).partial[0]));
  CHECK_FALSE(is_finite(step(x).partial[1]));
  CHECK_FALSE(is_finite(log(x - 1.0).partial[0]));
  CHECK_FALSE(is_finite(asin(one).partial[0]));
  CHECK_FALSE(is_finite(acos(-one).partial[0]));
  CHECK_FALSE(is_finite((1.0 / x).partial[0]));
  CHECK_FALSE(is_finite(pow(x, 1.5).partial[0]));
  CHECK_FALSE(is_finite(pow(x - 1.0, one).partial[0]));
  CHECK_FALSE(is_finite(atan2(x, -one).partial[0]));
  CHECK_FALSE(is_finite(min(x, 2.0 * x).partial[0]));
  CHECK(min(x, x + 0.0).partial[0] == 1.0);
  CHECK(smooth(x, D2(1.0)).partial[0] == 0.0);
  CHECK_FALSE(is_finite(smooth(x, D2(0.0)).partial[0]));
  CHECK_FALSE(is_finite(step(sqrt(x) + 1.0).partial[0]));
  CHECK_FALSE(is_finite(max(sqrt(x), one).partial[0]));
  CHECK_FALSE(is_finite(power(x, -1).partial[0]));
  CHECK(power(x, 1).partial[0] == 1.0);
  CHECK(power(x, 2).partial[0] == 0.0);
}

TEST_CASE("partial derivatives on intervals contain those at every point inside") {
  using DI = Dual<Interval, 2>;
  using DQ = Dual<Quad, 2>;
  Random random(22);
  for_each_function([&](const auto& test) {
    int outside = 0, finite = 0;
    for (int i = 0; i < 200; ++i) {
      const double widths[] = {0.0, 1e-16, 1e-12, 1e-6, 1e-3, 0.1};
      const double lo = random(test.lowest, test.highest);
      const double hi =
          std::fmin(test.highest, lo + widths[i % 6] * random(0.0, 1.0) * (std::fabs(lo) + 1e-3));
      const DI result = test.f(DI::variable(Interval(lo, hi), 0));
      finite += is_finite(result);
      for (int trial = 0; trial < 3; ++trial) {
        const double x = trial == 0 ? lo : trial == 1 ? hi : random(lo, hi);
        const DQ exact = test.f(DQ::variable(Quad(x), 0));
        const Interval& p = result.partial[0];
        if (!is_finite(p)) continue;
        outside += !(Quad(p.lo()) <= exact.partial[0] && exact.partial[0] <= Quad(p.hi()));
      }
    }
    CAPTURE(test.name);
    CHECK(outside == 0);
    CHECK(finite > 100);
  });
  const DI x = DI::variable(Interval(-1.0, 1.0), 0);
  CHECK(abs(x).partial[0] == Interval(-1.0, 1.0));
  CHECK(step(x).partial[0] == Interval::entire());
  CHECK(atan2(x, DI(-2.0)).partial[0] == Interval::entire());
}

}  // namespace
}  // namespace zwang::testing
