// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Time stepping against the event-driven motion, scene by scene: the order of its error, and that
// nothing stretches.

#include "zwang/stepping/stepping.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;

// The order by which the error falls from h to h/2^halvings.
double order_of(const Model& model, double until, double h, int halvings) {
  const System system(model);
  const Trajectory truth = run(system, model.start(), {.until = until, .tolerance = 1e-11});
  REQUIRE(truth.outcome == RunOutcome::finished);
  std::vector<double> errors;
  for (int k = 0; k <= halvings; ++k, h *= 0.5) {
    State state = model.start();
    Stepping stepping(system);
    const StepOutcome outcome = stepping.go(state, until, h);
    CAPTURE(name(outcome));
    REQUIRE(outcome == StepOutcome::taken);
    CHECK(stepping.counts().violation < 1e-10);
    CHECK(stepping.counts().natural <= 1e-10);
    errors.push_back((state.q - truth.last.state.q).lpNorm<Eigen::Infinity>());
  }
  if (std::getenv("ZWANG_SHOW"))
    for (const double error : errors) MESSAGE(model.name() << " " << error);
  return std::log2(errors.front() / errors.back()) / halvings;
}

}  // namespace

// Theory 17-2.
TEST_CASE("a taut pendulum converges with second order") {
  Model model("pendulum");
  model.mass("p", 2.0, {.at = {1.0, 0.0, 0.0}, .axes = "xz"}).gravity({0.0, 0.0, -9.81});
  model.constraint("string", "|p| <= 1");
  CHECK(order_of(model, 0.7, 0.01, 5) > 1.9);
}

// Theory 17-2.
TEST_CASE("a rod pendulum and a knife edge converge with second order") {
  Model rod("rod");
  rod.mass("p", 2.0, {.at = {0.6, 0.0, 0.8}, .velocity = {0.4, 0.0, -0.3}, .axes = "xz"});
  rod.gravity({0.0, 0.0, -9.81}).constraint("rod", "|p| = 1");
  CHECK(order_of(rod, 1.0, 0.01, 5) > 1.9);
  Model edge("edge");
  edge.coordinate("x", {.rate = 1.0}).coordinate("y").coordinate("w", {.rate = 0.8});
  edge.kinetic("(x'^2 + y'^2)/2 + w'^2/3").potential("0.5*x + 0.2*y");
  edge.constraint("axle", "y'*cos(w) - x'*sin(w) = 0");
  CHECK(order_of(edge, 1.5, 0.01, 5) > 1.9);
}

// Theory 17-1.
TEST_CASE("a string that snaps taut and a moving ring have second order, a bouncing ball first") {
  Model snap("snap");
  snap.mass("p", 1.0, {.at = {0.5, 0.0, 0.3}, .axes = "xz"}).gravity({0.0, 0.0, -9.81});
  snap.constraint("string", "|p| <= 1");
  CHECK(order_of(snap, 0.9, 0.01, 6) > 1.9);
  Model ball("ball");
  ball.mass("p", 1.0, {.at = {0.0, 0.0, 1.0}, .axes = "z"}).gravity({0.0, 0.0, -9.81});
  ball.constraint("floor", "p.z >= 0", {.restitution = 0.5});
  CHECK(order_of(ball, 0.8, 0.01, 10) > 0.8);
  Model ring("ring");
  ring.mass("p", 1.0, {.at = {0.9, 0.1, 0.0}, .axes = "xy"});
  ring.constraint("ring", "(p.x - 0.5*t)^2 + p.y^2 <= 1");
  CHECK(order_of(ring, 4.0, 0.01, 5) > 1.9);
}

TEST_CASE("invalid time steps are rejected") {
  Model model("free");
  model.mass("p", 1.0, {.velocity = {1.0, 0.0, 0.0}});
  const System system(model);
  State state = model.start(1.0);
  Stepping stepping(system);
  CHECK_THROWS_AS(static_cast<void>(stepping.go(state, 0.5, 0.1)), Error);
  CHECK_THROWS_AS(static_cast<void>(stepping.go(state, 2.0, 0.0)), Error);
  CHECK(stepping.go(state, 1.0, 0.1) == StepOutcome::taken);
  CHECK(stepping.counts().steps == 0);
  CHECK(stepping.go(state, 2.0, 0.3) == StepOutcome::taken);
  CHECK(state.q[0] == doctest::Approx(1.0));
}

// Theory 17-2.
TEST_CASE("five links with a stop converge between first and second order") {
  Model model("links");
  model.gravity({0.0, 0.0, -9.81});
  for (int i = 0; i < 5; ++i) {
    model.mass(fmt::format("m{}", i), 0.2, {.at = {0.2 * (i + 1), 0.0, 0.0}, .axes = "xz"});
    const std::string other = i == 0 ? "[0, 0, 0]" : fmt::format("m{}", i - 1);
    model.constraint(fmt::format("rod{}", i), fmt::format("|m{} - {}| = 0.2", i, other));
  }
  model.constraint("stop", "m2.x >= 0.1");
  CHECK(order_of(model, 0.5, 0.005, 5) > 1.1);
}

// A net hung up at its corners falls so fast that its points pass more than a mesh in a step: the
// way back onto the strings is long, but it exists.
// Theory 17-2.
TEST_CASE("a net in long steps returns to its strings") {
  constexpr int side = 15;
  Model model("net");
  model.gravity({0.0, 0.0, -9.81});
  const double mesh = 1.0 / (side - 1), length = mesh / 0.9;
  const auto is_corner = [](int i, int k) { return i % (side - 1) == 0 && k % (side - 1) == 0; };
  const auto node = [&](int i, int k) {
    return is_corner(i, k) ? fmt::format("[{}, {}, 0]", i * mesh, k * mesh)
                           : fmt::format("m{}_{}", i, k);
  };
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      if (!is_corner(i, k))
        model.mass(node(i, k), 1.0 / (side * side), {.at = {i * mesh, k * mesh, 0.0}});
    }
  for (int i = 0; i < side; ++i)
    for (int k = 0; k + 1 < side; ++k) {
      model.constraint(fmt::format("a{}_{}", i, k),
                       fmt::format("|{} - {}| <= {}", node(i, k), node(i, k + 1), length));
      model.constraint(fmt::format("b{}_{}", k, i),
                       fmt::format("|{} - {}| <= {}", node(k, i), node(k + 1, i), length));
    }
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  double fastest = 0.0;
  for (int step = 0; step < 25; ++step) {
    REQUIRE(stepping.advance(state, 0.02) == StepOutcome::taken);
    fastest = std::max(fastest, state.u.lpNorm<Eigen::Infinity>());
  }
  CHECK(0.02 * fastest > mesh);
  CHECK(stepping.counts().natural <= 1e-10);
  CHECK(stepping.counts().violation <= 1e-12);
}

// Theory 17-1.
TEST_CASE("a net falls on a sphere: every step is certified, and nothing stretches") {
  const int side = std::getenv("ZWANG_SLOW") ? 6 : 12;
  Model model("net");
  model.gravity({0.0, 0.0, -9.81});
  const double mesh = 1.0 / (side - 1);
  const auto node = [](int i, int k) { return fmt::format("m{}_{}", i, k); };
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      model.mass(node(i, k), 0.01, {.at = {i * mesh - 0.47, k * mesh - 0.52, 0.45}});
      model.constraint(fmt::format("ball{}_{}", i, k), fmt::format("|{}| >= 0.4", node(i, k)));
    }
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      if (i + 1 < side)
        model.constraint(fmt::format("a{}_{}", i, k),
                         fmt::format("|{} - {}| <= {}", node(i, k), node(i + 1, k), 1.01 * mesh));
      if (k + 1 < side)
        model.constraint(fmt::format("b{}_{}", i, k),
                         fmt::format("|{} - {}| <= {}", node(i, k), node(i, k + 1), 1.01 * mesh));
    }
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  REQUIRE(stepping.go(state, 0.3, 2e-3) == StepOutcome::taken);
  CHECK(stepping.counts().natural <= 1e-10);
  CHECK(stepping.counts().violation <= 1e-6 * mesh);
  CHECK(state.q.allFinite());
  if (std::getenv("ZWANG_SHOW"))
    MESSAGE(stepping.counts().steps << " steps, " << stepping.counts().solves << " solves, "
                                    << stepping.counts().factorisations << " factorisations, "
                                    << stepping.counts().violation << " m");
}
