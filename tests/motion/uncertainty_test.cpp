// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Two errors of an event's time: of the root on the computed motion, and of that motion.

#include "zwang/motion/uncertainty.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <tuple>

#include "zwang/base/error.hpp"
#include "zwang/prepare/prepare.hpp"

using namespace zwang;

namespace {

// A bob on a string in space, slack and taut by turns.
Model spherical_pendulum() {
  Model model("pendulum");
  model.mass("bob", 0.5, {.at = {0.8, 0, -0.6}, .velocity = {2.52, 0.3, 3.36}});
  model.gravity({0, 0, -9.81});
  model.constraint("string", "|bob| <= 1");
  return model;
}

// Between round walls every error grows with each impact: a few dozen of them, and any two motions
// that were computed differently have parted.
Model billiard() {
  Model model("billiard");
  model.mass("p", 1.0, {.at = {0.5, 0.1, 0}, .velocity = {3, 1.7, 0}, .axes = "xy"});
  for (const auto& [name, x, y] : {std::tuple{"a", 0, 0}, {"b", 1, 0}, {"c", 0, 1}, {"d", 1, 1}})
    model.constraint(
        name,
        "sqrt((p.x - " + std::to_string(x) + ")^2 + (p.y - " + std::to_string(y) + ")^2) >= 0.35",
        {.restitution = 1.0});
  model.constraint("left", "p.x >= 0", {.restitution = 1.0});
  model.constraint("right", "p.x <= 1", {.restitution = 1.0});
  model.constraint("below", "p.y >= 0", {.restitution = 1.0});
  model.constraint("above", "p.y <= 1", {.restitution = 1.0});
  return model;
}

}  // namespace

// The string goes slack and snaps taut five times. The times have 34 digits: on the sphere from a
// Runge-Kutta method extrapolated four times, in flight from the parabola.
TEST_CASE("an event's time is located better than the motion is known") {
  constexpr std::array<double, 10> times = {
      0.29926317362579746, 0.85341015987846246, 1.61564179473432005, 1.91234758283566768,
      2.82609489627836896, 3.11352961388571666, 4.03475858396834750, 4.31428963988676690,
      5.24196555346108295, 5.51462585408516286};
  const Model model = spherical_pendulum();
  for (const double tolerance : {1e-6, 1e-9}) {
    CAPTURE(tolerance);
    const Trajectory motion =
        run(model, {.until = 6.0, .tolerance = tolerance, .uncertainty = true});
    REQUIRE(motion.usable());
    REQUIRE(motion.events.size() == 12);
    for (std::size_t i = 0; i < times.size(); ++i) {
      CAPTURE(i);
      const Event& event = motion.events[i + 1];
      CHECK(event.kind == (i % 2 == 0 ? EventKind::release : EventKind::impact));
      CHECK(std::abs(event.t - times[i]) < 3.0 * event.uncertainty);
      CHECK(event.uncertainty >= event.located);
    }
    const Event& last = motion.events[10];
    CHECK(std::abs(last.t - times[9]) > 100.0 * last.located);
    CHECK(std::abs(last.t - times[9]) > last.uncertainty / 3.0);
    CHECK(std::isnan(motion.events.front().uncertainty));
    CHECK(std::isnan(motion.events.back().uncertainty));
    CHECK(motion.summary().find("time uncertain by about") != std::string::npos);
  }
}

TEST_CASE("the finer run changes nothing but the estimates") {
  const Model model = spherical_pendulum();
  const Trajectory plain = run(model, {.until = 3.0});
  const Trajectory twice = run(model, {.until = 3.0, .uncertainty = true});
  REQUIRE(plain.events.size() == twice.events.size());
  for (std::size_t i = 0; i < plain.events.size(); ++i) {
    CHECK(plain.events[i].t == twice.events[i].t);
    CHECK(plain.events[i].located == twice.events[i].located);
    CHECK(std::isnan(plain.events[i].uncertainty));
  }
}

TEST_CASE("where two motions have diverged there is no estimate") {
  const Model model = billiard();
  const Trajectory motion = run(model, {.until = 20.0, .uncertainty = true});
  REQUIRE(motion.usable());
  REQUIRE(motion.events.size() > 60);
  // the first ones are known, the last ones nobody knows
  for (std::size_t i = 1; i < 5; ++i) CHECK(motion.events[i].uncertainty < 1e-7);
  int told = 0;
  for (std::size_t i = motion.events.size() - 20; i < motion.events.size(); ++i)
    told += !std::isnan(motion.events[i].uncertainty);
  CHECK(told == 0);
}

TEST_CASE("only event-driven runs estimate uncertainty") {
  const Model model = spherical_pendulum();
  CHECK_THROWS_AS(run(model, {.until = 1.0,
                              .method = RunOptions::Method::time_stepping,
                              .step = 0.01,
                              .uncertainty = true}),
                  Error);
  const System system(model);
  CHECK_THROWS_AS(resume(system, Checkpoint(), {.until = 1.0, .uncertainty = true}), Error);
}
