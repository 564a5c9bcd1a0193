// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/taylor.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/scalars/scalar_functions.hpp"
#include "zwang/scalars/dual.hpp"
#include "zwang/scalars/interval.hpp"

namespace zwang::testing {
namespace {

using namespace elementary;
using T3 = Taylor<double, 3>;

// Coefficients of f(x + v s + a s^2 + b s^3) by differences in 100 digits: right to about 1e-35.
template <class F>
void coefficients_by_differences(const F& f, const double* x, Hundred* c) {
  const Hundred h("1e-20");
  const auto at = [&](int n) {
    const Hundred s = h * n;
    return f(Hundred(x[0]) + s * (Hundred(x[1]) + s * (Hundred(x[2]) + s * Hundred(x[3]))));
  };
  const Hundred m2 = at(-2), m1 = at(-1), p1 = at(1), p2 = at(2);
  c[0] = at(0);
  c[1] = (p1 - m1) / (2 * h);
  c[2] = (p1 - 2 * c[0] + m1) / (2 * h * h);
  c[3] = (p2 - 2 * p1 + 2 * m1 - m2) / (12 * h * h * h);
}

// By how much coefficients move if each number of x moves by its own size times one: the scale on
// which rounding errors are measured.
template <class F>
void constraints(const F& f, const double* x, double* scale) {
  using TQ = Taylor<Quad, 3>;
  TQ at;
  for (int k = 0; k < 4; ++k) at.c[k] = Quad(x[k]);
  const TQ value = f(at);
  for (int k = 0; k < 4; ++k) scale[k] = std::fabs(static_cast<double>(value.c[k]));
  const Quad tiny("1e-15");
  for (int j = 0; j < 4; ++j) {
    TQ moved = at;
    moved.c[j] *= 1 + tiny;
    const TQ there = f(moved);
    for (int k = 0; k < 4; ++k) {
      scale[k] += std::fabs(static_cast<double>((there.c[k] - value.c[k]) / tiny));
    }
  }
}

TEST_CASE("coefficients of every function agree with differences in 100 digits") {
  Random random(11);
  double worst_of_all = 0.0;
  for_each_function([&](const auto& test) {
    double worst = 0.0;
    for (int i = 0; i < 60; ++i) {
      const double x[4] = {random(test.lowest, test.highest), random(-2.0, 2.0), random(-2.0, 2.0),
                           i % 3 == 0 ? 0.0 : random(-2.0, 2.0)};
      Hundred exact[4];
      double scale[4];
      coefficients_by_differences(test.f, x, exact);
      constraints(test.f, x, scale);
      T3 argument(x[0], x[1]);
      argument[2] = x[2];
      argument[3] = x[3];
      const T3 result = test.f(argument);
      for (int k = 0; k < 4; ++k) {
        double error = std::fabs(static_cast<double>(Hundred(result[k]) - exact[k]));
        if (error < 1e-35) error = 0.0;  // the differences' own
        worst = std::fmax(worst, error == 0.0 ? 0.0 : error / (0x1p-52 * scale[k]));
        if (!(error <= 1e-14 * scale[k])) {
          FAIL_CHECK(test.name << " coefficient " << k << " at " << x[0] << ": " << result[k]
                               << " instead of " << static_cast<double>(exact[k]));
        }
      }
    }
    worst_of_all = std::fmax(worst_of_all, worst);
  });
  MESSAGE("greatest error: " << worst_of_all << " units of the constraint-aware bound");
  CHECK(worst_of_all < 8.0);
}

TEST_CASE("coefficients on intervals contain the coefficients at every point inside") {
  using TI = Taylor<Interval, 3>;
  Random random(12);
  for_each_function([&](const auto& test) {
    int outside = 0, finite = 0;
    for (int i = 0; i < 150; ++i) {
      const double widths[] = {0.0, 1e-16, 1e-12, 1e-6, 1e-3, 0.1};
      const double width = widths[i % 6];
      TI box;
      double lo[4], hi[4];
      for (int k = 0; k < 4; ++k) {
        const double x = k == 0 ? random(test.lowest, test.highest) : random(-2.0, 2.0);
        lo[k] = x;
        hi[k] = x + width * random(0.0, 1.0) * (std::fabs(x) + 1e-3);
        if (k == 0) hi[k] = std::fmin(hi[k], test.highest);
        box[k] = Interval(lo[k], hi[k]);
      }
      const TI result = test.f(box);
      finite += is_finite(result);
      for (int trial = 0; trial < 3; ++trial) {
        Taylor<Quad, 3> point;
        for (int k = 0; k < 4; ++k) {
          point[k] = Quad(trial == 0 ? lo[k] : trial == 1 ? hi[k] : random(lo[k], hi[k]));
        }
        const Taylor<Quad, 3> exact = test.f(point);
        for (int k = 0; k < 4; ++k) {
          if (!is_finite(result[k])) continue;
          outside += !(Quad(result[k].lo()) <= exact[k] && exact[k] <= Quad(result[k].hi()));
        }
      }
    }
    CAPTURE(test.name);
    CHECK(outside == 0);
    CHECK(finite > 75);
  });
}

// Theory 2-3.
TEST_CASE("a Taylor number of a motion has its derivatives and can be truncated") {
  const T3 x = T3::motion(2.0, 3.0, 10.0);  // 2 + 3 s + 5 s^2
  CHECK(x.derivative(0) == 2.0);
  CHECK(x.derivative(1) == 3.0);
  CHECK(x.derivative(2) == 10.0);
  const T3 y = x * x * x;  // 8 + 36 s + (54 + 60) s^2 + (27 + 180) s^3
  CHECK(y[1] == 36.0);
  CHECK(y[2] == 114.0);
  CHECK(y.derivative(3) == 6 * 207.0);
  const Taylor<double, 1> z = y.truncated<1>();
  CHECK(z[0] == 8.0);
  CHECK(z[1] == 36.0);
  T3 sum = x;
  sum += 1.0;
  sum -= x;
  sum *= 2.0;
  sum /= sum;
  CHECK(sum[0] == 1.0);
  CHECK(sum[1] == 0.0);
  CHECK((+x)[1] == 3.0);
  CHECK((2 * x)[1] == 6.0);
}

bool nothing_from(const T3& x, int k) {
  for (; k <= 3; ++k) {
    if (is_finite(x[k])) return false;
  }
  return true;
}

TEST_CASE("a derivative that does not exist is not finite") {
  const T3 s(0.0, 1.0), fast(0.0, -3.0);
  CHECK(nothing_from(sqrt(s), 1));
  CHECK(nothing_from(sqrt(T3(0.0)), 1));
  CHECK(nothing_from(abs(s), 1));
  CHECK(nothing_from(abs(fast), 1));
  CHECK(nothing_from(step(s), 1));
  CHECK(nothing_from(step(T3(0.0)), 1));
  CHECK(nothing_from(min(s, 2.0 * s), 1));
  CHECK(nothing_from(max(s, -s), 1));
  CHECK(nothing_from(log(s), 0));
  CHECK(nothing_from(log(s - 1.0), 0));
  CHECK(nothing_from(asin(s + 1.0), 1));
  CHECK(nothing_from(acos(s - 1.0), 1));
  CHECK(nothing_from(asin(s + 2.0), 0));
  CHECK(nothing_from(1.0 / s, 0));
  CHECK(nothing_from(pow(s, 1.5), 1));
  CHECK(nothing_from(pow(s - 1.0, 1.5), 0));
  CHECK(nothing_from(pow(s - 1.0, s + 2.0), 1));
  CHECK(nothing_from(power(s, -2), 0));
  CHECK(nothing_from(atan2(s, s), 0));
  CHECK(nothing_from(atan2(s, s - 1.0), 1));  // the cut
  CHECK(nothing_from(smooth(s, T3(0.0)), 0));
  CHECK(nothing_from(smooth(s, T3(2.0)), 3));
  CHECK(smooth(s, T3(2.0))[2] == 0.0);
  CHECK(nothing_from(smooth(s + 2.0, T3(2.0)), 3));
  CHECK(smooth(s + 2.0, T3(2.0))[2] == 0.0);
}

TEST_CASE("a smooth function stays smooth where its cases meet") {
  const T3 s(0.0, 1.0);
  // |s^2| = s^2, min(s, s + s^2) = s, max(-s^2, 0) = 0
  CHECK(abs(s * s)[2] == 1.0);
  CHECK(abs(-(s * s))[2] == 1.0);
  CHECK(min(s, s + s * s)[1] == 1.0);
  CHECK(min(s, s + s * s)[2] == 0.0);
  CHECK(max(-(s * s), T3(0.0))[2] == 0.0);
  CHECK(max(s, s)[1] == 1.0);
  CHECK(step(s * s)[1] == 0.0);
  CHECK(nothing_from(step(-(s * s)), 1));   // 1 at one instant only
  CHECK(atan2(s * s, s - 1.0)[1] == 0.0);   // touches the cut from above
  CHECK(atan2(s * s, s - 1.0)[2] == -1.0);  // pi - s^2 + ...
  CHECK(abs(s * s * s)[2] == 0.0);
  CHECK_FALSE(is_finite(abs(s * s * s)[3]));  // the third derivative jumps
}

TEST_CASE("an undefined derivative is not hidden by a constant case") {
  const T3 s(0.0, 1.0), root = sqrt(s);
  CHECK_FALSE(is_finite(step(root + 1.0)[1]));
  CHECK_FALSE(is_finite(smooth(root + 1.0, T3(0.5))[1]));
  CHECK_FALSE(is_finite(min(s - 5.0, root)[1]));
  CHECK_FALSE(is_finite(power(root, 0)[1]));
}

TEST_CASE("where a function is undefined, so are all its derivatives") {
  const double inf = std::numeric_limits<double>::infinity();
  for_each_function([&](const auto& test) {
    // A sum or a multiple changes at its rate whatever the number.
    for (const char* linear :
         {"x/3", "x/-4", "0.1 x", "-0.25 x", "2 - x", "x - 2", "x + 0.1", "-x", "x^1", "x^0"}) {
      if (test.name == linear) return;
    }
    CAPTURE(test.name);
    for (const double x : {inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
      CHECK(nothing_from(test.f(T3(x, 1.0)), 0));
      CHECK_FALSE(is_finite(test.f(Dual<double, 1>::variable(x, 0)).partial[0]));
    }
  });
  const T3 s(0.0, 1.0);
  CHECK(nothing_from(min(s, T3(inf)), 0));
  CHECK(nothing_from(max(s, T3(-inf)), 0));
  CHECK(nothing_from((s + 1.0) / inf, 0));
}

TEST_CASE("an interval that cannot decide between two cases contains both") {
  using TI = Taylor<Interval, 3>;
  const TI x(Interval(-1.0, 1.0), Interval(2.0));
  const TI a = abs(x);
  CHECK(a[0] == Interval(0.0, 1.0));
  CHECK(a[1] == Interval(-2.0, 2.0));
  CHECK(a[2] == Interval::entire());  // a kink
  const TI b = step(x);
  CHECK(b[0] == Interval(0.0, 1.0));
  CHECK(b[1] == Interval::entire());
  const TI c = smooth(x, TI(1.0));
  CHECK(c[0] == Interval(0.0, 1.0));
  CHECK(c[1].contains(Interval(0.0, 3.75)));  // 30/16 times the rate
  CHECK(is_finite(c[3]));
  const TI d = atan2(x, TI(-3.0));
  CHECK(d[0].contains(Interval(-3.1415, 3.1415)));
  CHECK(d[1] == Interval::entire());
  CHECK(max(x, TI(-2.0))[1] == Interval(2.0));
}

TEST_CASE("the gradient along a motion is a Taylor number of duals or a dual of Taylor numbers") {
  // f = sin(x y), x = 0.3 + 2 s, y = 0.7 - s:  df/dx = y cos(x y), and its rate along the motion
  using D = Dual<double, 2>;
  using TD = Taylor<D, 2>;
  TD x(D::variable(0.3, 0), D(2.0)), y(D::variable(0.7, 1), D(-1.0));
  const TD f = sin(x * y);
  const double p = 0.21, p1 = 2.0 * 0.7 - 0.3;
  CHECK(f[0].value == doctest::Approx(std::sin(p)).epsilon(1e-15));
  CHECK(f[0].partial[0] == doctest::Approx(0.7 * std::cos(p)).epsilon(1e-15));
  CHECK(f[1].value == doctest::Approx(p1 * std::cos(p)).epsilon(1e-15));
  const double rate = -1.0 * std::cos(p) - 0.7 * std::sin(p) * p1;
  CHECK(f[1].partial[0] == doctest::Approx(rate).epsilon(1e-14));

  using T2 = Taylor<double, 2>;
  using DT = Dual<T2, 2>;
  const DT u = DT::variable(T2(0.3, 2.0), 0), v = DT::variable(T2(0.7, -1.0), 1);
  const DT g = sin(u * v);
  for (int k = 0; k < 3; ++k) {
    CHECK(g.value[k] == doctest::Approx(f[k].value).epsilon(1e-14));
    CHECK(g.partial[0][k] == doctest::Approx(f[k].partial[0]).epsilon(1e-14));
    CHECK(g.partial[1][k] == doctest::Approx(f[k].partial[1]).epsilon(1e-14));
  }
  // At a meeting of two cases nothing finite unless both agree.
  const TD at_zero(D::variable(0.0, 0), D(2.0));
  CHECK_FALSE(is_finite(abs(at_zero)[1].value));
  CHECK_FALSE(is_finite(abs(at_zero)[0].partial[0]));
  CHECK(abs(at_zero)[0].value == 0.0);
  CHECK_FALSE(is_finite(abs(at_zero * at_zero)[2].value));
}

}  // namespace
}  // namespace zwang::testing
