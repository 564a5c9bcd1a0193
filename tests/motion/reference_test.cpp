// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every motion of tests/reference, read from the JSON: samples and events.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "tests/motion/compare.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::Json;

void show(const std::string& name, const reference::Deviation& worst, const Trajectory& motion) {
  if (std::getenv("ZWANG_SHOW"))
    fmt::print("{:<32} samples {:.1e} times {:.1e} velocities {:.1e} steps {} energy {:.1e}\n",
               name, worst.samples, worst.times, worst.velocities, motion.steps,
               motion.audit.energy);
}

void check(const Json& one, const Json& description, const Json& expect, double accuracy) {
  const auto name = one["name"].get<std::string>();
  CAPTURE(name);
  const auto model = reference::model(description, one["state"], name);
  const double until = reference::last_time(expect);
  const Trajectory motion = run(*model, {.from = one["state"]["t"].get<double>(),
                                         .until = until * (1.0 + 1e-9) + 1e-9,
                                         .tolerance = 1e-12});
  CAPTURE(motion.summary());
  CHECK(motion.usable());
  CHECK(motion.verdict.holds());
  const auto worst = reference::compare(*model, motion, expect);
  show(name, worst, motion);
  CHECK(worst.mismatch == "");
  CHECK(worst.samples < accuracy);
  CHECK(worst.times < accuracy);
  CHECK(worst.velocities < accuracy);
}

}  // namespace

// Theory 1-3, 3-1, 8.2-1, 8.3-1, 8.3-2, 8.4-7, 8.5-1, 8.5-2, 8.6-1, 8.6-2, 15-11, 15-12, 15-14,
// 15-15.
TEST_CASE("p04, p07 to p12, p15: all motions and events match the reference") {
  int motions = 0;
  for (const char* file :
       {"p04_mayer_ring", "p07_maurer_cart", "p08_voss_linear_complex", "p09_voss_pursuit",
        "p10_release_and_taut", "p11_impact_chains", "p12_nonholonomic", "p15_transitions"})
    for (const Json& one : reference::cases(file)) {
      const Json& expect =
          one["expect"].contains("straightest") ? one["expect"]["straightest"] : one["expect"];
      if (!one.contains("state") || one["state"].contains("rho") || one["state"].contains("lambda"))
        continue;
      if (!expect.contains("samples") && !expect.contains("events")) continue;
      if (one.contains("model")) {
        check(one, one["model"], expect, 1e-9);
        ++motions;
      }
      // the same motion from the explicit constraint
      if (one.contains("model_explicit")) check(one, one["model_explicit"], expect, 1e-9);
    }
  CHECK(motions == 34);
}

// Theory 2.1-1.
TEST_CASE("p33: motions under constraints that are not linear in the velocities match to 1e-10") {
  int motions = 0;
  for (const Json& one : reference::cases("p33_nonlinear_velocity")) {
    if (!one["expect"].contains("samples")) continue;
    check(one, one["model"], one["expect"], 1e-10);
    ++motions;
  }
  CHECK(motions == 12);
}

// A point flies freely until a rod of length 5 catches it at t = 1.
// Theory 7.2-3, 8.3-1.
TEST_CASE("p15: a sudden equation catches a flying point") {
  for (const Json& one : reference::cases("p15_transitions")) {
    if (one["name"] != "caught_by_a_rod") continue;
    Json description = one["model_after"];
    const auto model = [&] {
      auto made = std::make_unique<Model>("caught");
      made->coordinate("x", {.start = 1.0, .rate = 2.0})
          .coordinate("y", {.start = -5.0, .rate = 1.0});
      made->kinetic("(x'^2 + y'^2)/2");
      made->constraint("rod", "(x^2 + y^2 - 25)/2 = 0", {.from = 1.0});
      return made;
    }();
    CHECK(description["constraints"][0]["f"].get<std::string>() == "(x^2+y^2-25)/2");
    CHECK(description["mass"][0].get<std::string>() == "1");
    const Trajectory motion = run(*model, {.until = 3.0 + 1e-9, .tolerance = 1e-12});
    CAPTURE(motion.summary());
    REQUIRE(motion.usable());
    const auto worst = reference::compare(*model, motion, one["expect"]);
    show("caught_by_a_rod", worst, motion);
    CHECK(worst.mismatch == "");
    CHECK(worst.largest() < 1e-9);
  }
}

// Theory 10-6.
TEST_CASE("p16: the rolling disc of problem B matches the reference") {
  for (const Json& one : reference::cases("p16_maurer_problems")) {
    if (one["name"] != "problem_B") continue;
    Model model("rolling disc");
    for (std::size_t i = 0; i < 4; ++i)
      model.coordinate(one["coordinates"][i].get<std::string>(),
                       {.start = one["state"]["q"][i].get<double>(),
                        .rate = one["state"]["v"][i].get<double>()});
    model.kinetic("(2*(x'^2 + y'^2) + 0.3*th'^2 + 0.4*ps'^2)/2");
    model.constraint("one", "x' - 0.5*cos(th)*ps' = 0");
    model.constraint("two", "y' - 0.5*sin(th)*ps' = 0");
    const Trajectory motion = run(model, {.until = 3.0 + 1e-9, .tolerance = 1e-12});
    REQUIRE(motion.usable());
    const auto worst = reference::compare(model, motion, one["expect"]);
    show("rolling disc, problem B", worst, motion);
    CHECK(worst.largest() < 1e-9);
  }
}

TEST_CASE("p17: the squeezer matches to 1e-7, the car axis to 1e-8") {
  int motions = 0;
  for (const Json& one : reference::cases("p17_ivp_test_set")) {
    if (!one["expect"].contains("samples")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const double until = reference::last_time(one["expect"]);
    const Trajectory motion =
        run(*model, {.until = until, .tolerance = name == "squeezer" ? 1e-10 : 1e-12});
    CAPTURE(motion.summary());
    REQUIRE(motion.usable());
    // relative to each published number, as the test set does
    const Json& sample = one["expect"]["samples"][0];
    const State end = motion.at(until);
    double worst = 0.0;
    const auto compare = [&](const Vector& found, const Json& expected) {
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const double wanted = expected[i].get<double>();
        worst = std::max(worst,
                         std::abs(found[static_cast<Eigen::Index>(i)] - wanted) / std::abs(wanted));
      }
    };
    compare(end.q, sample["q"]);
    if (sample.contains("v") && name == "car_axis") compare(end.u, sample["v"]);
    if (std::getenv("ZWANG_SHOW"))
      fmt::print("{:<32} {:.1e} steps {} evaluations {}\n", name, worst, motion.steps,
                 motion.evaluations);
    CHECK(worst < (name == "squeezer" ? 1e-7 : 1e-8));
    ++motions;
  }
  CHECK(motions == 2);
}
