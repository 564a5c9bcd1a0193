// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's singular integrals of x' = X(x, t): those that can be written down.

#include "zwang/analysis/singular_integral.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/laws/variation.hpp"

namespace {

using namespace zwang;
using doctest::Approx;

// X = (-y, 1, z), kept on x^2 + y^2 = 1 along (x, y, 0): the angle keeps its equation
// w' = (x*1 - y*(-y))/(x^2 + y^2) = cos w + sin^2 w, and z = z0 e^t.
SingularIntegralText circle() {
  return {.names = {"x", "y", "z"},
          .field = {"-y", "1", "z"},
          .constraints = {"x^2 + y^2 - 1"},
          .directions = {{"x", "y", "0"}},
          .kept = {}};
}

}  // namespace

// Theory 9-4.
TEST_CASE("Maurer nos. 1-4: functions that are constant along p keep their equations") {
  const SingularIntegral integral(circle());
  const Vector x{{0.6, 0.8, 2.0, 0.0}};
  const Projected found = integral.at(x);
  // on the circle rho = -(x X1 + y X2) = -(-0.48 + 0.8)
  CHECK(found.rho[0] == Approx(-0.32));
  CHECK(found.field.isApprox(Vector{{-0.8 - 0.32 * 0.6, 1.0 - 0.32 * 0.8, 2.0, 1.0}}));
  // the rate of the angle is that of X
  CHECK(0.6 * found.field[1] - 0.8 * found.field[0] == Approx(0.6 + 0.64));
  // the same integral from the functions that are kept
  SingularIntegralText text = circle();
  text.directions.clear();
  text.kept = {"y/x", "z"};
  CHECK(SingularIntegral(text).at(x).field.isApprox(found.field));
  CHECK(SingularIntegral(text).incompleteness(x) == 0.0);
}

// At the angle w: tan(w/2) = u gives no simple integral of cos w + sin^2 w; instead the general
// solution of x' = X has the angle equation with r; on r = 1 it is closed by quadrature.
// Theory 9-4.
TEST_CASE("Maurer no. 2: the singular integral is followed, and stays on its constraint") {
  const SingularIntegral integral(circle());
  const std::vector<double> times = {0.25, 0.5, 1.0};
  const auto found = integral.follow(Vector{{0.6, 0.8, 2.0, 0.0}}, times, 1e-12);
  REQUIRE(found.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::abs(integral.violation(found[i])[0]) < 1e-14);
    CHECK(found[i][2] == Approx(2.0 * std::exp(times[i])).epsilon(1e-11));
    CHECK(found[i][3] == Approx(times[i]));
    // t as the integral of dw/(cos w + sin^2 w), by Simpson's rule
    const double from = std::atan2(0.8, 0.6), to = std::atan2(found[i][1], found[i][0]);
    constexpr int pieces = 2000;
    double sum = 0.0;
    for (int k = 0; k <= pieces; ++k) {
      const double w = from + (to - from) * k / pieces;
      const double weight = k == 0 || k == pieces ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
      sum += weight / (std::cos(w) + std::sin(w) * std::sin(w));
    }
    CHECK(sum * (to - from) / (3.0 * pieces) == Approx(times[i]).epsilon(1e-10));
  }
}

// x' = (1, 0) on y = sin(2 t) + x along (0, 1): x = t, y = sin 2t + t.
// Theory 9-4.
TEST_CASE("a singular integral may depend on time") {
  const SingularIntegral integral(SingularIntegralText{.names = {"x", "y"},
                                                       .field = {"1", "0"},
                                                       .constraints = {"y - sin(2*t) - x"},
                                                       .directions = {{"0", "1"}},
                                                       .kept = {}});
  const auto found = integral.follow(Vector::Zero(3), {0.7, 1.9}, 1e-12);
  for (const Vector& x : found) {
    CHECK(x[0] == Approx(x[2]));
    CHECK(x[1] == Approx(std::sin(2.0 * x[2]) + x[2]).epsilon(1e-12));
  }
  // rho = y' = 2 cos 2t + 1
  CHECK(integral.at(found[0]).rho[0] == Approx(2.0 * std::cos(1.4) + 1.0));
}

// A knife edge, sin(w) x' = cos(w) y', with T = (x'^2 + y'^2 + w'^2)/2. By hand, with the speed
// s = x' cos w + y' sin w along it, problem (A) is
//   x'' = -w' s sin w - rho w' cos w,  y'' = w' s cos w - rho w' sin w,  w'' = rho s,  rho' = w' s.
// Its constant rho varied so that it stays 0 gives (B), the circles of the mechanical motion.
// Theory 10-3.
TEST_CASE("Maurer no. 8: (B) is the singular integral of (A) with rho = 0") {
  const SingularIntegral integral(SingularIntegralText{
      .names = {"x", "y", "w", "a", "b", "c", "rho"},
      .field = {"a", "b", "c", "-c*(a*cos(w) + b*sin(w))*sin(w) - rho*c*cos(w)",
                "c*(a*cos(w) + b*sin(w))*cos(w) - rho*c*sin(w)", "rho*(a*cos(w) + b*sin(w))",
                "c*(a*cos(w) + b*sin(w))"},
      .constraints = {"rho"},
      .directions = {{"0", "0", "0", "0", "0", "0", "1"}},
      .kept = {}});
  // the same by the library's own (A)
  Model model;
  model.coordinate("x").coordinate("y").coordinate("w");
  model.kinetic("(x'^2 + y'^2 + w'^2)/2").constraint("edge", "sin(w)*x' = cos(w)*y'");
  const System system(model);
  const Variation geodesic(system, {Treatment::geodesic});
  for (const double rho : {0.0, 0.7, -1.3}) {
    const double w = 0.4, s = 1.2, c = -0.8;
    const State state{Vector{{0.1, -0.3, w}}, Vector{{s * std::cos(w), s * std::sin(w), c}}, 0.0};
    const Vector second = geodesic.at(state, Vector{{rho}}).accelerations;
    CHECK(second[0] == Approx(-c * s * std::sin(w) - rho * c * std::cos(w)));
    CHECK(second[1] == Approx(c * s * std::cos(w) - rho * c * std::sin(w)));
    CHECK(second[2] == Approx(rho * s));
  }
  // forward and turning: x = (s/c) sin(c t), y = (s/c) (1 - cos(c t)), w = c t
  const double s = 1.5, c = 0.9;
  const Vector start{{0.0, 0.0, 0.0, s, 0.0, c, 0.0, 0.0}};
  for (const Vector& at : integral.follow(start, {0.5, 1.0, 3.0}, 1e-12)) {
    const double t = at[7];
    CHECK(at[0] == Approx(s / c * std::sin(c * t)).epsilon(1e-10));
    CHECK(at[1] == Approx(s / c * (1.0 - std::cos(c * t))).epsilon(1e-10));
    CHECK(at[2] == Approx(c * t).epsilon(1e-10));
    CHECK(std::abs(at[6]) <= 1e-14);
    // what is taken away from rho' is the multiplier of the mechanical motion, w' s
    CHECK(integral.at(at).rho[0] == Approx(-c * s));
  }
}

TEST_CASE("singular integrals that cannot be are refused") {
  SingularIntegralText text = circle();
  text.directions = {{"-y", "x", "0"}};  // along the circle itself
  CHECK_THROWS_AS(SingularIntegral(text).at(Vector{{0.6, 0.8, 2.0, 0.0}}), Error);
  CHECK_THROWS_AS(SingularIntegral(circle()).follow(Vector{{0.6, 0.9, 2.0, 0.0}}, {1.0}), Error);
  CHECK_THROWS_AS(SingularIntegral(circle()).at(Vector{{0.6, 0.8, 2.0}}), Error);
  text = circle();
  text.field = {"-y", "1", "q"};
  CHECK_THROWS_AS(SingularIntegral{text}, Error);
  text = circle();
  text.kept = {"z"};
  CHECK_THROWS_AS(SingularIntegral{text}, Error);
  text.directions.clear();
  CHECK_THROWS_AS(SingularIntegral{text}, Error);
  text.kept = {"z", "2*z"};
  CHECK_THROWS_AS(SingularIntegral(text).at(Vector{{0.6, 0.8, 2.0, 0.0}}), Error);
}
