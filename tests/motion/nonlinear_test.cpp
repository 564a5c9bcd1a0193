// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints that are not linear in the velocities (theory 2.1, 7.8): work, impacts, refusals.

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/laws/conserved.hpp"
#include "zwang/laws/first_integral.hpp"
#include "zwang/laws/pfaffian.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/system/homogeneity.hpp"

namespace {

using namespace zwang;
using doctest::Approx;

// A point of mass 2 that falls with |p'| <= 3.
Model falling(const std::string& limit = "|p'| <= 3") {
  Model model("falling");
  model.mass("p", 2.0, {.axes = "xz"});
  model.gravity({0, 0, -10});
  model.constraint("limit", limit);
  return model;
}

Code refusal(const Model& model, const RunOptions& options) {
  try {
    (void)run(model, options);
  } catch (const Error& error) {
    return error.code();
  }
  return Code::E900;
}

bool has_energy(const Model& model) {
  const System system(model);
  for (const Conserved& one : conserved(system))
    if (one.name() == "energy") return true;
  return false;
}

}  // namespace

// From rest: |p'| has no gradient there, but it is open. v = 10 t up to 3, then uniform; m g is
// carried by z A = z (0, −1).
// Theory 2.1-2.
TEST_CASE("a speed limit that a falling mass reaches from rest is held from there on") {
  for (const char* text : {"|p'| <= 3", "p.x'^2 + p.z'^2 <= 9", "dot(p', p')/6 <= 1.5"}) {
    CAPTURE(text);
    const Model model = falling(text);
    const Trajectory motion = run(model, {.until = 1.0, .tolerance = 1e-12});
    CAPTURE(motion.summary());
    REQUIRE(motion.usable());
    CHECK(motion.verdict.holds());
    REQUIRE(motion.events.size() == 3);
    CHECK(motion.events[1].kind == EventKind::reach);
    CHECK(motion.events[1].t == Approx(0.3).epsilon(1e-12));
    const State end = motion.at(1.0);
    CHECK(end.u[1] == Approx(-3.0).epsilon(1e-13));
    CHECK(end.q[1] == Approx(-0.45 - 3.0 * 0.7).epsilon(1e-12));
  }
  // dPhi/dv is (0, −1), (0, −6), (0, −1): z is the weight divided by it
  const Model model = falling("p.x'^2 + p.z'^2 <= 9");
  const Trajectory motion = run(model, {.until = 1.0});
  CHECK(motion.events[1].parts[0].multiplier == Approx(20.0 / 6.0).epsilon(1e-9));
}

// The limit takes m g v = 60 W for 0.7 s.
// Theory 2.1-4.
TEST_CASE("the work of a speed limit is in the balance of energy") {
  const Model model = falling();
  const Trajectory motion = run(model, {.until = 1.0, .tolerance = 1e-12});
  REQUIRE(motion.usable());
  CHECK(motion.audit.energy < 1e-10);
  const System& system = *motion.system;
  const auto energy = [&](double t) {
    return system.kinetic(motion.at(t)) + system.potential(motion.at(t));
  };
  CHECK(energy(0.3) == Approx(0.0).scale(1.0));
  CHECK(energy(1.0) - energy(0.3) == Approx(-60.0 * 0.7).epsilon(1e-11));
}

// Theory 2.1-4.
TEST_CASE("the reaction of a homogeneous constraint does no work, of another it may") {
  const auto degree = [](const std::string& text) {
    Model model;
    model.mass("p", 1.0);
    model.constraint("c", text);
    return degree_in_rates(model.constraints()[0]);
  };
  CHECK(degree("p.x'^2 + p.y'^2 = p.z'^2") == 2.0);
  CHECK(degree("sqrt(p.x'^2 + p.y'^2) = (2 + sin(p.x))*p.z'") == 1.0);
  CHECK(degree("p.x'*p.y'*p.z' = 0") == 3.0);
  CHECK(degree("p.x'/p.y' = 2 + p.z'/p.x'") == 0.0);
  CHECK_FALSE(degree("|p'| = 2").has_value());
  CHECK_FALSE(degree("p.x'^2 = p.y'").has_value());

  Model cone;
  cone.mass("p", 1.0, {.velocity = {0.6, 0.8, 1.0}});
  cone.potential("p.x^2 + p.z");
  cone.constraint("cone", "p.x'^2 + p.y'^2 = p.z'^2");
  CHECK(has_energy(cone));
  Model uniform;
  uniform.mass("p", 1.0, {.velocity = {0.6, 0.8, 0.0}});
  uniform.potential("p.x^2 + p.z");
  uniform.constraint("speed", "|p'| = 1");
  CHECK_FALSE(has_energy(uniform));
}

TEST_CASE("a limited speed is recognised by its values") {
  const auto limited = [](const std::string& text) {
    Model model;
    model.mass("a", 1.0, {.axes = "xy"});
    model.mass("b", 1.0);
    model.constraint("c", text);
    return limited_speed(model, model.constraints()[0]);
  };
  CHECK(limited("|a'| <= 2") == 0);
  CHECK(limited("dot(b', b') <= 4 + a.x^2") == 1);
  CHECK(limited("b.x'^2 + b.y'^2 + b.z'^2 = exp(-t)") == 1);
  CHECK_FALSE(limited("a.x'^2 <= 4").has_value());
  CHECK_FALSE(limited("|a'| >= 2").has_value());
  CHECK_FALSE(limited("a.x'^2 + 2*a.y'^2 <= 4").has_value());
  CHECK_FALSE(limited("|a' - b'| <= 4").has_value());
}

// A ball falls on a floor; the limit is open before and after.
// Theory 7.8-1.
TEST_CASE("an impact that a nonlinear constraint allows is not changed by it") {
  Model model = falling();
  model.constraint("floor", "p.z >= -0.2", {.restitution = 0.5});
  const Trajectory motion = run(model, {.until = 0.35, .tolerance = 1e-12});
  CAPTURE(motion.summary());
  REQUIRE(motion.usable());
  CHECK(motion.verdict.holds());
  REQUIRE(motion.events.size() >= 3);
  CHECK(motion.events[1].kind == EventKind::impact);
  CHECK(motion.events[1].t == Approx(0.2).epsilon(1e-12));
  CHECK(motion.events[1].after[1] == Approx(1.0).epsilon(1e-12));
}

// It strikes with the limit active, which lets go: T is less after the impact.
// Theory 7.8-1.
TEST_CASE("an impact slows a mass down below its limit") {
  Model model = falling();
  model.constraint("floor", "p.z >= -1.05", {.restitution = 0.5});
  const Trajectory motion = run(model, {.until = 0.6, .tolerance = 1e-12});
  CAPTURE(motion.summary());
  REQUIRE(motion.usable());
  CHECK(motion.verdict.holds());
  REQUIRE(motion.events.size() == 4);
  CHECK(motion.events[2].kind == EventKind::impact);
  CHECK(motion.events[2].t == Approx(0.5).epsilon(1e-12));
  CHECK(motion.events[2].after[1] == Approx(1.5).epsilon(1e-12));
}

// Theory 7.8-1.
TEST_CASE("E307: an impact that leads beyond a nonlinear constraint is refused") {
  Model model = falling();
  model.impulse("p", {8.0, 0.0, 0.0}, 0.1);
  const Trajectory motion = run(model, {.until = 1.0});
  CHECK(motion.outcome == RunOutcome::nonlinear);
  CHECK(code(motion.outcome) == Code::E307);
  CHECK(motion.message.find("limit") != std::string::npos);

  Model cone;
  cone.mass("p", 1.0, {.velocity = {0.6, 0.8, -1.0}});
  cone.constraint("cone", "p.x'^2 + p.y'^2 = p.z'^2");
  cone.constraint("floor", "p.z >= -1");
  CHECK(run(cone, {.until = 2.0}).outcome == RunOutcome::nonlinear);

  // a mass beside it may strike what it likes
  cone.mass("q", 1.0, {.at = {5.0, 5.0, 1.0}, .velocity = {0.0, 0.0, -4.0}});
  cone.constraint("table", "q.z >= 0");
  const Trajectory other = run(cone, {.until = 0.5});
  CAPTURE(other.summary());
  CHECK(other.usable());
  CHECK(other.verdict.holds());
}

// Theory 2.1-6.
TEST_CASE("E106: what needs constraints that are linear in the velocities refuses others by name") {
  const Model model = falling();
  CHECK(refusal(model, {.until = 1.0, .method = RunOptions::Method::time_stepping, .step = 0.01}) ==
        Code::E106);
  Model cone;
  cone.mass("p", 1.0, {.velocity = {0.6, 0.8, 1.0}});
  cone.constraint("cone", "p.x'^2 + p.y'^2 = p.z'^2");
  CHECK(hidden_equations(cone, cone.start()).empty());
  CHECK_THROWS_WITH_AS((void)PfaffianSystem::of(cone, 0.0), doctest::Contains("'cone'"), Error);
}

// Theory 2.1-5.
TEST_CASE("the vertex of a cone of velocities is a singular position") {
  Model model;
  model.mass("p", 1.0);
  model.constraint("cone", "p.x'^2 + p.y'^2 = p.z'^2");
  const System system(model);
  CHECK(accelerations(system, model.start()).outcome == InstantOutcome::singular);
}

// Rolling with a slip-free speed of 2 along the body: with quasi-velocities forward and across, the
// text of a constraint is still in rates. |v| = 2 turns with the force across: theta' = F sin / (m
// v).
// Theory 2.1-1.
TEST_CASE("quasi-velocities see the same motion as rates") {
  const auto make = [](bool quasi) {
    auto model = std::make_unique<Model>("turned");
    model->coordinate("x", {.start = 0.3, .rate = 1.2})
        .coordinate("y", {.start = 0.1, .rate = 1.6});
    model->kinetic("(x'^2 + y'^2)/2");
    model->force_along("x", "3 - x*y'").force_along("y", "x*x'");
    if (quasi)
      model->quasi_velocity("a", "cos(x)*x' + sin(x)*y' + 0.3*y")
          .quasi_velocity("b", "-sin(x)*x' + cos(x)*y' + t/5");
    model->constraint("speed", "x'^2 + y'^2 = 4");
    return model;
  };
  const auto plain = make(false), quasi = make(true);
  const Trajectory one = run(*plain, {.until = 1.0, .tolerance = 1e-12});
  const Trajectory two = run(*quasi, {.until = 1.0, .tolerance = 1e-12});
  REQUIRE(one.usable());
  REQUIRE(two.usable());
  CHECK(two.verdict.holds());
  CHECK((one.at(1.0).q - two.at(1.0).q).norm() < 1e-10);
  CHECK((one.at(1.0).u - two.system->rates(two.at(1.0))).norm() < 1e-10);
  CHECK(one.at(1.0).u.norm() == Approx(2.0).epsilon(1e-13));
}
