// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rolling and screws against closed forms and integration with many digits (r10, r11).

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "tests/gauss/reference_model.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/system/joint_reaction.hpp"

namespace {

using namespace zwang;
using reference::Json;

Triple in_space(const Json& list) {
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

const Solid level = Solid::plane({0, 0, 1});

double off(const Vector& found, const Json& expected) {
  return (found - reference::vector(expected)).cwiseAbs().maxCoeff();
}

}  // namespace

// Theory 9.1-5.
TEST_CASE("r10: a wheel rolls, leans and turns as quadrature says") {
  for (const Json& one : reference::cases("r10_rolling_disk")) {
    if (!one.contains("state")) continue;
    CAPTURE(one["name"].get<std::string>());
    const double R = one["model"]["R"].get<double>();
    const Vector n = reference::vector(one["state"]["n"]);
    const Vector spin = reference::vector(one["state"]["omega"]);
    Model model("wheel");
    model.gravity({0, 0, -one["model"]["g"].get<double>()});
    model.fixture("road", {.shapes = {level}});
    // the x axis of the world lies in the wheel at the start
    const Eigen::Vector3d axis(n[0], n[1], n[2]);
    const Eigen::Vector3d omega(spin[0], spin[1], spin[2]);
    const Eigen::Vector3d down = (axis[2] * axis - Eigen::Vector3d::UnitZ()).normalized() * R;
    const Eigen::Vector3d v = -omega.cross(down);
    const Eigen::Vector3d y = axis.cross(Eigen::Vector3d::UnitX());
    model.body("wheel", one["model"]["m"].get<double>(),
               {.inertia = {.xx = R * R / 4, .yy = R * R / 4, .zz = R * R / 2},
                .at = in_space(one["state"]["centre"]),
                .orientation = Orientation::axes({1, 0, 0}, {y[0], y[1], y[2]}),
                .velocity = {v[0], v[1], v[2]},
                .angular_velocity = {spin[0], spin[1], spin[2]},
                .directions = {{"n", {0, 0, 1}}},
                .shapes = {Solid::cylinder({0, 0, -0.005}, {0, 0, 0.005}, R)}});
    model.joint("contact", JointKind::rolling, {.on = {"road", "wheel"}});
    Json samples = one["expect"].contains("samples") ? one["expect"]["samples"] : Json::array();
    if (samples.empty()) {
      Json sample = one["expect"]["quarter_turn"];
      sample["t"] = 0.25 * one["expect"]["period"].get<double>();
      samples.push_back(sample);
    }
    const Trajectory motion =
        run(model, {.until = samples.back()["t"].get<double>(), .tolerance = 1e-11});
    REQUIRE(motion.outcome == RunOutcome::finished);
    CHECK(motion.verdict.certified());
    for (const Json& sample : samples) {
      const State state = motion.at(sample["t"].get<double>());
      const Body& body = model.bodies()[0];
      const Eigen::Matrix3d axes = body.axes(state.q);
      CHECK(off(Vector(axes.col(2)), sample["n"]) < 1e-8);
      CHECK(off(state.q.head(3), sample["centre"]) < 1e-8);
      CHECK(off(Vector(axes * state.u.segment<3>(body.first)), sample["omega"]) < 1e-8);
      if (!sample.contains("force")) continue;
      const Instant now = accelerations(*motion.system, state);
      std::vector<double> multipliers;
      for (const ConstraintAt& at : now.constraints) multipliers.push_back(at.multiplier);
      const JointReaction carried =
          joint_reaction(*motion.system, motion.system->at(state), 0, multipliers);
      CHECK(off(Vector(carried.force), sample["force"]) < 1e-6);
    }
  }
}

// Theory 9.1-5.
TEST_CASE("r11: a ball on a turntable goes in a circle, down a slope across it") {
  for (const Json& one : reference::cases("r11_ball_on_turntable")) {
    CAPTURE(one["name"].get<std::string>());
    const Json& given = one["model"];
    const double slope = given["slope"].get<double>(), inertia = given["inertia"].get<double>();
    Model model("turntable");
    model.gravity({9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)});
    model.body("table", 100.0,
               {.inertia = {.xx = 5, .yy = 5, .zz = 10},
                .angular_velocity = {0, 0, given["W"].get<double>()},
                .shapes = {level}});
    model.joint("bearing", JointKind::revolute,
                {.on = {"world", "table"},
                 .axis = {0, 0, 1},
                 .motor = JointMotor{JointMotor::Kind::rate, given["W"].get<double>()}});
    model.body("ball", given["mass"].get<double>(),
               {.inertia = {.xx = inertia, .yy = inertia, .zz = inertia},
                .at = in_space(one["state"]["place"]),
                .velocity = in_space(one["state"]["velocity"]),
                .angular_velocity = in_space(one["state"]["omega"]),
                .shapes = {Solid::sphere(given["radius"].get<double>())}});
    model.joint("contact", JointKind::rolling, {.on = {"table", "ball"}});
    const Json& samples = one["expect"]["samples"];
    const Trajectory motion =
        run(model, {.until = samples.back()["t"].get<double>(), .tolerance = 1e-11});
    REQUIRE(motion.outcome == RunOutcome::finished);
    CHECK(motion.verdict.certified());
    const Body& ball = model.bodies()[1];
    const int place = model.points()[static_cast<std::size_t>(ball.point)].coordinates[0];
    for (const Json& sample : samples) {
      const State state = motion.at(sample["t"].get<double>());
      const double size = 1.0 + reference::vector(sample["omega"]).norm();
      CHECK(off(state.q.segment(place, 3), sample["place"]) < 1e-8);
      CHECK(off(Vector(ball.axes(state.q) * state.u.segment<3>(ball.first)), sample["omega"]) <
            1e-8 * size);
    }
  }
}

TEST_CASE("a ball that rolls on a ball leaves nothing of its height unaccounted for") {
  // from near the top of a fixed sphere: 7/10 v² = g (r + s)(1 − cos θ), whichever way it goes
  Model model("balls");
  model.gravity({0, 0, -9.81});
  model.fixture("ground", {.shapes = {Solid::sphere(0.7)}});
  const double r = 0.2, s = 0.7, m = 2.0;
  model.body("ball", m,
             {.inertia = {.xx = 0.4 * m * r * r, .yy = 0.4 * m * r * r, .zz = 0.4 * m * r * r},
              .at = {0.36, 0.48, (r + s) * std::sqrt(1.0 - 0.6 * 0.6 / (0.9 * 0.9))},
              .shapes = {Solid::sphere(r)}});
  SUBCASE("free to pivot") {
    model.joint("contact", JointKind::rolling, {.on = {"ground", "ball"}});
  }
  SUBCASE("not") {
    model.joint("contact", JointKind::rolling, {.on = {"ball", "ground"}, .pivoting = false});
  }
  const Trajectory motion = run(model, {.until = 0.4, .tolerance = 1e-11});
  REQUIRE(motion.outcome == RunOutcome::finished);
  CHECK(motion.verdict.certified());
  const State state = motion.at(0.4);
  const double fallen = (r + s) * std::sqrt(1.0 - 0.36 / 0.81) - state.q[2];
  CHECK(fallen > 0.05);
  CHECK(0.7 * state.u.head(3).squaredNorm() == doctest::Approx(9.81 * fallen).epsilon(1e-9));
  CHECK(state.q[0] / state.q[1] == doctest::Approx(0.75).epsilon(1e-9));
}

TEST_CASE("in a plane a disc rolls down a slope, and round another disc") {
  const Solid disc = Solid::cylinder({0, -0.01, 0}, {0, 0.01, 0}, 0.1);
  Model model("slope");
  model.gravity({0, 0, -9.81});
  const double angle = 0.3;
  model.fixture("slope", {.orientation = Orientation::axis({0, 1, 0}, angle), .shapes = {level}});
  model.body("disc", 3.0,
             {.inertia = {.yy = 0.5 * 3.0 * 0.01},
              .at = {0.1 * std::sin(angle), 0, 0.1 * std::cos(angle)},
              .axes = "xz",
              .shapes = {disc}});
  model.joint("contact", JointKind::rolling, {.on = {"slope", "disc"}});
  const Trajectory motion = run(model, {.until = 1.0, .tolerance = 1e-10});
  REQUIRE(motion.outcome == RunOutcome::finished);
  const double way = 0.5 * 9.81 * std::sin(angle) / 1.5;
  CHECK(motion.at(1.0).q[0] ==
        doctest::Approx(0.1 * std::sin(angle) + way * std::cos(angle)).epsilon(1e-9));
  CHECK(std::abs(motion.at(1.0).q[2]) == doctest::Approx(way / 0.1).epsilon(1e-9));

  // a planet between a sun that stands and an arm: it turns (1 + sun/planet) times as fast
  Model gear("gear");
  gear.fixture("sun", {.shapes = {Solid::sphere(0.3)}});
  gear.body("arm", 1.0, {.inertia = {.yy = 0.1}, .axes = "xz", .angle_rate = 2.0});
  gear.body("planet", 1.0,
            {.inertia = {.yy = 0.01},
             .at = {0.4, 0, 0},
             .velocity = {0, 0, 0.8},
             .axes = "xz",
             .angle_rate = 8.0,
             .shapes = {disc}});
  gear.joint("pivot", JointKind::revolute, {.on = {"world", "arm"}});
  gear.joint("pin", JointKind::revolute, {.on = {"arm", "planet"}, .at = {0.4, 0, 0}});
  gear.joint("teeth", JointKind::rolling, {.on = {"sun", "planet"}});
  const Trajectory turning = run(gear, {.until = 1.5, .tolerance = 1e-10});
  REQUIRE(turning.outcome == RunOutcome::finished);
  const State state = turning.at(1.5);
  CHECK(std::abs(state.q[gear.bodies()[0].first]) == doctest::Approx(3.0).epsilon(1e-9));
  CHECK(std::abs(state.q[gear.bodies()[1].first]) == doctest::Approx(12.0).epsilon(1e-9));
}

// m g x = (m + I (2π/pitch)²) x'²/2, through many turns.
//
// Theory 9.1-6.
TEST_CASE("a nut runs down a screw") {
  Model model("nut");
  model.gravity({0, 0, -9.81});
  const double pitch = 0.1, m = 0.5, inertia = 1e-4;
  model.body("nut", m, {.inertia = {.xx = inertia, .yy = inertia, .zz = inertia}});
  model.joint("thread", JointKind::screw,
              {.on = {"world", "nut"}, .axis = {0, 0, 1}, .pitch = pitch, .limits = {{-2.5, 0.5}}});
  const Trajectory motion = run(model, {.until = 1.0, .tolerance = 1e-10});
  REQUIRE(motion.outcome == RunOutcome::finished);
  CHECK(motion.verdict.certified());
  const double wound = 2.0 * std::numbers::pi / pitch;
  const double slow = 9.81 * m / (m + inertia * wound * wound);
  const State state = motion.at(0.5);
  CHECK(state.q[2] == doctest::Approx(-0.125 * slow).epsilon(1e-9));
  CHECK(state.u[5 + model.bodies()[0].first - 3] ==
        doctest::Approx(-0.5 * slow * wound).epsilon(1e-9));
}

TEST_CASE("what does not roll is told so") {
  Model model("mistakes");
  model.fixture("road", {.shapes = {level}});
  model.body("box", 1.0, {.shapes = {Solid::box({1, 1, 1})}});
  CHECK_THROWS_WITH_AS(model.joint("a", JointKind::rolling, {.on = {"road", "box"}}),
                       doctest::Contains("rolling of a box on a plane is not available"), Error);
  CHECK_THROWS_WITH_AS(model.joint("b", JointKind::rolling, {.on = {"road", "road"}}),
                       doctest::Contains("neither of them moves"), Error);
  CHECK_THROWS_WITH_AS(
      model.joint("c", JointKind::screw, {.on = {"world", "box"}, .axis = {0, 0, 1}}),
      doctest::Contains("needs a pitch"), Error);
}
