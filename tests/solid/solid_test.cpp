// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/solid/solid.hpp"

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>

#include "zwang/base/error.hpp"
#include "zwang/solid/vector3.hpp"

namespace {

using namespace zwang;
using Eigen::Matrix3d;
using Eigen::Vector3d;

// Volume and inertia about the origin of a body of revolution about z with this radius at height z,
// and its density 1: discs of Simpson's rule.
struct Turned {
  double volume = 0.0, along = 0.0, across = 0.0;
};
Turned turned(double low, double high, const std::function<double(double)>& radius) {
  constexpr int pieces = 4000;
  Turned out;
  const double h = (high - low) / pieces;
  for (int i = 0; i <= pieces; ++i) {
    const double z = low + i * h, r2 = std::pow(radius(z), 2);
    const double weight = h / 3.0 * (i == 0 || i == pieces ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
    const double disc = weight * std::numbers::pi * r2;
    out.volume += disc;
    out.along += disc * r2 / 2.0;
    out.across += disc * (r2 / 4.0 + z * z);
  }
  return out;
}

}  // namespace

TEST_CASE("volume and inertia of round shapes are those of their discs") {
  const double r = 0.3, length = 0.8;
  const Solid capsule = Solid::capsule({0, 0, -length / 2}, {0, 0, length / 2}, r);
  const Turned discs = turned(-length / 2 - r, length / 2 + r, [&](double z) {
    const double beyond = std::max(0.0, std::abs(z) - length / 2);
    return std::sqrt(std::max(0.0, r * r - beyond * beyond));
  });
  CHECK(capsule.volume() == doctest::Approx(discs.volume).epsilon(1e-6));
  CHECK(capsule.inertia()(2, 2) == doctest::Approx(discs.along).epsilon(1e-6));
  CHECK(capsule.inertia()(0, 0) == doctest::Approx(discs.across).epsilon(1e-6));
  const Solid cylinder = Solid::cylinder({0, 0, 0}, {0, 0, length}, r);
  const Turned same = turned(-length / 2, length / 2, [&](double) { return r; });
  CHECK(cylinder.at == Solid::Three{0, 0, length / 2});
  CHECK(cylinder.volume() == doctest::Approx(same.volume));
  CHECK(cylinder.inertia()(2, 2) == doctest::Approx(same.along));
  CHECK(cylinder.inertia()(1, 1) == doctest::Approx(same.across));
  const Solid sphere = Solid::sphere(r);
  const Turned ball =
      turned(-r, r, [&](double z) { return std::sqrt(std::max(0.0, r * r - z * z)); });
  CHECK(sphere.volume() == doctest::Approx(ball.volume).epsilon(1e-8));
  CHECK(sphere.inertia()(0, 0) == doctest::Approx(ball.across).epsilon(1e-6));
}

//   Eight small boxes side by side are one large box; turned, its inertia turns along.
TEST_CASE("solids filled together have the mass, centre and inertia of the whole") {
  const Orientation turn = Orientation::axis({1, 2, 3}, 0.7);
  const Matrix3d axes = turn.matrix();
  std::vector<Solid> parts;
  for (const double x : {-0.5, 0.5})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.5, 1.5}) {
        const Vector3d at = Vector3d(7, 8, 9) + axes * Vector3d(x, y, z);
        parts.push_back(Solid::box({1, 2, 3}, {at[0], at[1], at[2]}, turn));
      }
  const Filling all = filling(parts, 10.0);
  CHECK(all.mass == doctest::Approx(480.0));
  CHECK((vector3(all.com) - Vector3d(7, 8, 9)).norm() < 1e-13);
  const Matrix3d whole =
      axes * Inertia::box(480.0, 2, 4, 6).matrix().diagonal().asDiagonal() * axes.transpose();
  CHECK((all.inertia.matrix() - whole).norm() < 1e-11);
}

TEST_CASE("a plane looks along its normal, and what has no size is refused") {
  for (const Solid::Three& normal : {Solid::Three{0, 0, 1}, {0, 0, -2}, {1, -1, 0.5}}) {
    const Matrix3d axes = Solid::plane(normal).orientation.matrix();
    CHECK((axes.col(2) - vector3(normal).normalized()).norm() < 1e-15);
    CHECK(axes.determinant() == doctest::Approx(1.0));
  }
  CHECK_THROWS_AS(Solid::sphere(0.0), Error);
  CHECK_THROWS_AS(Solid::box({1, 0, 1}), Error);
  CHECK_THROWS_AS(Solid::plane({0, 0, 0}), Error);
  CHECK_THROWS_AS(Solid::capsule({1, 1, 1}, {1, 1, 1}, 0.1), Error);
  CHECK_THROWS_AS(filling({Solid::plane({0, 0, 1})}, 1.0), Error);
}
