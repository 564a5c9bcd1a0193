// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions that arrive in a singular position with velocity (theory 5.6).

#include "zwang/arc/passage.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/gauss/deviation.hpp"
#include "zwang/audit/judge.hpp"
#include "zwang/laws/laws.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::apart;

std::vector<double> passed_at(const Trajectory& motion) {
  std::vector<double> times;
  for (const Event& event : motion.events)
    if (event.kind == EventKind::singular) times.push_back(event.t);
  return times;
}

// Crank and rod of the same length, by energy: φ'²(1 + 4 sin²φ) = 1 + 4 sin²1 on s = 2 cos φ.
Model crank() {
  Model model("crank");
  model.coordinate("phi", {.start = 1.0, .rate = 1.0});
  model.coordinate("s", {.start = 2.0 * std::cos(1.0), .rate = -2.0 * std::sin(1.0)});
  model.kinetic("phi'^2/2 + s'^2/2");
  model.constraint("rod", "(s - cos(phi))^2 + sin(phi)^2 = 1");
  return model;
}

}  // namespace

// Theory 5.6-1.
TEST_CASE("a motion along a generator goes on through the vertex of a cone") {
  Model model("cone");
  model.mass("p", 2.0, {.at = {0.1 - 1.0, 0.2, 0.3 - 1.0}, .velocity = {1, 0, 1}});
  model.constraint("cone", "(p.x - 0.1)^2 + (p.y - 0.2)^2 = (p.z - 0.3)^2");
  const Trajectory motion = run(model, {.until = 2.0});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.certified());
  const auto times = passed_at(motion);
  REQUIRE(times.size() == 1);
  CHECK(std::abs(times[0] - 1.0) < 1e-10);
  for (const Frame& frame : motion.frames)
    CHECK(apart(frame.q, Vector{{0.1 - 1.0 + frame.t, 0.2, 0.3 - 1.0 + frame.t}}) < 1e-9);
}

//   A weight that slides up a generator of x² + y² = z² and over the vertex: along it the
//   acceleration is the part g/√2 of gravity, on both nappes.
// Theory 5.6-1.
TEST_CASE("forces act on through the vertex") {
  const double g = 9.81, v = 6.0;
  Model model("weight on a cone");
  model.mass("p", 1.5, {.at = {-1, 0, -1}, .velocity = {v, 0, v}});
  model.gravity({0, 0, -g}).constraint("cone", "p.x^2 + p.y^2 = p.z^2");
  const Trajectory motion = run(model, {.until = 0.4});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.certified());
  CHECK(passed_at(motion).size() == 1);
  for (const Frame& frame : motion.frames) {
    const double t = frame.t, x = -1.0 + v * t - 0.25 * g * t * t;
    CHECK(apart(frame.q, Vector{{x, 0.0, x}}) < 1e-9);
    CHECK(apart(frame.accelerations, Vector{{-0.5 * g, 0.0, -0.5 * g}}) < 1e-6);
  }
}

// Theory 5.6-1.
TEST_CASE("a crank of equal rods passes its fork on the branch on which it came") {
  const Model model = crank();
  const Trajectory motion = run(model, {.until = 3.0});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.certified());
  const auto times = passed_at(motion);
  REQUIRE(!times.empty());
  CHECK(std::abs(times[0] - 0.6244116310111674) < 1e-7);
  const double energy = 1.0 + 4.0 * std::pow(std::sin(1.0), 2);
  for (const Frame& frame : motion.frames) {
    const double phi = frame.q[0], sine = std::sin(phi);
    CHECK(std::abs(frame.q[1] - 2.0 * std::cos(phi)) < 1e-8);
    CHECK(std::abs(frame.u[0] * frame.u[0] * (1.0 + 4.0 * sine * sine) - energy) < 1e-7);
  }
  // the way back is as long
  const State back = motion.at(2.0 * 0.6244116310111674);
  CHECK(std::abs(back.q[0] - (std::acos(-1.0) - 1.0)) < 1e-8);
}

//   Both rods turn by the same angle w, the coupler stays level: a rigid pendulum of the masses.
// Theory 5.6-1.
TEST_CASE("a parallelogram passes its flat positions as a parallelogram") {
  Model model("parallelogram");
  const double w = 2.5;
  model.mass("a", 1.0, {.at = {0, -1, 0}, .velocity = {w, 0, 0}, .axes = "xy"});
  model.mass("b", 2.0, {.at = {2, -1, 0}, .velocity = {w, 0, 0}, .axes = "xy"});
  model.gravity({0, -1, 0});
  model.constraint("crank1", "a.x^2 + a.y^2 = 1");
  model.constraint("crank2", "(b.x - 2)^2 + b.y^2 = 1");
  model.constraint("coupler", "(b.x - a.x)^2 + (b.y - a.y)^2 = 4");
  const Trajectory motion = run(model, {.until = 4.0});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.certified());
  CHECK(passed_at(motion).size() >= 2);
  for (const Frame& frame : motion.frames) {
    CHECK(std::abs(frame.q[2] - frame.q[0] - 2.0) < 1e-8);
    CHECK(std::abs(frame.q[3] - frame.q[1]) < 1e-8);
    // energy of a pendulum of length 1
    const double speed = frame.u[0] * frame.u[0] + frame.u[1] * frame.u[1];
    CHECK(std::abs(0.5 * speed + frame.q[1] + 1.0 - 0.5 * w * w) < 1e-7);
  }
}

TEST_CASE("beside the vertex a motion is an ordinary one") {
  Model model("cone");
  model.mass("p", 1.0, {.at = {-1, 1e-3, -std::sqrt(1.0 + 1e-6)}, .velocity = {1, 0, 0}});
  model.constraint("cone", "p.x^2 + p.y^2 = p.z^2");
  State start = model.start();
  start.u[2] = start.q[0] / start.q[2];
  const System system(model);
  const Trajectory motion = run(system, start, {.until = 2.0});
  REQUIRE(motion.usable());
  CHECK(passed_at(motion).empty());
}

// Theory 5.6-2.
TEST_CASE("the audit of a passage knows its accelerations by itself") {
  Model model("weight on a cone");
  model.mass("p", 1.5, {.at = {-1, 0, -1}, .velocity = {6, 0, 6}});
  model.gravity({0, 0, -9.81}).constraint("cone", "p.x^2 + p.y^2 = p.z^2");
  const System system(model);
  const Trajectory motion = run(system, model.start(), {.until = 0.4});
  REQUIRE(motion.usable());
  const auto verdict = [&](const std::function<void(std::vector<AuditRow>&)>& spoil) {
    std::vector<AuditRow> rows;
    for (const Frame& frame : motion.frames) {
      rows.push_back({.t = frame.t,
                      .side = frame.side,
                      .q = frame.q,
                      .u = frame.u,
                      .multipliers = frame.multipliers,
                      .states = std::vector<std::uint8_t>(1, 3)});
    }
    spoil(rows);
    Judge judge(system, {.tolerance = motion.tolerance});
    for (const AuditRow& row : rows) {
      judge.row(row);
      for (const Event& event : motion.events)
        if (event.kind == EventKind::singular && event.t == row.t)
          judge.event({.t = event.t,
                       .kind = event.kind,
                       .cause = std::string(cause(event.kind)),
                       .row = judge.rows() - 1});
    }
    return judge.verdict(true).holds();
  };
  CHECK(verdict([](auto&) {}));
  const double passed = passed_at(motion).at(0);
  const auto at_passing = [&](std::vector<AuditRow>& rows) -> AuditRow& {
    return *std::ranges::find(rows, passed, &AuditRow::t);
  };
  CHECK_FALSE(verdict([&](auto& rows) { at_passing(rows).u[0] += 1e-5; }));
  CHECK_FALSE(verdict([&](auto& rows) { at_passing(rows).q[1] += 1e-5; }));
  // goes on with another speed
  CHECK_FALSE(verdict([&](auto& rows) {
    for (AuditRow& row : rows)
      if (row.t > passed) row.u *= 1.0001;
  }));
}

// Theory 5.6-2.
TEST_CASE("in the position that is passed the accelerations are those of the third derivatives") {
  Model model("weight on a cone");
  model.mass("p", 1.5, {.at = {-1, 0, -1}, .velocity = {6, 0, 6}});
  model.gravity({0, 0, -9.81}).constraint("cone", "p.x^2 + p.y^2 = p.z^2");
  const System system(model);
  const Trajectory motion = run(system, model.start(), {.until = 0.4});
  const double passed = passed_at(motion).at(0);
  // -1 + 6 t - g t²/4 = 0
  CHECK(std::abs(passed - (12.0 - std::sqrt(144.0 - 4.0 * 9.81)) / 9.81) < 1e-10);
  const Vector expected{{-0.5 * 9.81, 0.0, -0.5 * 9.81}};
  CHECK(apart(motion.evaluate(passed).accelerations, expected) < 1e-12);
  CHECK(apart(passing_accelerations(system, motion.at(passed), {0}), expected) < 1e-12);
  CHECK(passing_accelerations(system, motion.at(0.1), {0}).size() == 0);
}
