// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Voss's geometry of one point under one form: numbers by hand, and [I1] to [I3] of docs/theory.md
// along paths.

#include "zwang/analysis/curve.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/analysis/variation_path.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/laws/variation.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using Eigen::Vector3d;
using reference::Json;
using reference::off;

std::unique_ptr<Model> point(const std::string& constraint, const Vector& at, const Vector& rate) {
  auto model = std::make_unique<Model>("point");
  int i = 0;
  for (const char* name : {"x", "y", "z"}) {
    model->coordinate(name, {.start = at[i], .rate = rate[i]});
    ++i;
  }
  model->kinetic("(x'^2 + y'^2 + z'^2)/2").constraint("form", constraint);
  return model;
}

// The linear complex at the state of p08, and a form that is nowhere simple.
std::unique_ptr<Model> complex() {
  return point("y*x' - x*y' + 0.8*z' = 0", Vector{{1.0, 0.5, 0.0}}, Vector{{0.3, 0.7, 0.6875}});
}
std::unique_ptr<Model> wild() {
  // p = (sin(y) + x z, x^2 y, exp(x) + z^2) = (0, 0, 2) at (0, 0, 1): the rate of z is 0
  return point("(sin(y) + x*z)*x' + x^2*y*y' + (exp(x) + z^2)*z' = 0", Vector{{0.0, 0.0, 1.0}},
               Vector{{0.8, -0.6, 0.0}});
}

Json p08(const std::string& name) {
  for (const Json& one : reference::cases("p08_voss_linear_complex"))
    if (one["name"] == name) return one;
  return {};
}

}  // namespace

// Theory 15-1.
TEST_CASE("Voss: p, its derivatives and alpha of two forms match those by hand") {
  const auto line = complex();
  const System one(*line);
  const OsculatingSurface at = BoundPoint(one).surface(line->start());
  CHECK(at.p == Vector3d(0.5, -1.0, 0.8));
  CHECK(at.alpha() == Vector3d(0.0, 0.0, 2.0));
  CHECK(at.first(0, 1) == 1.0);
  CHECK(at.first(1, 0) == -1.0);
  for (const auto& second : at.second) CHECK(second.isZero(0.0));
  // the antisymmetric part of p_i,k does not count: F is the plane p . xi
  CHECK(at.at({0.1, 0.2, 0.3}) == Approx(0.05 - 0.2 + 0.24));

  // dz - y^2 dx at y = 3: p_1,2 = -6, p_1,22 = -2
  const auto martinet = point("z' - y^2*x' = 0", Vector{{2.0, 3.0, 5.0}}, Vector{{1.0, 1.0, 9.0}});
  const System two(*martinet);
  const OsculatingSurface there = BoundPoint(two).surface(martinet->start());
  CHECK(there.p == Vector3d(-9.0, 0.0, 1.0));
  CHECK(there.alpha() == Vector3d(0.0, 0.0, -6.0));
  CHECK(there.second[0](1, 1) == -2.0);
  CHECK(there.alpha_rate({1.0, 1.0, 9.0}) == Vector3d(0.0, 0.0, -2.0));
  // -9 a + c - 3 a b - a b^2/3
  CHECK(there.at({0.1, 0.2, 0.3}) == Approx(-0.9 + 0.3 - 0.06 - 0.1 * 0.04 / 3.0));
}

// y = 1, x' = (1, 2, 1): P = 2 y x'y' = 4, |p|^2 = 2, c^2 = 6, p' = (-4, 0, 0),
// det(x', p, p') = -8.
// Theory 15-2.
TEST_CASE("Voss [I3]: a force-free straightest path has its curvature and torsion") {
  const auto model = point("z' - y^2*x' = 0", Vector{{0.0, 1.0, 0.0}}, Vector{{1.0, 2.0, 1.0}});
  const System system(*model);
  const BoundPoint bound(system);
  const Bend closed = bound.force_free(model->start());
  CHECK(closed.speed == Approx(std::sqrt(6.0)));
  CHECK(closed.curvature == Approx(4.0 / (6.0 * std::sqrt(2.0))));
  CHECK(closed.torsion == Approx(-2.0 / 3.0));
  const Bend general = bend(bound.straightest(model->start()));
  CHECK(general.curvature == Approx(closed.curvature));
  CHECK(general.torsion == Approx(closed.torsion));
}

// Theory 15-10.
TEST_CASE("Voss: the straightest paths of the linear complex are straight") {
  const auto model = complex();
  const System system(*model);
  const BoundPoint bound(system);
  const Course course = bound.straightest(model->start());
  CHECK(course.second.norm() < 1e-15);
  CHECK(bend(course).curvature < 1e-15);
  CHECK(bound.surface(model->start()).order_of_contact(course) == 3);
  // of p along it: a/(r^2 + a^2), by hand
  CHECK(bound.force_free(model->start()).torsion == Approx(0.8 / 1.89));
}

// Theory 15-13.
TEST_CASE("p08: curvature and torsion of a helix match the reference") {
  const Json one = p08("geodesic_helix");
  const auto model = reference::model(one["model"], one["state"], "helix");
  const System system(*model);
  const BoundPoint bound(system);
  const double lambda = one["state"]["lambda"];
  const Path path = follow(Variation(system, {Treatment::geodesic}), model->start(),
                           Vector::Constant(1, lambda), 4.0, 1e-12);
  // (R cos wt, R sin wt, h t), and R^2 w = a h because it obeys the constraint
  const double radius = one["parameters"]["R"], w = one["parameters"]["w"],
               a = one["parameters"]["a"], h = radius * radius * w / a;
  const double square = radius * radius * w * w + h * h;
  double worst = 0.0;
  for (const Json& sample : one["expect"]["samples"]) {
    const double t = sample["t"];
    const Course course = bound.geodesic(path.at(t), path.rho(t)[0]);
    const Bend found = bend(course);
    worst = std::max({worst, std::abs(found.curvature - radius * w * w / square),
                      std::abs(found.torsion - w * h / square),
                      std::abs(found.speed - std::sqrt(square))});
    // the derivatives of the helix themselves
    const double c = std::cos(w * t), s = std::sin(w * t);
    const double second = radius * w * w, third = second * w;
    worst = std::max({worst, off(course.second, Vector3d(-second * c, -second * s, 0.0)),
                      off(course.third, Vector3d(third * s, -third * c, 0.0))});
  }
  MESSAGE("helix: off by " << worst);
  CHECK(worst < 1e-9);
}

// x'' = (l x2, -l x1, g + l a), alpha = (0, 0, 2): the coefficient is -l (x1 x1' + x2 x2')/6.
// Theory 15-3.
TEST_CASE(
    "p08: the osculating surface of the linear complex has contact of order 2, across the radius "
    "3") {
  const Json one = p08("axial_gravity");
  const auto model = reference::model(one["model"], one["state"], "gravity");
  const System system(*model);
  const BoundPoint bound(system);
  for (const Json& sample : one["expect"]["samples"]) {
    const State state{reference::vector(sample["q"]), reference::vector(sample["v"]), sample["t"]};
    const Course course = bound.straightest(state);
    const OsculatingSurface surface = bound.surface(state);
    const double z = sample["multiplier"];
    CHECK(surface.contact(course) ==
          Approx(z * (state.q[0] * state.u[0] + state.q[1] * state.u[1]) / 6.0).epsilon(1e-12));
    CHECK(surface.order_of_contact(course) == 2);
  }
  // across the radius: x1 x1' + x2 x2' = 0
  State across{Vector{{1.0, 0.0, 0.0}}, Vector{{0.0, 0.8, 1.0}}, 0.0};
  CHECK(bound.surface(across).order_of_contact(bound.straightest(across)) == 3);
}

// Theory 10-12, 15-3, 15-8.
TEST_CASE("Voss [I1], [I2], [I3] hold along straightest and geodesic paths") {
  double accelerations = 0.0, thirds = 0.0, contacts = 0.0, torsions = 0.0, largest = 0.0;
  int bent = 0;
  for (const auto& model : {complex(), wild()})
    for (const Treatment treatment : {Treatment::straightest, Treatment::geodesic}) {
      const bool geodesic = treatment == Treatment::geodesic;
      const System system(*model);
      const BoundPoint bound(system);
      const Variation variation(system, {treatment});
      const Path path =
          follow(variation, model->start(), Vector::Constant(1, geodesic ? 0.6 : 0.0), 1.2, 1e-13);
      for (double t = 0.1; t < 1.1; t += 0.1) {
        const auto course_at = [&](double time) {
          return geodesic ? bound.geodesic(path.at(time), path.rho(time)[0])
                          : bound.straightest(path.at(time));
        };
        const Course course = course_at(t);
        // [I1]: the bordered system of Variation knows nothing of alpha
        accelerations = std::max(
            accelerations, off(course.second, variation.at(path.at(t), path.rho(t)).accelerations));
        // x''' by differences of x''
        const double h = 1e-3;
        const auto difference = [&](double step) {
          return Vector((course_at(t + step).second - course_at(t - step).second) / (2.0 * step));
        };
        thirds =
            std::max(thirds, off(course.third, (4.0 * difference(h) - difference(2.0 * h)) / 3.0));
        // [I2]: F over s^3, freed of s and s^3
        const OsculatingSurface surface = bound.surface(path.at(t));
        const auto contact = [&](double s) {
          const auto f = [&](double shift) {
            return surface.at(path.at(t + shift).q - path.at(t).q);
          };
          return (f(s) - f(-s)) / (2.0 * s * s * s);
        };
        const double found = (4.0 * contact(0.02) - contact(0.04)) / 3.0;
        contacts = std::max(contacts, std::abs(found - surface.contact(course)));
        largest = std::max(largest, std::abs(surface.contact(course)));
        // [I3]
        if (geodesic || bend(course).curvature < 1e-3) continue;
        ++bent;
        torsions = std::max(torsions,
                            std::abs(bend(course).torsion - bound.force_free(path.at(t)).torsion));
      }
    }
  MESSAGE("x'' " << accelerations << ", x''' " << thirds << ", t^3 of F " << contacts << " of "
                 << largest << ", torsion " << torsions);
  CHECK(accelerations < 1e-12);
  CHECK(thirds < 1e-8);
  CHECK(largest > 0.01);
  CHECK(contacts < 1e-4 * largest);
  CHECK(bent >= 5);
  CHECK(torsions < 1e-10);
}

TEST_CASE("under gravity, a potential and a scheduled force the accelerations are those of Gauss") {
  Model model("heavy");
  model.mass("a", 2.0, {.at = {1.0, 0.5, 0.0}, .velocity = {0.3, 0.7, 0.6875}});
  model.gravity({0.0, 0.0, -9.81}).potential("a.x^2*a.y");
  model.force("a", {"-0.3*a.x'", "sin(t)", 0}, {.from = -1.0, .until = 5.0});
  model.force("a", {100, 0, 0}, {.from = 5.0});
  model.constraint("complex", "a.y*a.x' - a.x*a.y' + 0.8*a.z' = 0");
  const System system(model);
  const BoundPoint bound(system);
  const State start = model.start();
  CHECK(off(bound.straightest(start).second, accelerations(system, start).accelerations) < 1e-13);
  // x''' by differences along the motion
  const auto later = [&](double h) {
    const Path path =
        follow(Variation(system, {Treatment::straightest}), start, Vector::Zero(1), h, 1e-13);
    return Vector((bound.straightest(path.at(h)).second - bound.straightest(start).second) / h);
  };
  const Vector third = (8.0 * later(1e-3) - 6.0 * later(2e-3) + later(4e-3)) / 3.0;
  CHECK(off(bound.straightest(start).third, third) < 1e-6);
}

TEST_CASE("systems other than one point under one form are rejected") {
  const Vector zero = Vector::Zero(3);
  for (const char* constraint :
       {"z' - y*x' <= 0", "z - y <= 0", "z - y = 0", "z' - t*x' = 0", "z' - y*x' - 1 = 0"}) {
    const auto model = point(constraint, zero, zero);
    const System system(*model);
    CAPTURE(constraint);
    CHECK_THROWS_AS(BoundPoint{system}, Error);
  }
  auto two = point("z' - y*x' = 0", zero, zero);
  two->constraint("more", "x' = 0");
  CHECK_THROWS_AS(BoundPoint{System(*two)}, Error);
  Model unequal("unequal");
  unequal.coordinate("x").coordinate("y").coordinate("z").kinetic("x'^2 + y'^2 + 2*z'^2");
  unequal.constraint("form", "z' - y*x' = 0");
  CHECK_THROWS_AS(BoundPoint{System(unequal)}, Error);
  // p = 0 binds nothing
  const auto origin = point("x*x' + y*y' + z*z' = 0", zero, zero);
  const System system(*origin);
  CHECK_THROWS_AS(BoundPoint(system).straightest(origin->start()), Error);
}
