// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry of the planes of one form against tests/reference, p37, and against surfaces whose
// curvatures are known.

#include "zwang/analysis/plane_curvature.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/analysis/point_form.hpp"
#include "zwang/base/error.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using Eigen::Matrix3d;
using Eigen::Vector3d;
using reference::accuracy;
using reference::Json;

double away(double found, double expected) { return std::abs(found - expected); }

// Directions have no sign and no order.
double away(const PlaneDirections& found, const Json& expected) {
  if (expected.is_string()) return found.all ? 0.0 : 1e300;
  if (found.all || found.list.size() != expected.size()) return 1e300;
  double worst = 0.0;
  for (const Json& one : expected) {
    const Vector3d wanted = reference::vector(one.is_array() ? one : one["direction"]);
    double best = 1e300;
    for (const PlaneDirection& other : found.list) {
      double here = std::min((other.direction - wanted).norm(), (other.direction + wanted).norm());
      if (one.contains("normal_curvature"))
        here = std::max(here, away(other.curvature, one["normal_curvature"]));
      if (one.contains("torsion_of_path"))
        here = std::max(here, away(other.torsion, one["torsion_of_path"]));
      best = std::min(best, here);
    }
    worst = std::max(worst, best);
  }
  return worst;
}

PlaneCurvature curvature_of(const Model& model, int constraint = 0) {
  const System system(model);
  const OsculatingSurface at = PointForm(system, constraint).at(model.start());
  return {at.p, at.first};
}

}  // namespace

// Theory 15-4.
TEST_CASE("p37: curvatures and directions of five forms match the reference") {
  int cases = 0, none = 0, all = 0;
  double worst = 0.0;
  for (const Json& one : reference::cases("p37_pe_geometry")) {
    const auto model = reference::model(one["model"], one["state"], "point");
    const PlaneCurvature found = curvature_of(*model);
    const Json& expect = one["expect"];
    CAPTURE(one["name"].get<std::string>());
    double here = (found.normal() - Vector3d(reference::vector(expect["normal"]))).norm();
    here = std::max({here, away(found.n_curl_n(), expect["n_dot_curl_n"]),
                     away(found.mean(), expect["mean_curvature"]),
                     away(found.total(), expect["curvature_of_F"]),
                     away(found.determinant(), expect["determinant_of_operator"]),
                     away(found.asymptotic(), expect["asymptotic_directions"]),
                     away(found.lines(), expect["lines_of_curvature_voss"]),
                     away(found.principal(), expect["principal_directions_F"])});
    for (const Json& given : expect["in_directions"]) {
      // any vector with this part in the plane
      const Vector3d unit = reference::vector(given["direction"]);
      const PlaneDirection along = found.along(3.0 * unit - 0.7 * found.normal());
      here = std::max({here, (along.direction - unit).norm(),
                       away(along.curvature, given["normal_curvature"]),
                       away(along.torsion, given["torsion_of_path"])});
    }
    CHECK(here < accuracy);
    worst = std::max(worst, here);
    none += !found.lines().all && found.lines().list.empty();
    all += found.asymptotic().all;
    ++cases;
  }
  MESSAGE("p37: " << cases << " places, off by " << worst);
  CHECK(cases == 15);
  CHECK(none >= 3);
  CHECK(all == 3);
}

// n = (0, 0, 1), -p_x/|p| = diag(3, 1) and a turn w = 1/2 in the plane: H = 2, D = 1.
// sin 2phi = 1/2: at 15 and 75 degrees, with k = 2 +- sqrt(3)/2.
// Theory 15-4.
TEST_CASE("Voss: lines of curvature lie at sin 2phi = w/D, and are not at right angles") {
  Matrix3d slopes = Matrix3d::Zero();
  slopes.topLeftCorner(2, 2) << -6.0, 1.0, -1.0, -2.0;
  const PlaneCurvature found({0.0, 0.0, 2.0}, slopes);
  CHECK(found.mean() == Approx(2.0));
  CHECK(found.total() == Approx(3.0));
  CHECK(found.determinant() == Approx(3.25));
  // curl p = dp2/dx1 - dp1/dx2 = -2, n . curl p/|p| = -1
  CHECK(found.n_curl_n() == Approx(-1.0));
  CHECK_FALSE(found.integrable());
  const PlaneDirections lines = found.lines();
  REQUIRE(lines.list.size() == 2);
  const double angle = M_PI / 12.0;
  CHECK(lines.list[0].direction.isApprox(Vector3d(std::cos(angle), std::sin(angle), 0.0)));
  CHECK(lines.list[1].direction.isApprox(Vector3d(std::sin(angle), std::cos(angle), 0.0)));
  CHECK(lines.list[0].curvature == Approx(2.0 + std::sqrt(0.75)));
  CHECK(lines.list[1].curvature == Approx(2.0 - std::sqrt(0.75)));
  for (const PlaneDirection& one : lines.list) CHECK(std::abs(one.torsion) < 1e-15);
  CHECK(found.asymptotic().list.empty());
  // the torsion is w in both principal directions, and w -+ D between them
  for (const PlaneDirection& one : found.principal().list) CHECK(one.torsion == Approx(0.5));
  CHECK(found.along({1.0, 1.0, 9.0}).torsion == Approx(-0.5));
  CHECK(found.along({1.0, -1.0, 9.0}).torsion == Approx(1.5));
  // w = D: one line of curvature, across the bisector; beyond: none
  slopes.topLeftCorner(2, 2) << -6.0, 2.0, -2.0, -2.0;
  REQUIRE(PlaneCurvature({0.0, 0.0, 2.0}, slopes).lines().list.size() == 1);
  CHECK(PlaneCurvature({0.0, 0.0, 2.0}, slopes)
            .lines()
            .list[0]
            .direction.isApprox(Vector3d(1.0, 1.0, 0.0).normalized()));
  slopes.topLeftCorner(2, 2) << -6.0, 2.001, -2.001, -2.0;
  CHECK(PlaneCurvature({0.0, 0.0, 2.0}, slopes).lines().list.empty());
}

TEST_CASE("a holonomic constraint has the curvatures of its surface") {
  // sphere of radius 2 from inside: |a| <= 2, curvature -1/2 against the outward normal, everywhere
  Model sphere("sphere");
  sphere.mass("a", 1.0, {.at = {1.2, -0.9, std::sqrt(4.0 - 2.25)}});
  sphere.constraint("shell", "|a| <= 2");
  const PlaneCurvature round = curvature_of(sphere);
  CHECK(round.mean() == Approx(-0.5));
  CHECK(round.total() == Approx(0.25));
  CHECK(round.principal().all);
  CHECK(round.lines().all);
  CHECK(round.asymptotic().list.empty());
  CHECK_FALSE(round.asymptotic().all);
  CHECK(round.integrable());
  // a cylinder of radius 0.5 about z: one asymptotic direction, the generator
  Model cylinder("cylinder");
  cylinder.mass("a", 3.0, {.at = {0.3, 0.4, 7.0}});
  cylinder.constraint("tube", "a.x^2 + a.y^2 = 0.25");
  const PlaneCurvature tube = curvature_of(cylinder);
  CHECK(tube.mean() == Approx(-1.0));
  CHECK(std::abs(tube.total()) < 1e-14);
  REQUIRE(tube.asymptotic().list.size() == 1);
  CHECK(tube.asymptotic().list[0].direction.isApprox(Vector3d(0.0, 0.0, 1.0)));
  // a plane: every direction
  Model plane("plane");
  plane.mass("a", 1.0).constraint("floor", "a.x + 2*a.y - a.z = 0");
  CHECK(curvature_of(plane).asymptotic().all);
  CHECK(curvature_of(plane).lines().all);
}

// Theory 15-4.
TEST_CASE("a torus has its curvatures inside, outside and on top") {
  // R = 3, r = 1: k = 1/r across; cos v/(R + r cos v) along
  for (const double v : {0.0, 0.7, M_PI_2, 2.0, M_PI}) {
    Model model("torus");
    model.mass("a", 1.0, {.at = {3.0 + std::cos(v), 0.0, std::sin(v)}});
    model.constraint("torus", "(sqrt(a.x^2 + a.y^2) - 3)^2 + a.z^2 = 1");
    const PlaneCurvature found = curvature_of(model);
    const double along = -std::cos(v) / (3.0 + std::cos(v));
    CAPTURE(v);
    CHECK(found.mean() == Approx((along - 1.0) / 2.0));
    CHECK(away(found.total(), -along) < 1e-14);
    CHECK(found.asymptotic().list.size() == (v < 1.5 ? 0U : v < 1.6 ? 1U : 2U));
  }
}

TEST_CASE("forms of other systems are refused, and a place without plane is E301") {
  Model two("two");
  two.mass("a", 1.0, {.at = {1, 0, 0}}).mass("b", 1.0).mass("flat", 1.0, {.axes = "xy"});
  two.constraint("rod", "|a - b| = 1").constraint("level", "flat.x + flat.y^2 = 0");
  two.constraint("own", "a.x*a.y' - a.z' = 0").constraint("late", "b.z' - t*b.x' = 0");
  const System system(two);
  CHECK_THROWS_AS(PointForm(system, 0), Error);
  CHECK_THROWS_AS(PointForm(system, 1), Error);
  CHECK_FALSE(PointForm(system, 2).moves());
  CHECK(PointForm(system, 2).at(two.start()).p == Vector3d(0.0, 1.0, -1.0));
  CHECK(PointForm(system, 3).moves());
  CHECK(PointForm(system, 3).coordinates() == std::array{3, 4, 5});
  CHECK_THROWS_AS(PlaneCurvature(Vector3d::Zero(), Matrix3d::Identity()), Error);
}
