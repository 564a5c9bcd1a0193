// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions and impacts with friction in the plane, against the references.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tests/motion/compare.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::Json;

Trajectory motion_of(const Model& model, const Json& one, double tolerance) {
  return run(model, {.until = reference::last_time(one["expect"]) * (1.0 + 1e-9) + 1e-9,
                     .tolerance = tolerance});
}

}  // namespace

// Theory 18.3-3, 18.4-1, 18.5-1, 18.5-2, 18.5-3.
TEST_CASE("p18, p19, p23, p29: motions with stick and slip match the reference") {
  int motions = 0;
  for (const char* file :
       {"p18_friction_incline", "p19_friction_belt", "p23_friction_ladder", "p29_friction_stack"})
    for (const Json& one : reference::cases(file)) {
      const auto name = one["name"].get<std::string>();
      if (!one.contains("model") || !one["expect"].contains("samples") ||
          one["model"].contains("surface_velocity"))
        continue;
      CAPTURE(file);
      CAPTURE(name);
      const auto model = reference::model(one["model"], one["state"], name);
      for (const double tolerance : {1e-9, 1e-12}) {
        const Trajectory motion = motion_of(*model, one, tolerance);
        CAPTURE(motion.summary());
        CHECK(motion.usable());
        CHECK(motion.verdict.holds());
        const auto worst = reference::compare(*model, motion, one["expect"]);
        CHECK(worst.mismatch == "");
        CHECK(worst.samples < std::max(1e-9, 100.0 * tolerance));
        CHECK(worst.times < std::max(1e-10, 100.0 * tolerance));
      }
      ++motions;
    }
  CHECK(motions == 12);
}

// Theory 18-1, 18.1-1, 18.1-2.
TEST_CASE("p18, p29: accelerations, loads and friction of an instant") {
  int instants = 0;
  for (const char* file : {"p18_friction_incline", "p29_friction_stack"})
    for (const Json& one : reference::cases(file)) {
      if (!one["expect"].contains("accelerations")) continue;
      const auto name = one["name"].get<std::string>();
      CAPTURE(name);
      const auto model = reference::model(one["model"], one["state"], name);
      const Instant instant = accelerations(*model, reference::state(one["state"]));
      CAPTURE(instant.summary());
      REQUIRE(instant.usable());
      CHECK((instant.accelerations - reference::vector(one["expect"]["accelerations"])).norm() <
            1e-12);
      for (std::size_t k = 0; k < one["expect"]["multipliers"].size(); ++k)
        CHECK(instant.constraints[2 * k].multiplier ==
              doctest::Approx(one["expect"]["multipliers"][k].get<double>()).epsilon(1e-12));
      if (one["expect"].contains("friction"))
        CHECK(instant.constraints[1].multiplier ==
              doctest::Approx(one["expect"]["friction"][0].get<double>()).epsilon(1e-12));
      ++instants;
    }
  CHECK(instants == 9);
}

// Theory 18.6-1.
TEST_CASE("p26: a block that falls flat grips or slips") {
  for (const Json& one : reference::cases("p26_friction_rocking")) {
    if (!one["expect"].contains("velocities_after")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const Impact struck = impact(*model, reference::state(one["state"]));
    CAPTURE(struck.summary());
    REQUIRE(struck.usable());
    CHECK((struck.after - reference::vector(one["expect"]["velocities_after"])).norm() < 1e-12);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(std::abs(struck.impulses[static_cast<Eigen::Index>(2 * k)] -
                     one["expect"]["impulses"][k].get<double>()) < 1e-12);
      CHECK(std::abs(struck.impulses[static_cast<Eigen::Index>(2 * k + 1)] -
                     one["expect"]["friction_impulses"][k].get<double>()) < 1e-12);
    }
    CHECK(struck.energy_after ==
          doctest::Approx(one["expect"]["energy_after"].get<double>()).epsilon(1e-12));
  }
}

// Theory 18.6-2.
TEST_CASE("p26: the block rocks from corner to corner") {
  for (const Json& one : reference::cases("p26_friction_rocking")) {
    if (one["name"] != "fall" && one["name"] != "rocks_to_rest") continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const Trajectory motion = motion_of(*model, one, 1e-12);
    CAPTURE(motion.summary());
    CHECK(motion.usable());
    CHECK(motion.verdict.holds());
    CHECK(reference::compare(*model, motion, one["expect"]).mismatch == "");
    CHECK(reference::compare(*model, motion, one["expect"]).times < 1e-9);
  }
}

TEST_CASE("a given bound stops what it brakes, and a force that jumps is told to be one") {
  Model model("brake");
  model.coordinate("x", {.rate = 1.0})
      .kinetic("x'^2/2")
      .friction("brake", {.bound = 3.0, .slip = "x'"});
  const Trajectory motion = run(model, {.until = 2.0});
  REQUIRE(motion.verdict.holds());
  REQUIRE(motion.events.size() == 3);  // and the end
  CHECK(motion.events[1].kind == EventKind::stick);
  CHECK(std::abs(motion.events[1].t - 1.0 / 3.0) < 1e-12);
  CHECK(std::abs(motion.at(2.0).q[0] - 1.0 / 6.0) < 1e-12);

  Model by_hand("brake");
  by_hand.coordinate("x", {.rate = 1.0}).kinetic("x'^2/2").force_along("x", "-3*(2*step(x') - 1)");
  const Trajectory stuck = run(by_hand, {.until = 2.0});
  CHECK(stuck.outcome == RunOutcome::step_too_small);
  CHECK(stuck.message.ends_with("friction.x = { bound = 3, slip = \"x'\" }"));
  CHECK_THROWS_AS(by_hand.friction("again", {.bound = 3.0, .slip = "x"}), Error);
  CHECK_THROWS_AS(by_hand.friction("again", {.bound = 3.0}), Error);
  CHECK_THROWS_AS(by_hand.friction("again", {.bound = 3.0, .sticking = 2.0, .slip = "x'"}), Error);
}

// Theory 18.2-3.
TEST_CASE("p25: Painleve's rod has no acceleration, one or two, as the reference says") {
  int instants = 0;
  for (const Json& one : reference::cases("p25_painleve_rod")) {
    const Json& expect = one["expect"];
    if (!expect.contains("solutions")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const Instant instant = accelerations(*model, reference::state(one["state"]));
    CAPTURE(instant.summary());
    const auto solutions = expect["solutions"].get<std::size_t>();
    CHECK(instant.rubbing.all.size() == solutions);
    CHECK(instant.outcome == (solutions == 0   ? InstantOutcome::none
                              : solutions == 1 ? InstantOutcome::found
                                               : InstantOutcome::several));
    if (solutions == 1)
      CHECK((instant.accelerations - reference::vector(expect["accelerations_all"][0])).norm() <
            1e-12);
    for (const Json& load : expect["multipliers_all"])
      CHECK(std::ranges::any_of(instant.rubbing.all, [&](const PlanarSolution& solution) {
        return std::abs(solution.z[0] - load.get<double>()) < 1e-11;
      }));
    ++instants;
  }
  CHECK(instants == 6);
}

// Theory 18.2-3.
TEST_CASE("p25: on its way to the place without an acceleration the rod is followed as far") {
  int motions = 0;
  for (const Json& one : reference::cases("p25_painleve_rod")) {
    if (!one["expect"].contains("angle_of_the_singularity")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const Trajectory motion = run(*model, {.until = 0.3, .tolerance = 1e-12});
    CAPTURE(motion.summary());
    for (const Json& sample : one["expect"]["samples"]) {
      const State there = motion.at(sample["t"].get<double>());
      CHECK((there.q - reference::vector(sample["q"])).norm() < 1e-9);
      CHECK((there.u - reference::vector(sample["v"])).norm() < 1e-9);
    }
    // just before it the load vanishes, or there it grows without bound, as the exponent says
    const double angle = one["expect"]["angle_of_the_singularity"].get<double>();
    const double exponent = one["expect"]["exponent"].get<double>();
    if (exponent > 1.0) {
      REQUIRE(motion.events.size() > 1);
      CHECK(motion.events[1].kind == EventKind::release);
      CHECK(std::abs(motion.events[1].q[2] - angle) < 1e-4);
    } else {
      CHECK_FALSE(motion.usable());
      CHECK(std::abs(motion.last.state.q[2] - angle) < 1e-4);
    }
    ++motions;
  }
  CHECK(motions == 2);
}
