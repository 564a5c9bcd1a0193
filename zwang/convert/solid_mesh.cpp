// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/solid_mesh.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <utility>

namespace zwang {
namespace {

constexpr std::uint32_t around = 32;  // parts of a circle

class Builder {
 public:
  SolidMesh mesh;

  std::uint32_t vertex(const Eigen::Vector3d& place, const Eigen::Vector3d& normal) {
    for (const double x : place) mesh.places.push_back(static_cast<float>(x));
    for (const double x : normal) mesh.normals.push_back(static_cast<float>(x));
    return static_cast<std::uint32_t>(mesh.places.size() / 3 - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh.triangles.insert(mesh.triangles.end(), {a, b, c});
  }

  // A flat quadrilateral around `middle`, seen from where a × b points to.
  void quad(const Eigen::Vector3d& middle, const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const Eigen::Vector3d normal = a.cross(b).normalized();
    const std::uint32_t first = vertex(middle - a - b, normal);
    vertex(middle + a - b, normal);
    vertex(middle + a + b, normal);
    vertex(middle - a + b, normal);
    triangle(first, first + 1, first + 2);
    triangle(first, first + 2, first + 3);
  }

  struct Ring {
    double radius, height;
    double out, up;  // of the normal
  };
  // Bands between circles around z, upwards.
  void turned(const std::vector<Ring>& rings) {
    const auto base = static_cast<std::uint32_t>(mesh.places.size() / 3);
    for (const Ring& ring : rings)
      for (std::uint32_t k = 0; k <= around; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / around;
        const double c = std::cos(angle), s = std::sin(angle);
        vertex({ring.radius * c, ring.radius * s, ring.height},
               {ring.out * c, ring.out * s, ring.up});
      }
    for (std::uint32_t r = 0; r + 1 < rings.size(); ++r)
      for (std::uint32_t k = 0; k < around; ++k) {
        const std::uint32_t low = base + r * (around + 1) + k, high = low + around + 1;
        triangle(low, low + 1, high + 1);
        triangle(low, high + 1, high);
      }
  }
};

// Two halves of a ball, `length` apart.
void add_ball(Builder& builder, double radius, double length) {
  constexpr int steps = 8;
  std::vector<Builder::Ring> rings;
  for (int half : {-1, 1})
    for (int i = 0; i <= steps; ++i) {
      const double angle = std::numbers::pi / 2.0 * (half < 0 ? i - steps : i) / steps;
      const double out = i == (half < 0 ? 0 : steps) ? 0.0 : std::cos(angle), up = std::sin(angle);
      rings.push_back({radius * out, radius * up + half * length / 2.0, out, up});
    }
  builder.turned(rings);
}

}  // namespace

SolidMesh mesh_of(const Solid& solid, double wide) {
  using Eigen::Vector3d;
  Builder builder;
  const auto [a, b, c] = solid.size;
  switch (solid.kind) {
    case Solid::Kind::sphere: add_ball(builder, a, 0.0); break;
    case Solid::Kind::capsule: add_ball(builder, a, b); break;
    case Solid::Kind::cylinder: {
      const double h = b / 2.0;
      builder.turned({{0.0, -h, 0.0, -1.0}, {a, -h, 0.0, -1.0}});
      builder.turned({{a, -h, 1.0, 0.0}, {a, h, 1.0, 0.0}});
      builder.turned({{a, h, 0.0, 1.0}, {0.0, h, 0.0, 1.0}});
      break;
    }
    case Solid::Kind::box: {
      const Vector3d half = Vector3d(a, b, c) / 2.0;
      for (const int k : {0, 1, 2})
        for (const double side : {-1.0, 1.0}) {
          const Vector3d first = half[(k + 1) % 3] * Vector3d::Unit((k + 1) % 3);
          const Vector3d second = half[(k + 2) % 3] * Vector3d::Unit((k + 2) % 3);
          builder.quad(side * half[k] * Vector3d::Unit(k), side * first, second);
        }
      break;
    }
    case Solid::Kind::plane:
      builder.quad(Vector3d::Zero(), wide / 2.0 * Vector3d::UnitX(),
                   wide / 2.0 * Vector3d::UnitY());
      break;
  }
  return std::move(builder.mesh);
}

}  // namespace zwang
