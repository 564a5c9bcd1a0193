// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Contacts between shapes, against closed forms.

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/solid/vector3.hpp"

namespace {

using namespace zwang;
using Eigen::Vector3d;
using reference::apart;
using reference::Json;

Triple as_triple(const Json& list) {
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

// The first impact of a motion.
const Event& impact_of(const Trajectory& motion) {
  for (const Event& event : motion.events)
    if (event.kind == EventKind::impact) return event;
  FAIL("no impact");
  return motion.events.front();
}

double impulse_of(const Event& event, int constraint) {
  for (const Part& part : event.parts)
    if (part.constraint == constraint) return part.impulse;
  return 0.0;
}

}  // namespace

// Theory 9.2-1.
TEST_CASE("r14: two spheres strike each other askew") {
  int found = 0;
  for (const Json& one : reference::cases("r14_spheres")) {
    if (!one["name"].get<std::string>().starts_with("oblique")) continue;
    CAPTURE(one["name"].get<std::string>());
    Model model("spheres");
    for (const std::size_t k : {0U, 1U})
      model.body(k == 0 ? "a" : "b", one["model"]["masses"][k].get<double>(),
                 {.at = as_triple(one["state"]["places"][k]),
                  .velocity = as_triple(one["state"]["velocities"][k]),
                  .angular_velocity = {1.0, -2.0, 3.0},
                  .shapes = {Solid::sphere(one["model"]["radii"][k])}});
    model.contact("spheres", {.between = {"a", "b"}, .restitution = one["model"]["restitution"]});
    const Trajectory motion = run(model, {.until = 0.3, .tolerance = 1e-12});
    REQUIRE(motion.verdict.certified());
    const Event& event = impact_of(motion);
    const Json& expect = one["expect"];
    CHECK(std::abs(event.t - expect["t"].get<double>()) < 1e-12);
    CHECK(impulse_of(event, 0) == doctest::Approx(expect["impulse"].get<double>()).epsilon(1e-12));
    for (const std::size_t k : {0U, 1U}) {
      const auto first = static_cast<Eigen::Index>(7 * k);
      CHECK(apart(event.after.segment(first, 3), reference::vector(expect["velocities"][k])) <
            1e-12);
      CHECK(apart(event.q.segment(first, 3), reference::vector(expect["places"][k])) < 1e-12);
      // smooth: spins stay
      CHECK(apart(event.after.segment(first + 3, 3), Vector{{1.0, -2.0, 3.0}}) < 1e-11);
    }
    ++found;
  }
  CHECK(found == 3);
}

TEST_CASE("r14: a sphere between two planes, and one against two") {
  int found = 0;
  for (const Json& one : reference::cases("r14_spheres")) {
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    Model model("spheres");
    const double e = one["model"]["restitution"];
    const Json& state = one["state"];
    const Json& expect = one["expect"];
    if (name.starts_with("corner")) {
      // both planes touch the sphere
      const double radius = 0.1;
      model.body("ball", 1.0,
                 {.velocity = {state["velocity"][0].get<double>(), 0.0,
                               state["velocity"][1].get<double>()},
                  .shapes = {Solid::sphere(radius)}});
      for (const std::size_t k : {0U, 1U}) {
        const double x = one["model"]["walls_normals"][k][0],
                     z = one["model"]["walls_normals"][k][1];
        const std::string wall = k == 0 ? "floor" : "wall";
        model.fixture(wall,
                      {.shapes = {Solid::plane({x, 0.0, z}, {-radius * x, 0.0, -radius * z})}});
        model.contact("on_" + wall, {.between = {"ball", wall}, .restitution = e});
      }
    } else if (name.starts_with("one_against_two")) {
      for (const std::size_t k : {0U, 1U, 2U})
        model.body(std::string(1, "abc"[k]), 1.0,
                   {.at = as_triple(state["places"][k]),
                    .velocity = as_triple(state["velocities"][k]),
                    .shapes = {Solid::sphere(one["model"]["radius"])}});
      model.contact("ab", {.between = {"a", "b"}, .restitution = e});
      model.contact("ac", {.between = {"a", "c"}, .restitution = e});
    } else {
      continue;
    }
    const System system(model);
    const Impact impact = zwang::impact(system, model.start());
    REQUIRE(impact.usable());
    if (name.starts_with("corner")) {
      // theory 7.4: a corner that an answer with restitution leaves approached is struck again
      const Vector after{{impact.after[0], impact.after[2]}};
      CHECK(apart(after, reference::vector(expect["velocity"])) < 1e-12);
    } else {
      for (const std::size_t k : {0U, 1U, 2U})
        CHECK(apart(impact.after.segment(static_cast<Eigen::Index>(7 * k), 3),
                    reference::vector(expect["velocities"][k])) < 1e-12);
    }
    for (const std::size_t k : {0U, 1U})
      CHECK(impact.impulses[static_cast<Eigen::Index>(k)] ==
            doctest::Approx(expect["impulses"][k].get<double>()).epsilon(1e-12));
    ++found;
  }
  CHECK(found == 6);
}

//   Dropped without turning, a body strikes with its lowest point r, and the impulse along the
//   normal n is j = (1 + e) v/(1/m + (r × n)·I⁻¹(r × n)).
// Theory 9.2-2.
TEST_CASE("a tilted box, capsule and cylinder strike a plane with their lowest points") {
  const Orientation tilt = Orientation::axis({1.0, 2.0, 0.5}, 0.9);
  const Eigen::Matrix3d axes = tilt.matrix();
  const Vector3d up = Vector3d::UnitZ(), along = axes.col(2);
  const double radius = 0.2, length = 0.7, g = 9.81, height = 1.5, e = 0.3, mass = 2.5;
  const Vector3d down =
      along[2] > 0.0 ? Vector3d(-0.5 * length * along) : Vector3d(0.5 * length * along);
  const Vector3d across = (up - up.dot(along) * along).normalized();
  Vector3d corner = Vector3d::Zero();
  const Solid::Three edges = {0.3, 0.5, 0.9};
  for (const int k : {0, 1, 2})
    corner -=
        0.5 * edges[static_cast<std::size_t>(k)] * std::copysign(1.0, axes(2, k)) * axes.col(k);
  const Solid::Three low = {0.0, 0.0, -0.5 * length}, high = {0.0, 0.0, 0.5 * length};
  const std::vector<std::pair<Solid, Vector3d>> shapes = {
      {Solid::box(edges), corner},
      {Solid::capsule(low, high, radius), down - radius * up},
      {Solid::cylinder(low, high, radius), down - radius * across}};
  for (const auto& [solid, lowest] : shapes) {
    CAPTURE(std::string(name(solid.kind)));
    Model model("drop");
    model.gravity({0.0, 0.0, -g});
    model.fixture("floor", {.shapes = {Solid::plane({0.0, 0.0, 1.0})}});
    model.body("thing", mass, {.at = {0.0, 0.0, height}, .orientation = tilt, .shapes = {solid}});
    model.contact("lands", {.between = {"floor", "thing"}, .restitution = e});
    const Trajectory motion = run(model, {.until = 0.6, .tolerance = 1e-11});
    REQUIRE(motion.verdict.certified());
    const Event& event = impact_of(motion);
    const double fall = height + lowest[2], speed = std::sqrt(2.0 * g * fall);
    CHECK(std::abs(event.t - speed / g) < 1e-11);
    const Eigen::Matrix3d inertia =
        axes * filling({solid}, mass / solid.volume()).inertia.matrix() * axes.transpose();
    const Vector3d arm = lowest.cross(up);
    const double expected = (1.0 + e) * speed / (1.0 / mass + arm.dot(inertia.inverse() * arm));
    double sum = 0.0;
    for (const Part& part : event.parts) sum += part.impulse;
    CHECK(sum == doctest::Approx(expected).epsilon(1e-10));
    // what turns it is that impulse at that point
    const Vector3d spin = axes.transpose() * inertia.inverse() * (lowest.cross(expected * up));
    CHECK(apart(event.after.segment(3, 3), Vector{{spin[0], spin[1], spin[2]}}) < 1e-9);
  }
}

//   A ball falls on a tray beside its middle, which is pushed and turned away.
TEST_CASE("a plane may belong to a body that moves") {
  Model model("tray");
  model.body("tray", 4.0,
             {.inertia = Inertia::box(4.0, 1.0, 0.6, 0.02),
              .shapes = {Solid::plane({0.0, 0.0, 1.0}, {0.0, 0.0, 0.01})}});
  model.body(
      "ball", 0.5,
      {.at = {0.3, 0.1, 0.5}, .velocity = {0.0, 0.0, -2.0}, .shapes = {Solid::sphere(0.05)}});
  model.contact("lands", {.between = {"ball", "tray"}, .restitution = 1.0});
  const Trajectory motion = run(model, {.until = 0.3, .tolerance = 1e-11});
  REQUIRE(motion.verdict.certified());
  const Event& event = impact_of(motion);
  CHECK(std::abs(event.t - 0.44 / 2.0) < 1e-12);
  const Vector3d arm = Vector3d(0.3, 0.1, 0.01).cross(Vector3d::UnitZ());
  const Eigen::Matrix3d inertia = Inertia::box(4.0, 1.0, 0.6, 0.02).matrix();
  const double expected = 2.0 * 2.0 / (1.0 / 0.5 + 1.0 / 4.0 + arm.dot(inertia.inverse() * arm));
  CHECK(impulse_of(event, 0) == doctest::Approx(expected).epsilon(1e-11));
}

//   In a plane: r13, a squat block dropped turned by 0.2, as four corners of a box.
TEST_CASE("r13: a block in a plane lands on two corners of its shape") {
  Model model("block");
  const double m = 2.0, a = 0.3, b = 0.2;
  model.gravity({0.0, 0.0, -9.81});
  // turned from z to x, as the reference counts
  model.body("block", m,
             {.at = {0.0, 0.0, 0.26561411480676667},
              .axes = "xz",
              .angle = 0.2,
              .shapes = {Solid::box({2.0 * a, 1.0, 2.0 * b})}});
  model.fixture("floor", {.shapes = {Solid::plane({0.0, 0.0, 1.0})}});
  model.contact("lands", {.between = {"block", "floor"}});
  CHECK(model.contacts()[0].rows.size() == 4);
  const Trajectory motion = run(model, {.until = 0.2, .tolerance = 1e-12});
  REQUIRE(motion.verdict.certified());
  const Event& event = impact_of(motion);
  CHECK(std::abs(event.t - 0.04515236409857309) < 1e-11);
  double sum = 0.0;
  for (const Part& part : event.parts) sum += part.impulse;
  CHECK(sum == doctest::Approx(0.35546669851177304).epsilon(1e-9));
}

TEST_CASE("a contact that makes no sense, or is not available, is refused by name") {
  const auto refusal = [](const Solid& first, const Solid& second, bool moves = true) {
    Model model("m");
    if (moves)
      model.body("a", 1.0,
                 {.inertia = Inertia::ball(1.0, 1.0), .at = {5.0, 5.0, 5.0}, .shapes = {first}});
    else
      model.fixture("a", {.shapes = {first}});
    model.fixture("b", {.shapes = {second}});
    try {
      model.contact("c", {.between = {"a", "b"}});
    } catch (const Error& error) {
      return error.message();
    }
    return std::string();
  };
  const Solid box = Solid::box({1.0, 1.0, 1.0}), ball = Solid::sphere(1.0),
              plane = Solid::plane({0.0, 0.0, 1.0});
  CHECK(refusal(ball, plane).empty());
  CHECK(refusal(ball, plane, false) == "neither of them moves");
  CHECK(refusal(box, ball).empty());
  const Solid can = Solid::cylinder({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.5);
  CHECK(refusal(can, ball).starts_with("contact of a cylinder with a sphere is not available"));
  Model model("m");
  model.body("a", 1.0, {.inertia = Inertia::ball(1.0, 1.0)});
  model.fixture("floor", {.shapes = {plane}});
  CHECK_THROWS_AS(model.contact("c", {.between = {"a", "floor"}}), Error);
  CHECK_THROWS_AS(model.contact("d", {.between = {"nobody", "floor"}}), Error);
}
