// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions that begin in a singular position with one of the minima of Z (theory 5.5).

#include <doctest/doctest.h>

#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;
using reference::apart;

Trajectory along(const System& system, const Model& model, int number, double until) {
  const Instant instant = accelerations(system, model.start());
  REQUIRE(instant.outcome == InstantOutcome::singular);
  const Stationary* const one = instant.regularity.vertex.minimum(number);
  REQUIRE(one);
  return run(system, model.start(), {.until = until, .branch = one->accelerations});
}

}  // namespace

//   Stäckel 1919, § 3: a = (ρ ± X3)/2 (e, ±1). The force has no part across this generator: along
//   it the acceleration is constant.
// Theory 5.5-1, 5.5-2.
TEST_CASE("from the vertex of a cone a motion follows the generator of its minimum") {
  Model model("cone");
  model.mass("p", 1.0);
  model.force("p", {1.0, 2.0, 1.0});
  model.constraint("cone", "p.x^2 + p.y^2 = p.z^2");
  const System system(model);
  const double rho = std::sqrt(5.0);
  for (const int number : {1, 2}) {
    const double sign = number == 1 ? 1.0 : -1.0;
    const double h = 0.5 * (rho + sign);
    const Vector a{{h / rho, 2.0 * h / rho, sign * h}};
    const Trajectory motion = along(system, model, number, 1.0);
    REQUIRE(motion.usable());
    CHECK(motion.verdict.certified());
    CHECK(apart(motion.frames.front().accelerations, a) < 1e-12);
    for (const Frame& frame : motion.frames) {
      CHECK(apart(frame.q, 0.5 * frame.t * frame.t * a) < 1e-9);
      CHECK(apart(frame.u, frame.t * a) < 1e-9);
    }
    CHECK(apart(motion.at(0.1).q, 0.005 * a) < 1e-9);
  }
}

//   x y = 0: each wire for itself.
TEST_CASE("where wires cross a motion follows the one that was chosen") {
  Model model("wires");
  model.mass("p", 1.0, {.axes = "xy"});
  model.force("p", {3.0, 2.0, 0.0});
  model.constraint("wires", "p.x*p.y = 0");
  const System system(model);
  CHECK(apart(along(system, model, 1, 1.0).frames.back().q, Vector{{1.5, 0.0}}) < 1e-9);
  CHECK(apart(along(system, model, 2, 1.0).frames.back().q, Vector{{0.0, 1.0}}) < 1e-9);
}

//   A slider-crank of equal rods at its fork, slider at rest: the crank turns alone,
//   φ'' = 3 cos φ + 5 sin φ with a = (sin φ, cos φ), so φ'²/2 = 3 sin φ − 5 (cos φ − 1).
TEST_CASE("from the fork of a slider-crank the slider can stay") {
  Model model("fork");
  model.mass("a", 1.0, {.at = {0.0, 1.0, 0.0}, .axes = "xy"});
  model.mass("b", 2.0, {.axes = "x"});
  model.force("a", {3.0, -5.0, 0.0});
  model.force("b", {1.0, 0.0, 0.0});
  model.constraint("crank", "a.x^2 + a.y^2 = 1");
  model.constraint("rod", "(a.x - b.x)^2 + a.y^2 = 1");
  const System system(model);
  const Trajectory motion = along(system, model, 1, 0.3);
  REQUIRE(motion.usable());
  CHECK(motion.verdict.certified());
  for (const Frame& frame : motion.frames) {
    CHECK(std::abs(frame.q[2]) < 1e-9);
    const double speed = frame.u[0] * frame.u[0] + frame.u[1] * frame.u[1];
    CHECK(std::abs(0.5 * speed - 3.0 * frame.q[0] + 5.0 * (frame.q[1] - 1.0)) < 1e-9);
  }
}

//   y² = x³ exists for x ≥ 0 only: a = (−1, 0) satisfies the leading form, and no motion has it.
// Theory 5.5-1, 5.5-2.
TEST_CASE("a branch that no motion follows is refused") {
  Model model("cusp");
  model.mass("p", 1.0, {.axes = "xy"});
  model.force("p", {-1.0, 2.0, 0.0});
  model.constraint("cusp", "p.y^2 = p.x^3");
  const System system(model);
  const Trajectory motion = along(system, model, 1, 1.0);
  CHECK(motion.outcome == RunOutcome::start_singular);
  CHECK(motion.message.find("branch") != std::string::npos);
}
