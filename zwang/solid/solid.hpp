// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of rigid bodies: what touches, what is drawn, and, filled evenly, mass and inertia.
// Lengths in m, in the frame of the body.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string_view>
#include <vector>

#include "zwang/solid/inertia.hpp"
#include "zwang/solid/orientation.hpp"

namespace zwang {

struct Solid {
  using Three = std::array<double, 3>;
  // A plane is the surface of all that lies behind it.
  enum class Kind { sphere, capsule, cylinder, box, plane };

  Kind kind = Kind::sphere;
  Three at = {};  // its middle; of a plane any point of it
  Orientation orientation =
      {};  // of its own axes: a plane looks along its z, a cylinder lies along
  // Sphere: the radius. Capsule and cylinder: the radius, and the length without the caps. Box: the
  // edges.
  Three size = {};

  // Each throws E120 if a length is not above 0 or an axis has none.
  static Solid sphere(double radius, const Three& at = {});
  static Solid capsule(const Three& from, const Three& to, double radius);
  static Solid cylinder(const Three& from, const Three& to, double radius);
  static Solid box(const Three& edges, const Three& at = {}, const Orientation& orientation = {});
  static Solid plane(const Three& normal, const Three& at = {});

  double volume() const;  // m³; a plane has none
  // Of density 1, about its middle, along the axes of the body's frame.
  Eigen::Matrix3d inertia() const;
};

std::string_view name(Solid::Kind kind);

// Of solids filled evenly; where they overlap, both count.
struct Filling {
  double mass = 0.0;      // kg
  Solid::Three com = {};  // m
  Inertia inertia = {};   // about the centre of mass
};

// Throws E120 if there is none with a volume.
Filling filling(const std::vector<Solid>& solids, double density);

}  // namespace zwang
