// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry of models at a state: paths whose bend is known, planes, conjugate velocities.

#include "zwang/analysis/geometry.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/analysis/curve.hpp"
#include "zwang/analysis/mass_course.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using reference::Json;
using reference::off;

}  // namespace

// Theory 15-7.
TEST_CASE("the third derivative of a motion is that of its accelerations along it") {
  // forces, a potential and a moving constraint, all with time
  Model model("driven");
  model.mass("a", 2.0, {.at = {1.0, 0.5, 0.2}, .velocity = {0.3, 0.7, 0.1}});
  model.coordinate("w", {.start = 0.4, .rate = 0.3});
  model.kinetic("(1 + a.x^2 + 0.1*sin(t))*w'^2/2").potential("a.x*a.y*cos(t)*w");
  model.force("a", {"-0.3*a.x'*sin(t)", "t^2", 0});
  model.constraint("belt", "a.y*a.x' - (1 + t^2)*a.z' + w*w' - sin(3*t) = 0");
  model.constraint("moving", "a.x^2 + a.y^2 + w^2 = 1.41 + 2*t");
  State start = model.start();
  const System system(model);
  start.u = ConjugateParameters(system, start, {0, 1}).after(start.u);
  const PhaseFlow flow(system);
  const auto second = [&](const State& state) { return flow.at(state)->accelerations; };
  // the motion to both sides by its own Taylor polynomial, of which q''' does not matter to the
  // slope of q'' at 0 but by h^2
  const Vector third = flow.at(start)->third();
  const auto at = [&](double h) {
    State state = start;
    const Vector a = second(start);
    state.q += h * start.u + h * h / 2.0 * a + h * h * h / 6.0 * third;
    state.u += h * a + h * h / 2.0 * third;
    state.t += h;
    return state;
  };
  const auto difference = [&](double h) {
    return Vector((second(at(h)) - second(at(-h))) / (2.0 * h));
  };
  CHECK(off(third, (4.0 * difference(1e-3) - difference(2e-3)) / 3.0) < 1e-8);
  // without the share of time it would be far off
  CHECK(off(third - flow.at(start)->by_time, third) > 1e-2);
}

TEST_CASE("the path of a point under one form has the same course by both ways") {
  Model model("heavy");
  model.mass("a", 2.0, {.at = {1.0, 0.5, 0.0}, .velocity = {0.3, 0.7, 0.6875}});
  model.gravity({0.0, 0.0, -9.81}).potential("a.x^2*a.y");
  model.force("a", {"-0.3*a.x'", "sin(t)", 0});
  model.constraint("complex", "a.y*a.x' - a.x*a.y' + 0.8*a.z' = 0");
  const System system(model);
  const Course one = BoundPoint(system).straightest(model.start());
  const Course two = course_of(*PhaseFlow(system).at(model.start()), {0, 1, 2});
  CHECK(off(one.second, two.second) < 1e-13);
  CHECK(off(one.third, two.third) < 1e-13);
  const Geometry found = geometry(system, model.start());
  REQUIRE(found.paths.size() == 1);
  CHECK(found.paths[0].bend.torsion == Approx(bend(one).torsion));
}

// (R cos s, R sin s, h s): curvature R/(R^2 + h^2), torsion h/(R^2 + h^2), however it is run
// through.
// Theory 15-7.
TEST_CASE("a bead on a helix has its curvature and torsion, under any force") {
  const double radius = 0.7, pitch = 0.3, square = radius * radius + pitch * pitch;
  for (const double s : {0.0, 1.1, 4.0}) {
    Model model("helix");
    const double c = std::cos(s), w = std::sin(s);
    model.parameter("R", radius).parameter("h", pitch);
    model.mass("bead", 3.0,
               {.at = {radius * c, radius * w, pitch * s},
                .velocity = {-2.0 * radius * w, 2.0 * radius * c, 2.0 * pitch}});
    model.gravity({1.0, -2.0, -9.81}).force("bead", {"-bead.x'*t", "exp(bead.z)", "sin(t)"});
    model.constraint("tube", "bead.x^2 + bead.y^2 = R^2");
    model.constraint("screw", "bead.y*cos(bead.z/h) = bead.x*sin(bead.z/h)");
    const System system(model);
    const Geometry found = geometry(system, model.start());
    REQUIRE(found.paths.size() == 1);
    CHECK(found.paths[0].name == "bead");
    CHECK(found.paths[0].bend.speed == Approx(2.0 * std::sqrt(square)));
    CHECK(found.paths[0].bend.curvature == Approx(radius / square).epsilon(1e-12));
    CHECK(found.paths[0].bend.torsion == Approx(pitch / square).epsilon(1e-11));
    // both surfaces: a cylinder, and a helicoid with mean curvature 0 and total -h^2/(R^2 + h^2)^2
    REQUIRE(found.forms.size() == 2);
    CHECK(found.forms[0].curvature->mean() == Approx(-0.5 / radius));
    CHECK(std::abs(found.forms[1].curvature->mean()) < 1e-13);
    CHECK(found.forms[1].curvature->total() == Approx(-pitch * pitch / (square * square)));
  }
}

TEST_CASE("p37: the geometry of a model has the reference's numbers and the path's torsion") {
  double worst = 0.0;
  for (const Json& one : reference::cases("p37_pe_geometry")) {
    const auto model = reference::model(one["model"], one["state"], "point");
    const System system(*model);
    for (const Json& given : one["expect"]["in_directions"]) {
      State state = model->start();
      // three times the direction, and a part that violates the form
      state.u = 3.0 * reference::vector(given["direction"]);
      const Geometry kept = geometry(system, state);
      CHECK_FALSE(kept.projected);
      state.u += 0.4 * reference::vector(one["expect"]["normal"]);
      const Geometry found = geometry(system, state);
      CHECK(found.projected);
      CAPTURE(one["name"].get<std::string>());
      REQUIRE(found.forms.size() == 1);
      REQUIRE(found.paths.size() == 1);
      const double curvature = given["curvature_of_path"];
      worst = std::max(
          {worst,
           std::abs(found.forms[0].along->curvature - given["normal_curvature"].get<double>()),
           std::abs(found.paths[0].bend.curvature - curvature),
           std::abs(found.paths[0].bend.speed - 3.0)});
      if (curvature > 1e-9)
        worst = std::max(
            worst, std::abs(found.paths[0].bend.torsion - given["torsion_of_path"].get<double>()));
      else
        CHECK(std::isnan(found.paths[0].bend.torsion));
      CHECK(found.forms[0].force_free);
    }
  }
  MESSAGE("p37 through geometry(): off by " << worst);
  CHECK(worst < 1e-12);
}

// Unit mass under x' - y' = 0 and a force (3, 1): bound (2, 2), free (3, 1), rho = -z = -1.
// Theory 9-5.
TEST_CASE("the free motion that osculates differs from the bound one by rho M^-1 A^T alone") {
  Model model("pair");
  model.coordinate("x", {.rate = 1.0}).coordinate("y", {.rate = 1.0});
  model.kinetic("(x'^2 + y'^2)/2").force_along("x", 3.0).force_along("y", 1.0);
  model.constraint("same", "x' - y' = 0");
  const System system(model);
  const Geometry found = geometry(system, model.start());
  REQUIRE(found.free);
  CHECK(off(found.free->free, Vector{{3.0, 1.0}}) < 1e-15);
  CHECK(off(found.free->bound, Vector{{2.0, 2.0}}) < 1e-15);
  CHECK(found.free->rho[0] == Approx(-1.0));
  REQUIRE(found.parameters);
  // u1 = (x' + y')/sqrt 2 keeps its equation
  const Vector change = found.parameters->first(found.free->bound - found.free->free);
  CHECK(change.norm() < 1e-15);
  CHECK(found.divergence->value == Approx(0.0));
  CHECK(found.paths.empty());
  CHECK(found.text(system).find("rho of same") != std::string::npos);
}

TEST_CASE("where there is no motion the geometry says so, and keeps its planes") {
  Model model("ball");
  model.mass("a", 1.0, {.at = {0.0, 0.0, 2.0}, .velocity = {1.0, 0.0, 0.0}});
  model.constraint("shell", "|a| = 1");
  const System system(model);
  const Geometry off_it = geometry(system, model.start());
  CHECK_FALSE(off_it.no_motion.empty());
  REQUIRE(off_it.forms.size() == 1);
  CHECK(off_it.forms[0].f == Approx(1.0));
  CHECK(off_it.forms[0].curvature->mean() == Approx(-0.5));  // of the sphere through the place
  CHECK(off_it.paths.empty());
  // at rest there is no direction
  State rest = model.start();
  rest.q[2] = 1.0;
  rest.u.setZero();
  const Geometry still = geometry(system, rest);
  CHECK(still.no_motion.empty());
  CHECK_FALSE(still.forms[0].along);
  CHECK(std::isnan(still.paths[0].bend.curvature));
  // the centre has no plane
  rest.q[2] = 0.0;
  Model centre("centre");
  centre.mass("a", 1.0).constraint("shell", "a.x^2 + a.y^2 + a.z^2 <= 1");
  CHECK_FALSE(geometry(System(centre), rest).forms[0].curvature);
}
