// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A constraint acts along its gradient. Where that does not exist, nothing is made up: E310.

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

using namespace zwang;

namespace {

// A corner made by code: x ≤ 0 and y ≤ 0 as one constraint, which a point meets from (−1, −1 +
// off).
Trajectory into_corner(double off, double tolerance) {
  Model model("corner");
  model.mass("p", 1.0, {.at = {-1, -1 + off, 0}, .velocity = {1, 1, 0}, .axes = "xy"});
  model.inequality("corner", {"p.x", "p.y"}, Function::of<2>([](const auto& x) {
                     using std::max;
                     return max(x[0], x[1]);
                   }));
  return run(model, {.until = 1.5, .tolerance = tolerance, .keep_course = false});
}

}  // namespace

TEST_CASE(
    "a corner in one constraint is reported where it is reached, and the wall next to it is hit") {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    CAPTURE(tolerance);
    const Trajectory met = into_corner(0.0, tolerance);
    CHECK(met.outcome == RunOutcome::outside_domain);
    CHECK(met.message.find("constraint corner is reached where it has no gradient: t = 1") !=
          std::string::npos);
    CHECK(met.events.size() == 1);
    // beside it y ≤ 0 is struck alone
    const Trajectory beside = into_corner(1e-3, tolerance);
    REQUIRE(beside.events.size() > 1);
    CHECK(beside.events[1].kind == EventKind::impact);
    CHECK(beside.events[1].t == doctest::Approx(0.999).epsilon(1e-12));
    CHECK(beside.events[1].after[0] == doctest::Approx(1.0).epsilon(1e-12));
    CHECK(std::abs(beside.events[1].after[1]) < 1e-12);
  }
}

// f = x³ has a gradient at 0, which vanishes: a singular position, not a missing gradient.
TEST_CASE("a gradient that vanishes exists") {
  Model model("cube");
  model.mass("p", 1.0, {.at = {-1, 0, 0}, .velocity = {1, 0, 0}, .axes = "x"});
  model.constraint("cube", "p.x^3 <= 0");
  CHECK(run(model, {.until = 2.0}).outcome == RunOutcome::singular);
}

// Strongly curved, but smooth: a ball of a micrometre is hit like any other.
TEST_CASE("a gradient that turns fast exists") {
  Model model("grain");
  model.mass("p", 1.0, {.at = {0, 0, 1}, .velocity = {0, 0, -1}});
  model.constraint("grain", "|p| >= 1e-6", {.restitution = 1.0});
  const Trajectory motion = run(model, {.until = 1.5});
  REQUIRE(motion.events.size() == 3);
  CHECK(motion.events[1].kind == EventKind::impact);
  CHECK(motion.events[1].t == doctest::Approx(1.0 - 1e-6).epsilon(1e-12));
  CHECK(motion.events[1].after[2] == doctest::Approx(1.0).epsilon(1e-12));
}
