// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Lines along directions of planes: those of the ellipsoid and the hyperboloid are known.

#include "zwang/analysis/plane_line.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "zwang/base/error.hpp"

namespace {

using namespace zwang;
using Eigen::Vector3d;

std::unique_ptr<Model> point(const std::string& constraint, const Vector3d& at) {
  auto model = std::make_unique<Model>("point");
  model->mass("a", 1.0, {.at = {at[0], at[1], at[2]}}).constraint("form", constraint);
  return model;
}

// The other two quadrics of x^2/(4 - l) + y^2/(9 - l) + z^2/(16 - l) = 1 through a point, by
// bisection: one between 4 and 9, one between 9 and 16.
std::array<double, 2> confocal(const Vector3d& x) {
  const auto f = [&](double l) {
    return x[0] * x[0] / (4.0 - l) + x[1] * x[1] / (9.0 - l) + x[2] * x[2] / (16.0 - l) - 1.0;
  };
  std::array<double, 2> out = {};
  int n = 0;
  for (const auto& [from, to] : {std::pair{4.0, 9.0}, std::pair{9.0, 16.0}}) {
    double low = from + 1e-12, high = to - 1e-12;
    for (int i = 0; i < 100; ++i) {
      const double middle = (low + high) / 2.0;
      (f(middle) < 0.0 ? low : high) = middle;
    }
    out[static_cast<std::size_t>(n++)] = low;
  }
  return out;
}

}  // namespace

// Theory 15-4.
TEST_CASE("lines of curvature of an ellipsoid lie on confocal quadrics") {
  const Vector3d start(1.0, 1.2, 4.0 * std::sqrt(1.0 - 0.25 - 0.16));
  // written in velocities, with a factor: the planes are the same
  const auto model = point("exp(a.x)*(a.x*a.x'/4 + a.y*a.y'/9 + a.z*a.z'/16) = 0", start);
  const System system(*model);
  const PointForm form(system, 0);
  const auto before = confocal(start);
  int kept = 0;
  for (const PlaneLineKind kind : {PlaneLineKind::principal, PlaneLineKind::curvature})
    for (const std::size_t which : {0U, 1U})
      for (const double length : {1.5, -1.5}) {
        const PlaneLine line = follow_line(form, model->start(), kind, which, length, 10, 1e-12);
        CHECK(line.ended.empty());
        REQUIRE(line.points.size() == 11);
        double off = 0.0, surface = 0.0, moved = 0.0;
        for (const Vector3d& at : line.points) {
          const auto now = confocal(at);
          const double one = std::abs(now[0] - before[0]), two = std::abs(now[1] - before[1]);
          off = std::max(off, std::min(one, two));
          moved = std::max({moved, one, two});
          surface = std::max(surface, std::abs(at[0] * at[0] / 4.0 + at[1] * at[1] / 9.0 +
                                               at[2] * at[2] / 16.0 - 1.0));
        }
        CHECK(off < 1e-9);
        CHECK(surface < 1e-10);
        CHECK(moved > 0.1);
        ++kept;
      }
  CHECK(kept == 8);
}

// Theory 15-4.
TEST_CASE("asymptotic lines of a hyperboloid are its rulings") {
  const auto model = point("a.x^2 + a.y^2 - a.z^2 <= 1", {1.0, 0.0, 0.0});
  const System system(*model);
  const PointForm form(system, 0);
  for (const std::size_t which : {0U, 1U}) {
    const PlaneLine line =
        follow_line(form, model->start(), PlaneLineKind::asymptotic, which, 3.0, 6, 1e-12);
    REQUIRE(line.points.size() == 7);
    // (1, 0, 0) + s (0, 1, +-1)/sqrt 2
    const Vector3d end = line.points.back();
    CHECK(std::abs(end[0] - 1.0) < 1e-11);
    CHECK(std::abs(end[1] * end[1] - 4.5) < 1e-10);
    CHECK(std::abs(std::abs(end[2]) - std::abs(end[1])) < 1e-11);
  }
}

TEST_CASE("along Voss's line of curvature neighbouring normals meet the tangent's plane") {
  // not integrable: the line has its own direction everywhere, dn has no part across it
  const auto model = point("(a.x + a.y/3)*a.x' + (2*a.y - a.x/3)*a.y' + a.z' = 0", {0.3, 0.4, 0.2});
  const System system(*model);
  const PointForm form(system, 0);
  const PlaneLine line =
      follow_line(form, model->start(), PlaneLineKind::curvature, 0, 0.02, 20, 1e-13);
  REQUIRE(line.points.size() == 21);
  const auto normal = [&](std::size_t i) {
    State at = model->start();
    at.q = line.points[i];
    return Vector3d(form.at(at).p.normalized());
  };
  for (std::size_t i = 1; i < 20; ++i) {
    const Vector3d tangent = line.points[i + 1] - line.points[i - 1];
    const Vector3d turned = normal(i + 1) - normal(i - 1);
    // det(dx, n, dn) = 0
    CHECK(std::abs(tangent.normalized().dot(normal(i).cross(turned))) < 1e-5 * tangent.norm());
    CHECK(turned.norm() > 0.1 * tangent.norm());
  }
}

TEST_CASE("lines end where their direction does, and begin where there is one") {
  // a torus: asymptotic directions are real inside only; the circle on top is the border
  const auto torus =
      point("(sqrt(a.x^2 + a.y^2) - 3)^2 + a.z^2 = 1", {2.05, 0.0, std::sqrt(0.0975)});
  const System system(*torus);
  const PointForm form(system, 0);
  const PlaneLine line = follow_line(form, torus->start(), PlaneLineKind::asymptotic, 0, 20.0, 200);
  CHECK_FALSE(line.ended.empty());
  CHECK(line.points.size() > 2);
  const Vector3d end = line.points.back();
  CHECK(std::hypot(end[0], end[1]) < 3.0);
  CHECK(std::hypot(end[0], end[1]) > 2.9);
  // outside there are none
  State outside = torus->start();
  outside.q = Vector{{4.0, 0.0, 0.0}};
  CHECK_THROWS_AS((void)follow_line(form, outside, PlaneLineKind::asymptotic, 0, 1.0, 5), Error);
  const auto ball = point("|a| = 2", {0.0, 0.0, 2.0});
  const System round(*ball);
  CHECK_THROWS_AS(
      (void)follow_line(PointForm(round, 0), ball->start(), PlaneLineKind::principal, 0, 1.0, 5),
      Error);
}
