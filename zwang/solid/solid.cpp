// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/solid/solid.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "zwang/base/error.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;

Solid::Three three(const Vector3d& v) { return {v[0], v[1], v[2]}; }

double above_zero(double length, const char* what) {
  if (!(length > 0.0) || !std::isfinite(length))
    throw Error(Code::E120, fmt::format("the {} of a shape is {}, not above 0", what, length));
  return length;
}

Orientation with_z_along(const Vector3d& axis) {
  const Vector3d z = axis.normalized(), x = z.unitOrthogonal();
  if (z == Vector3d::UnitZ()) return {};
  return Orientation::axes(three(x), three(z.cross(x)));
}

Solid along(Solid::Kind kind, const Solid::Three& from, const Solid::Three& to, double radius) {
  const Vector3d axis = vector3(to) - vector3(from);
  const double length = above_zero(axis.norm(), "axis");
  return {.kind = kind,
          .at = three((vector3(from) + vector3(to)) / 2.0),
          .orientation = with_z_along(axis),
          .size = {above_zero(radius, "radius"), length, 0.0}};
}

}  // namespace

std::string_view name(Solid::Kind kind) {
  switch (kind) {
    case Solid::Kind::sphere: return "sphere";
    case Solid::Kind::capsule: return "capsule";
    case Solid::Kind::cylinder: return "cylinder";
    case Solid::Kind::box: return "box";
    case Solid::Kind::plane: return "plane";
  }
  return "";
}

Solid Solid::sphere(double radius, const Three& at) {
  return {.kind = Kind::sphere, .at = at, .size = {above_zero(radius, "radius"), 0.0, 0.0}};
}

Solid Solid::capsule(const Three& from, const Three& to, double radius) {
  return along(Kind::capsule, from, to, radius);
}

Solid Solid::cylinder(const Three& from, const Three& to, double radius) {
  return along(Kind::cylinder, from, to, radius);
}

Solid Solid::box(const Three& edges, const Three& at, const Orientation& orientation) {
  for (const double edge : edges) above_zero(edge, "edge");
  return {.kind = Kind::box, .at = at, .orientation = orientation, .size = edges};
}

Solid Solid::plane(const Three& normal, const Three& at) {
  above_zero(vector3(normal).norm(), "normal");
  return {.kind = Kind::plane, .at = at, .orientation = with_z_along(vector3(normal))};
}

double Solid::volume() const {
  const auto [a, b, c] = size;
  switch (kind) {
    case Kind::sphere: return 4.0 / 3.0 * pi * a * a * a;
    case Kind::capsule: return pi * a * a * (b + 4.0 / 3.0 * a);
    case Kind::cylinder: return pi * a * a * b;
    case Kind::box: return a * b * c;
    case Kind::plane: break;
  }
  return 0.0;
}

Eigen::Matrix3d Solid::inertia() const {
  const auto [a, b, c] = size;
  Vector3d own = Vector3d::Zero();
  if (kind == Kind::sphere) own.setConstant(0.4 * volume() * a * a);
  if (kind == Kind::box) own = Inertia::box(volume(), a, b, c).matrix().diagonal();
  if (kind == Kind::cylinder || kind == Kind::capsule) {
    const double shaft = pi * a * a * b;
    const double caps = volume() - shaft;  // each half of a sphere
    const double across =
        shaft * (b * b / 12.0 + a * a / 4.0) + caps * (0.4 * a * a + b * b / 4.0 + 0.375 * a * b);
    own = {across, across, shaft * a * a / 2.0 + 0.4 * caps * a * a};
  }
  const Matrix3d turn = orientation.matrix();
  return turn * own.asDiagonal() * turn.transpose();
}

Filling filling(const std::vector<Solid>& solids, double density) {
  double volume = 0.0;
  Vector3d moment = Vector3d::Zero();
  for (const Solid& solid : solids) {
    volume += solid.volume();
    moment += solid.volume() * vector3(solid.at);
  }
  if (!(volume > 0.0)) throw Error(Code::E120, "no shape of it has a volume");
  const Vector3d com = moment / volume;
  Matrix3d all = Matrix3d::Zero();
  for (const Solid& solid : solids) {
    const Vector3d arm = vector3(solid.at) - com;
    all += solid.inertia() +
           solid.volume() * (arm.squaredNorm() * Matrix3d::Identity() - arm * arm.transpose());
  }
  all *= density;
  return {.mass = density * volume,
          .com = three(com),
          .inertia = {.xx = all(0, 0),
                      .yy = all(1, 1),
                      .zz = all(2, 2),
                      .xy = all(0, 1),
                      .xz = all(0, 2),
                      .yz = all(1, 2)}};
}

}  // namespace zwang
