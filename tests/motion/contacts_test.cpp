// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Masses of a packing in time steps: against closed forms, against the same pairs written one by
// one, and by the thousand.

#include "zwang/stepping/contacts.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <random>

#include "zwang/gauss/impact.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/stepping/stepping.hpp"

namespace {

using namespace zwang;

std::string ball(int i) { return fmt::format("m{}", i); }

std::vector<std::string> balls(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(ball(i));
  return names;
}

// Of masses with three axes, all of them.
double nearest(const Vector& q) {
  const auto count = static_cast<std::size_t>(q.size() / 3);
  std::vector<Eigen::Vector3d> places;
  for (Eigen::Index i = 0; i < q.size(); i += 3) places.push_back(q.segment<3>(i));
  double least = always;
  for (double reach = 0.05; least == always && reach < 1e6; reach *= 4.0) {
    const auto pairs = neighbours(places, std::vector<double>(count, reach));
    REQUIRE(pairs);
    for (const Neighbours& pair : *pairs)
      least = std::min(least, (places[static_cast<std::size_t>(pair.i)] -
                               places[static_cast<std::size_t>(pair.j)])
                                  .norm());
  }
  return least;
}

// Spheres of diameter 0.1 on a lattice with some disorder, above the floor of an open box.
void fill_box(Model& model, int side, int layers) {
  constexpr double d = 0.1, mesh = 0.11;
  std::mt19937 random(1829);
  std::uniform_real_distribution<double> off(-0.004, 0.004);
  model.gravity({0.0, 0.0, -9.81});
  const auto place = [&](int k) { return mesh * (k + 0.5) + off(random); };
  for (int z = 0, i = 0; z < layers; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x, ++i) {
        const double px = place(x), py = place(y), pz = place(z);
        model.mass(ball(i), 0.01, {.at = {px, py, pz}});
        const double wall = mesh * side - 0.5 * d;
        model.constraint(ball(i) + "floor", fmt::format("{}.z >= {}", ball(i), 0.5 * d));
        model.constraint(ball(i) + "left", fmt::format("{}.x >= {}", ball(i), 0.5 * d));
        model.constraint(ball(i) + "right", fmt::format("{}.x <= {}", ball(i), wall));
        model.constraint(ball(i) + "front", fmt::format("{}.y >= {}", ball(i), 0.5 * d));
        model.constraint(ball(i) + "back", fmt::format("{}.y <= {}", ball(i), wall));
      }
}

}  // namespace

// v1' = (m1 v1 + m2 v2 − e m2 (v1 − v2)) / (m1 + m2), v2' = v1' + e (v1 − v2)
TEST_CASE("two balls that meet head-on separate at e times their speed of approach") {
  for (const double e : {0.0, 0.5, 1.0}) {
    CAPTURE(e);
    Model model("two");
    model.mass("a", 1.0, {.at = {-1, 0, 0}, .velocity = {2, 0, 0}});
    model.mass("b", 3.0, {.at = {1, 0, 0}, .velocity = {-1, 0, 0}});
    model.packing("balls", {"a", "b"}, 0.5, {.restitution = e});
    const System system(model);
    State state = model.start();
    Stepping stepping(system);
    double total = 0.0;
    for (int k = 0; k < 100; ++k) {
      REQUIRE(stepping.advance(state, 0.0137) == StepOutcome::taken);
      CHECK(state.u[0] + 3.0 * state.u[3] == doctest::Approx(-1.0));
      CHECK((state.q.head<3>() - state.q.tail<3>()).norm() >= 0.5 - 1e-9);
      for (const PairImpulse& one : stepping.pair_impulses()) {
        CHECK(one.packing == 0);
        CHECK(one.i == 0);
        CHECK(one.j == 1);
        total += one.impulse;
      }
    }
    const double after = (2.0 - 3.0 - e * 3.0 * 3.0) / 4.0;
    CHECK(state.u[0] == doctest::Approx(after).epsilon(1e-12));
    CHECK(state.u[3] == doctest::Approx(after + 3.0 * e).epsilon(1e-12));
    CHECK(total == doctest::Approx(2.0 - after).epsilon(1e-12));
    CHECK(stepping.counts().natural <= 1e-10);
  }
}

TEST_CASE("Newton's cradle: equal masses pass the velocity on, and the last one flies off") {
  Model model("cradle");
  for (int i = 0; i < 5; ++i)
    model.mass(ball(i), 0.2, {.at = {1.1 * i, 0, 0}, .velocity = {i == 0 ? 3.0 : 0.0, 0, 0}});
  model.packing("cradle", balls(5), 1.0, {.restitution = 1.0});
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  REQUIRE(stepping.go(state, 1.0, 0.007) == StepOutcome::taken);
  for (int i = 0; i < 5; ++i)
    CHECK(state.u[3 * i] == doctest::Approx(i == 4 ? 3.0 : 0.0).epsilon(1e-12));
  // each comes to rest where the next one was touched, to a step's length
  for (int i = 0; i < 4; ++i)
    CHECK(state.q[3 * i] == doctest::Approx(1.1 * (i + 1) - 1.0).epsilon(0.03));
}

TEST_CASE("prescribed masses push with their own velocity") {
  Model model("piston");
  model.follows("piston", {"0.3*t", 0, 0}).fixed("post", {9, 0, 0});
  model.mass("a", 2.0, {.at = {1, 0, 0}, .axes = "x"});
  model.packing("pair", {"piston", "a", "post"}, 0.5, {.restitution = 1.0});
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  REQUIRE(stepping.go(state, 2.0, 0.01) == StepOutcome::taken);
  CHECK(state.u[0] == doctest::Approx(0.6).epsilon(1e-12));
}

TEST_CASE("a moving post pushes a mass aside like the constraint between them") {
  const auto scene = [](Model& model) {
    model.follows("post", {"0.8*sin(2*t)", "0.1*t", 0.05});
    model.mass("a", 2.0, {.at = {0.55, 0.1, 0.1}, .axes = "xy"});
    model.mass("b", 1.0, {.at = {1.1, -0.1, 0}});
  };
  Model packed("packed"), written("written");
  scene(packed);
  scene(written);
  packed.packing("all", {"post", "a", "b"}, 0.5);
  written.constraint("pa", "|post - a| >= 0.5").constraint("pb", "|post - b| >= 0.5");
  written.constraint("ab", "|a - b| >= 0.5");
  const System one(packed), other(written);
  State state = packed.start(), same = written.start();
  Stepping stepping(one), others(other);
  double worst = 0.0;
  for (int k = 0; k < 150; ++k) {
    REQUIRE(stepping.advance(state, 0.01) == StepOutcome::taken);
    REQUIRE(others.advance(same, 0.01) == StepOutcome::taken);
    worst = std::max(worst, (state.q - same.q).lpNorm<Eigen::Infinity>());
  }
  CHECK(worst < 1e-12);
  CHECK(state.u.norm() > 1.0);
}

// Theory 17-7.
TEST_CASE("no mass passes through another, however fast") {
  Model model("bullet");
  model.mass("bullet", 1.0, {.at = {0, 0, 0}, .axes = "x"});
  model.mass("target", 1.0, {.at = {5.3, 0, 0}, .axes = "x"});
  model.packing("pair", {"bullet", "target"}, 0.1);
  SUBCASE("with a velocity at the start") {
    const System system(model);
    State state = model.start();
    state.u[0] = 1000.0;
    Stepping stepping(system);
    REQUIRE(stepping.go(state, 0.1, 0.01) == StepOutcome::taken);
    CHECK(state.q[1] - state.q[0] >= 0.1 - 1e-9);
    CHECK(state.u[0] == doctest::Approx(500.0).epsilon(1e-12));
    CHECK(state.u[1] == doctest::Approx(500.0).epsilon(1e-12));
  }
  SUBCASE("with a force within the step") {
    model.force("bullet", {1e5, 0, 0}, {.until = 0.006});
    const System system(model);
    State state = model.start();
    Stepping stepping(system);
    for (int k = 0; k < 10; ++k) {
      REQUIRE(stepping.advance(state, 0.01) == StepOutcome::taken);
      CHECK(state.q[1] - state.q[0] >= 0.1 - 1e-9);
    }
    CHECK(state.u[0] + state.u[1] == doctest::Approx(1000.0).epsilon(1e-12));
  }
}

TEST_CASE("coinciding centres are reported, and the state is kept") {
  Model model("one");
  model.mass("a", 1.0, {.at = {1, 2, 3}}).mass("b", 1.0, {.at = {1, 2, 3}});
  model.packing("pair", {"a", "b"}, 0.5);
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  const StepOutcome outcome = stepping.advance(state, 0.01);
  CHECK(outcome == StepOutcome::coinciding);
  CHECK(name(outcome) == "coinciding");
  CHECK(state.t == 0.0);
  CHECK(state.q == model.start().q);
  // no longer in one place they are parted
  state.q[0] += 1e-3;
  REQUIRE(stepping.advance(state, 0.01) == StepOutcome::taken);
  CHECK((state.q.head<3>() - state.q.tail<3>()).norm() >= 0.5 - 1e-9);
}

TEST_CASE("a prescribed position that is not finite is reported") {
  Model model("pole");
  model.follows("post", {"1/(t - 0.5)", 0, 0}).mass("a", 1.0, {.at = {1, 0, 0}});
  model.packing("pair", {"post", "a"}, 0.1);
  const System system(model);
  State state = model.start(0.0);
  Stepping stepping(system);
  CHECK(stepping.advance(state, 1.0) == StepOutcome::not_finite);
  CHECK(state.t == 0.0);
}

TEST_CASE("a time-stepping run rejects masses that start too close together") {
  Model model("two");
  model.mass("a", 1.0).mass("b", 1.0, {.at = {0.9, 0, 0}}).packing("balls", {"a", "b"}, 1.0);
  const Trajectory motion =
      run(model, {.until = 1.0, .method = RunOptions::Method::time_stepping, .step = 0.1});
  CHECK(motion.outcome == RunOutcome::start_violates);
  CHECK(motion.message == "two masses of a packing start 0.1 m too close");
}

TEST_CASE("an event-driven run rejects a packing") {
  Model model("two");
  model.mass("a", 1.0).mass("b", 1.0, {.at = {3, 0, 0}}).packing("balls", {"a", "b"}, 1.0);
  CHECK_THROWS_WITH_AS(run(model, {.until = 1.0}),
                       "E120: the packing 'balls' needs the method time-stepping", Error);
  CHECK_THROWS_AS(accelerations(model, model.start()), Error);
  CHECK_THROWS_AS(impact(model, model.start()), Error);
}

// Theory 17-7.
TEST_CASE("twelve spheres in a box move as if all 66 pairs were written") {
  Model packed("packed"), written("written");
  fill_box(packed, 2, 3);
  fill_box(written, 2, 3);
  packed.packing("spheres", balls(12), 0.1);
  for (int i = 0; i < 12; ++i)
    for (int j = i + 1; j < 12; ++j)
      written.constraint(fmt::format("{}|{}", i, j), fmt::format("|m{} - m{}| >= 0.1", i, j));
  const System one(packed), other(written);
  State state = packed.start(), same = written.start();
  Stepping stepping(one), others(other);
  double worst = 0.0, pairs = 0.0, constraints = 0.0;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k);
    const StepOutcome outcome = stepping.advance(state, 2e-3);
    CAPTURE(name(outcome));
    REQUIRE(outcome == StepOutcome::taken);
    REQUIRE(others.advance(same, 2e-3) == StepOutcome::taken);
    worst = std::max(worst, (state.q - same.q).lpNorm<Eigen::Infinity>());
    REQUIRE(nearest(state.q) >= 0.1 - 1e-9);
    for (const PairImpulse& impulse : stepping.pair_impulses()) pairs += impulse.impulse;
    for (std::size_t c = 60; c < others.impulses().size(); ++c) constraints += others.impulses()[c];
  }
  CHECK(worst < 1e-10);
  CHECK(pairs > 0.0);
  CHECK(pairs == doctest::Approx(constraints).epsilon(0.1));
  CHECK(stepping.counts().natural <= 1e-10);
  if (std::getenv("ZWANG_SHOW"))
    MESSAGE("apart " << worst << ", impulses " << pairs << " and " << constraints << ", nearest "
                     << nearest(state.q) << ", most pairs " << stepping.counts().most_pairs
                     << ", lists " << stepping.counts().listings);
}

namespace {

void pour(int side, int layers, int steps, double h) {
  Model model("spheres");
  fill_box(model, side, layers);
  model.packing("spheres", balls(side * side * layers), 0.1);
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  double slowest = 0.0, all = 0.0, breach = 0.0, busy = 0.0;
  for (int k = 0; k < steps; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t clock = std::clock();
    const StepOutcome outcome = stepping.advance(state, h);
    busy += static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    CAPTURE(k);
    CAPTURE(name(outcome));
    REQUIRE(outcome == StepOutcome::taken);
    all += seconds.count();
    slowest = std::max(slowest, seconds.count());
    breach = std::max(breach, 0.1 - nearest(state.q));
  }
  const StepCounts& counts = stepping.counts();
  CHECK(counts.natural <= 1e-10);
  CHECK(breach <= 1e-9);
  CHECK(counts.most_pairs > 0);
  if (!std::getenv("ZWANG_SHOW")) return;
  MESSAGE((side * side * layers) << " spheres, " << counts.steps << " steps: " << 1e3 * all / steps
                                 << " ms per step (" << 1e3 * busy / steps
                                 << " of the processor), slowest " << 1e3 * slowest
                                 << " ms; most rows " << counts.most_rows << ", most pairs "
                                 << counts.most_pairs << ", lists " << counts.listings
                                 << "; solves " << counts.solves << ", factorisations per solve "
                                 << static_cast<double>(counts.factorisations) /
                                        static_cast<double>(counts.solves)
                                 << ", worst residual " << counts.natural << ", largest breach "
                                 << breach << " m, energy " << system.kinetic(state) << " J");
}

}  // namespace

// Theory 17-8.
TEST_CASE("a thousand spheres fall into a box: every step is certified, and none overlap") {
  pour(10, 10, std::getenv("ZWANG_LONG") ? 1000 : 50, 2e-3);
}

TEST_CASE("ten thousand spheres fall into a box") {
  if (std::getenv("ZWANG_LONG")) pour(22, 21, 100, 2e-3);
}
