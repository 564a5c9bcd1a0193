// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small oscillations against tests/reference and closed forms.

#include "zwang/analysis/oscillation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numbers>

#include "tests/gauss/reference_model.hpp"

namespace {

using namespace zwang;
using reference::Json;
using Complex = std::complex<double>;

// How far two lists of numbers are apart, whatever their order.
double apart(std::vector<Complex> found, const Json& wanted) {
  REQUIRE(found.size() == wanted.size());
  double worst = 0.0;
  for (const Json& one : wanted) {
    const Complex expected(one[0].get<double>(), one[1].get<double>());
    const auto nearest = std::ranges::min_element(
        found, {}, [&](const Complex& other) { return std::abs(other - expected); });
    worst = std::max(worst, std::abs(*nearest - expected));
    found.erase(nearest);
  }
  return worst;
}

}  // namespace

// Theory 13-2, 13-4, 13-5, 13-6, 13-8.
TEST_CASE("p13: roots, forms and verdicts match the reference") {
  int seen = 0;
  for (const Json& one : reference::cases("p13_small_oscillations")) {
    CAPTURE(one["name"].get<std::string>());
    const Json& expect = one["expect"];
    const Json state = {{"t", 0.0}, {"q", one["equilibrium"]["q"]}, {"v", {0.0, 0.0, 0.0}}};
    const auto model = reference::model(one["model"], state, "rest");
    const System system(*model);
    const Vector z = Vector::Constant(1, one["equilibrium"]["z_in_sign_of_files"].get<double>());
    const Oscillation found =
        oscillation(system, reference::vector(one["equilibrium"]["q"]), z, {0});
    const Matrix& alpha = found.alpha;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        CHECK(alpha(i, k) ==
              doctest::Approx(
                  expect["alpha"][static_cast<std::size_t>(i)][static_cast<std::size_t>(k)]
                      .get<double>())
                  .epsilon(1e-12));
    CHECK(found.definite == expect["restricted_form_negative_definite"].get<bool>());
    // a double root moves with the square root of rounding
    const bool threshold = one["name"] == "threshold";
    CHECK(apart(found.squares, expect["lambda_squared_roots_re_im"]) < (threshold ? 1e-7 : 1e-12));
    CHECK(apart(found.roots, expect["lambda_re_im"]) < (threshold ? 1e-7 : 1e-12));
    CHECK((found.stability == Stability::stable) ==
          expect["stable_in_linear_approximation"].get<bool>());
    CHECK(found.largest_growth() ==
          doctest::Approx(expect["largest_growth_rate"].get<double>()).epsilon(1e-10));
    CHECK(found.zero_roots == expect["zero_roots_of_the_full_first_order_system"].get<int>());
    ++seen;
  }
  CHECK(seen == 6);
}

TEST_CASE("a hanging pendulum is stable, an upright one unstable") {
  Model model("pendulum");
  model.mass("bob", 2.0, {.at = {0.0, 0.0, -0.5}}).gravity({0.0, 0.0, -9.81});
  model.constraint("rod", "|bob| = 0.5");
  const System system(model);
  const double weight = 2.0 * 9.81, rate = std::sqrt(9.81 / 0.5);
  const Oscillation hanging =
      oscillation(system, model.start().q, Vector::Constant(1, weight), {0});
  CHECK(hanging.stability == Stability::stable);
  REQUIRE(hanging.modes.size() == 2);
  for (const Mode& mode : hanging.modes) CHECK(std::abs(mode.root) == doctest::Approx(rate));
  Vector top(3);
  top << 0.0, 0.0, 0.5;
  const Oscillation upright = oscillation(system, top, Vector::Constant(1, -weight), {0});
  CHECK(upright.stability == Stability::unstable);
  CHECK(upright.largest_growth() == doctest::Approx(rate));
}

// Theory 13-3.
TEST_CASE("drag gives damped roots") {
  // m x'' = -k x - c x': lambda = (-c +- sqrt(c^2 - 4 m k))/(2 m)
  Model damped("damped");
  damped.coordinate("x").kinetic("x'^2").force_along("x", "-3*x - 0.4*x'");
  const System system(damped);
  const Oscillation found = oscillation(system, Vector::Zero(1), Vector(0), {});
  CHECK(found.stability == Stability::stable);
  CHECK(apart(found.roots, Json::array({Json::array({-0.1, std::sqrt(1.5 - 0.01)}),
                                        Json::array({-0.1, -std::sqrt(1.5 - 0.01)})})) < 1e-12);
}

TEST_CASE("points on a taut line have their frequencies") {
  // n masses m at spacing d under tension F: w_k = 2 sqrt(F/(m d)) sin(k pi/(2 n + 2))
  constexpr int n = 6;
  Model model("string");
  std::string u;
  for (int i = 0; i <= n; ++i) {
    if (i < n) model.coordinate(fmt::format("y{}", i));
    const std::string left = i == 0 ? "0" : fmt::format("y{}", i - 1);
    const std::string right = i == n ? "0" : fmt::format("y{}", i);
    u += fmt::format("{}2.5*({} - {})^2", u.empty() ? "" : " + ", right, left);
  }
  std::string t;
  for (int i = 0; i < n; ++i) t += fmt::format("{}y{}'^2/2", t.empty() ? "" : " + ", i);
  model.kinetic(t).potential(u);
  const System system(model);
  const Oscillation found = oscillation(system, Vector::Zero(n), Vector(0), {});
  REQUIRE(found.modes.size() == n);
  for (int k = 1; k <= n; ++k)
    CHECK(std::abs(found.modes[static_cast<std::size_t>(k - 1)].root) ==
          doctest::Approx(2.0 * std::sqrt(5.0) * std::sin(k * std::numbers::pi / (2 * n + 2)))
              .epsilon(1e-12));
}

TEST_CASE("duplicate constraints keep the modes, and touching circles are rejected") {
  // the same line twice: however they share the load
  Model twice("twice");
  twice.coordinate("x").coordinate("y").kinetic("(x'^2 + y'^2)/2").potential("2*y^2");
  twice.constraint("a", "x = 0").constraint("b", "2*x = 0");
  const System system(twice);
  const Oscillation along = oscillation(system, Vector::Zero(2), Vector::Zero(2), {0, 1});
  REQUIRE(along.modes.size() == 1);
  CHECK(along.modes[0].root.imag() == doctest::Approx(2.0));
  // two circles that touch: their loads decide how far it bends
  Model circles("circles");
  circles.coordinate("x", {.start = 1.0}).coordinate("y").kinetic("x'^2 + y'^2");
  circles.constraint("a", "x^2 + y^2 = 1").constraint("b", "(x - 2)^2 + y^2 = 1");
  const System touching(circles);
  CHECK_THROWS_AS(oscillation(touching, circles.start().q, Vector::Zero(2), {0, 1}), Error);
}
