// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints that apply in a part of space, and the features of shapes, which are made of them.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

std::vector<double> times_of(const Trajectory& motion, EventKind kind) {
  std::vector<double> times;
  for (const Event& event : motion.events)
    if (event.kind == kind) times.push_back(event.t);
  return times;
}

// A mass on a table from x = −1 to 1, with this start; the floor is 1 m below.
Model table(const Triple& at, const Triple& velocity) {
  Model model("table");
  model.mass("p", 1.0, {.at = at, .velocity = velocity, .axes = "xz"});
  model.gravity({0.0, 0.0, -9.81});
  model.constraint("top", "p.z >= 0", {.where = {"|p.x| <= 1", "p.z >= -0.1"}});
  model.constraint("floor", "p.z >= -1");
  return model;
}

}  // namespace

// Theory 9.3-1.
TEST_CASE("what slides over the edge of a table falls from there") {
  const Trajectory motion =
      run(table({0.0, 0.0, 0.0}, {0.5, 0.0, 0.0}), {.until = 3.0, .tolerance = 1e-12});
  REQUIRE(motion.verdict.certified());
  const auto left = times_of(motion, EventKind::handover),
             struck = times_of(motion, EventKind::impact);
  REQUIRE(left.size() == 1);
  CHECK(std::abs(left[0] - 2.0) < 1e-12);
  REQUIRE(struck.size() == 1);
  CHECK(std::abs(struck[0] - 2.0 - std::sqrt(2.0 / 9.81)) < 1e-12);
  const double fallen = 0.4;
  CHECK(std::abs(motion.at(2.0 + fallen).q[1] + 0.5 * 9.81 * fallen * fallen) < 1e-11);
}

TEST_CASE("a table is met above it, passed beside it, and not entered from below") {
  // thrown over the edge: where it comes down there is nothing
  const Trajectory beside = run(table({0.9, 0.0, 0.2}, {1.0, 0.0, 0.0}), {.until = 1.0});
  CHECK(beside.verdict.certified());
  CHECK(times_of(beside, EventKind::impact).size() == 1);
  CHECK(std::abs(times_of(beside, EventKind::impact)[0] - std::sqrt(2.4 / 9.81)) < 1e-9);
  const Trajectory above = run(table({0.5, 0.0, 0.2}, {1.0, 0.0, 0.0}), {.until = 1.0});
  CHECK(above.verdict.certified());
  CHECK(std::abs(times_of(above, EventKind::impact)[0] - std::sqrt(0.4 / 9.81)) < 1e-9);
  // from below it ends by name where the table would have to be passed through
  const Trajectory below = run(table({0.0, 0.0, -0.5}, {0.0, 0.0, 4.0}), {.until = 1.0});
  CHECK(below.outcome != RunOutcome::finished);
}

TEST_CASE("where a constraint applies is said by inequalities between positions") {
  Model model("m");
  model.mass("p", 1.0);
  CHECK_THROWS_AS(model.constraint("a", "p.x = 0", {.where = {"p.y >= 0"}}), Error);
  CHECK_THROWS_AS(model.constraint("b", "p.x' <= 1", {.where = {"p.y >= 0"}}), Error);
  CHECK_THROWS_AS(model.constraint("c", "p.x <= 0", {.where = {"p.y = 0"}}), Error);
  CHECK_THROWS_AS(model.constraint("d", "p.x <= 0", {.where = {"p.y' >= 0"}}), Error);
  model.constraint("e", "p.x <= 1", {.where = {"|p.y| <= 1", "p.z >= 2"}});
  CHECK(model.constraints()[0].domain->conditions.size() == 3);
}

//   r17: a block with half sizes 0.3, 0.2 slides at 0.5 m/s over an edge: its corner leaves the
// table at 0.4 s, its far corner lifts when the centre passes, at 1 s; at 1.394 s it is off.
// Theory 9.3-2.
TEST_CASE("r17: a block slides over the edge of a table, in a plane and in space") {
  for (const bool in_plane : {true, false}) {
    CAPTURE(in_plane);
    Model model("block");
    model.gravity({0.0, 0.0, -9.81});
    model.body("block", 2.0,
               {.at = {-0.5, 0.0, 0.2},
                .velocity = {0.5, 0.0, 0.0},
                .axes = in_plane ? "xz" : "xyz",
                .shapes = {Solid::box({0.6, 0.4, 0.4})}});
    model.fixture("table", {.at = {-1.0, 0.0, -0.5}, .shapes = {Solid::box({2.0, 1.0, 1.0})}});
    model.contact("on", {.between = {"block", "table"}});
    CHECK(model.contacts()[0].rows.size() == (in_plane ? 32 : 96 + 288));
    const Trajectory motion = run(model, {.until = 1.5, .tolerance = 1e-11});
    REQUIRE(motion.verdict.certified());
    CHECK(times_of(motion, EventKind::impact).empty());
    CHECK(std::abs(times_of(motion, EventKind::handover)[0] - 0.4) < 1e-9);
    const auto released = times_of(motion, EventKind::release);
    REQUIRE(released.size() == 2);
    CHECK(std::abs(released[0] - 1.0) < 1e-9);
    CHECK(std::abs(released[1] - 1.3939588663444684) < 1e-8);
    // the centre at -0.1: the far corners carry a quarter of the weight
    const Frame frame = motion.evaluate(0.8);
    double sum = 0.0, far = 0.0;
    for (std::size_t i = 0; i < frame.multipliers.size(); ++i) {
      sum += frame.multipliers[i];
      if (model.constraints()[i].name.find("[corner_face_n") != std::string::npos)
        far += frame.multipliers[i];
    }
    CHECK(sum == doctest::Approx(2.0 * 9.81).epsilon(1e-9));
    CHECK(far == doctest::Approx(4.905).epsilon(1e-9));
  }
}

//   A ball that slides over an edge with v turns about it until cos θ = 2/3 + v²/(3 g r).
TEST_CASE("a ball slides off the edge of a box") {
  const double r = 0.1, v = 0.3, g = 9.81;
  Model model("ball");
  model.gravity({0.0, 0.0, -g});
  model.body("ball", 1.0,
             {.at = {-0.2, 0.1, r}, .velocity = {v, 0.0, 0.0}, .shapes = {Solid::sphere(r)}});
  model.fixture("table", {.at = {-0.5, 0.0, -0.5}, .shapes = {Solid::box({1.0, 1.0, 1.0})}});
  model.contact("on", {.between = {"ball", "table"}});
  const Trajectory motion = run(model, {.until = 1.0, .tolerance = 1e-12});
  REQUIRE(motion.verdict.certified());
  const auto over = times_of(motion, EventKind::handover),
             off = times_of(motion, EventKind::release);
  REQUIRE(over.size() == 1);
  CHECK(std::abs(over[0] - 0.2 / v) < 1e-9);
  REQUIRE(off.size() == 1);
  const double cosine = 2.0 / 3.0 + v * v / (3.0 * g * r);
  CHECK(std::abs(motion.at(off[0]).q[2] - r * cosine) < 1e-9);
}
