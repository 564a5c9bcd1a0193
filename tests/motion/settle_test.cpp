// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Infinitely many impacts in finite time end where theory says they do.

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

const Event* find(const Trajectory& motion, EventKind kind) {
  for (const Event& event : motion.events)
    if (event.kind == kind) return &event;
  return nullptr;
}

}  // namespace

// t0 = sqrt(2h/g), limit t0 (1 + e)/(1 - e)   (theory 8.4)
// Theory 8.4-8, 8.7-2, 8.7-4.
TEST_CASE("a dropped ball comes to rest at t0 (1 + e)/(1 - e)") {
  for (const double e : {0.1, 0.3, 0.5, 0.8, 0.9, 0.99}) {
    CAPTURE(e);
    Model model("ball");
    model.mass("ball", 0.3, {.at = {0, 0, 2}, .axes = "z"});
    model.gravity({0, 0, -9.81});
    model.constraint("floor", "ball.z >= 0", {.restitution = e});
    const double t0 = std::sqrt(2.0 * 2.0 / 9.81);
    const double limit = t0 * (1.0 + e) / (1.0 - e);
    const Trajectory motion = run(model, {.until = limit + 1.0, .tolerance = 1e-10});
    REQUIRE(motion.usable());
    const Event* const settle = find(motion, EventKind::settle);
    REQUIRE(settle);
    CHECK(std::abs(settle->t - limit) < 1e-9);
    CHECK(settle->located < 1e-6);
    const State end = motion.at(limit + 0.5);
    CHECK(std::abs(end.q[0]) < 1e-12);
    CHECK(std::abs(end.u[0]) < 1e-12);

    const Trajectory stopped =
        run(model, {.until = limit + 1.0, .tolerance = 1e-10, .settle = RunOptions::Settle::stop});
    CHECK(stopped.outcome == RunOutcome::accumulation);
  }
}

// m w' = -m g - k w. Between bounces w = (w0 + g/c) exp(-c t) - g/c, c = k/m: the flight time is
// the root of z(t) = 0, found here by Newton's method in long double, and the sum of all flights
// taken until they no longer count.
// Theory 8.4-8, 8.7-3.
TEST_CASE("a ball with air drag comes to rest at the sum of its flight times") {
  const long double g = 9.81L, c = 0.05L, e = 0.8L, h = 1.0L;
  const auto height = [&](long double w0, long double t) {
    return (w0 + g / c) * (1.0L - std::exp(-c * t)) / c - g / c * t;
  };
  const auto speed = [&](long double w0, long double t) {
    return (w0 + g / c) * std::exp(-c * t) - g / c;
  };
  // first fall from rest at height h
  long double t = std::sqrt(2.0L * h / g);
  for (int i = 0; i < 50; ++i) t -= (h + height(0.0L, t)) / speed(0.0L, t);
  long double total = t;
  long double w = -e * speed(0.0L, t);
  while (w > 1e-17L) {
    // 1 - exp loses digits for short flights: the series of the flight time in w
    long double flight = 2.0L * w / g;
    if (w > 1e-4L)
      for (int i = 0; i < 60; ++i) flight -= height(w, flight) / speed(w, flight);
    else
      flight *= 1.0L - c * w / (3.0L * g);
    total += flight;
    w = -e * (w > 1e-4L ? speed(w, flight) : -w * (1.0L - 2.0L * c * w / (3.0L * g)));
  }
  Model model("ball");
  model.mass("ball", 1.0, {.at = {0, 0, 1}, .axes = "z"});
  model.gravity({0, 0, -9.81}).force("ball", "-0.05*v");
  model.constraint("floor", "ball.z >= 0", {.restitution = 0.8});
  const Trajectory motion = run(model, {.until = 5.0, .tolerance = 1e-12});
  REQUIRE(motion.usable());
  const Event* const settle = find(motion, EventKind::settle);
  REQUIRE(settle);
  CHECK(std::abs(settle->t - static_cast<double>(total)) < 1e-8);
}

// Two balls between walls on a line, pressed together from both sides by forces: their impacts end.
TEST_CASE("two balls that are pressed together settle") {
  Model model("two balls");
  model.mass("a", 1.0, {.at = {0, 0, 0}, .velocity = {0.5, 0, 0}, .axes = "x"});
  model.mass("b", 2.0, {.at = {1, 0, 0}, .velocity = {-0.25, 0, 0}, .axes = "x"});
  model.force("a", {1, 0, 0}).force("b", {-1, 0, 0});
  model.constraint("contact", "b.x - a.x >= 0.2", {.restitution = 0.5});
  model.constraint("left", "a.x >= -5", {.restitution = 0.5});
  model.constraint("right", "b.x <= 5", {.restitution = 0.5});
  const Trajectory motion = run(model, {.until = 10.0, .tolerance = 1e-11});
  REQUIRE(motion.usable());
  const Event* const settle = find(motion, EventKind::settle);
  REQUIRE(settle);
  // relative motion: acceleration -(1 + 1/2), gap 0.8, closing speed 0.75
  const double a = 1.5, v = 0.75, gap = 0.8;
  const double first = (-v + std::sqrt(v * v + 2.0 * a * gap)) / a;
  const double impact = v + a * first;
  const double limit = first + 2.0 * impact / a * 0.5 / (1.0 - 0.5);
  CHECK(std::abs(settle->t - limit) < 1e-9);
  const State end = motion.at(9.0);
  CHECK(std::abs(end.q[1] - end.q[0] - 0.2) < 1e-11);
  CHECK(std::abs(end.u[1] - end.u[0]) < 1e-11);
}

// Closed forms of theory 8.7: a groove with slopes of 30 degrees (ratio 1/2), a valley with slopes
// of 1/2 (ratio 0.6), a weight that lands while its rope goes slack (ratio 1/4).
// Theory 8.7-1, 8.7-2, 8.7-4.
TEST_CASE(
    "two walls without restitution follow closed forms at every tolerance, with as many impacts") {
  struct Scene {
    const char* name;
    double limit;
    void (*describe)(Model&);
  };
  const Scene scenes[] = {
      {"groove", 0.8,
       [](Model& model) {
         model.mass("p", 1.0, {.velocity = {std::sqrt(0.75), 0, 0.5}, .axes = "xz"});
         model.gravity({0, 0, -10});
         model.constraint("right", "p.z >= p.x*tan(pi/6)")
             .constraint("left", "p.z >= -p.x*tan(pi/6)");
       }},
      {"valley", 4.0 * std::sqrt(0.34),
       [](Model& model) {
         model.mass("p", 1.0, {.at = {-0.5, 0, 0.7}, .axes = "xz"});
         model.gravity({0, 0, -10});
         model.constraint("left", "p.z >= -0.5*p.x").constraint("right", "p.z >= 0.5*p.x");
       }},
      {"weights", 3.0 * std::sqrt(1.0 / 4.905),
       [](Model& model) {
         model.mass("a", 1.0, {.at = {0, 0, -1}, .axes = "z"});
         model.mass("b", 3.0, {.at = {1, 0, -1}, .axes = "z"});
         model.gravity({0, 0, -9.81});
         model.constraint("rope", "-a.z - b.z <= 2").constraint("floor", "b.z >= -1.5");
       }},
  };
  for (const Scene& scene : scenes) {
    CAPTURE(scene.name);
    std::vector<EventKind> kinds;
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      CAPTURE(tolerance);
      Model model(scene.name);
      scene.describe(model);
      const Trajectory motion = run(model, {.until = 5.0, .tolerance = tolerance});
      REQUIRE(motion.usable());
      const Event* const settle = find(motion, EventKind::settle);
      REQUIRE(settle);
      CHECK(settle->parts.size() == 2);
      CHECK(std::abs(settle->t - scene.limit) < std::max(10.0 * tolerance, 1e-11));
      for (const double u : motion.at(4.0).u) CHECK(std::abs(u) < 1e-11);
      std::vector<EventKind> here;
      for (const Event& event : motion.events) here.push_back(event.kind);
      if (kinds.empty()) kinds = here;
      CHECK(here == kinds);
    }
  }
}

TEST_CASE("a contact that has settled and is opened again bounces again") {
  Model model("ball");
  model.mass("ball", 1.0, {.at = {0, 0, 1}, .axes = "z"});
  model.gravity({0, 0, -9.81}).impulse("ball", {0, 0, 5}, 3.0);
  model.constraint("floor", "ball.z >= 0", {.restitution = 0.5});
  const Trajectory motion = run(model, {.until = 7.0});
  REQUIRE(motion.usable());
  const double lands = 3.0 + 10.0 / 9.81;
  CHECK(std::abs(motion.at(lands + 1e-9).u[0] - 2.5) < 1e-7);
  CHECK(std::abs(motion.at(lands + 2.5 / 9.81).q[0] - 6.25 / 19.62) < 1e-9);
}
