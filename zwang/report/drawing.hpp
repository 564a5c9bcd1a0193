// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a report draws the constraints of a model: strings, rods, planes, spheres, and any other
// surface as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zwang/model/shape.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct Drawing {
  enum class Kind { string, rod, contact, plane, sphere, cylinder, mesh } kind = Kind::string;
  int constraint = 0;
  // Points of the model; −1 is the origin.
  int from = -1, to = -1;
  double length = 0.0;  // of a string, rod or contact; radius of a sphere or cylinder
  // A point of the plane and its normal; the centre of a sphere; the axis of a cylinder.
  std::array<double, 3> place = {}, normal = {0, 0, 1};
  bool inside = false;  // the mass is held inside a sphere or cylinder
  // `place` at each of the times, if it moves; for a string it is then the other end.
  std::vector<std::array<double, 3>> track = {};
  std::vector<float> vertices = {};
  std::vector<std::uint32_t> triangles = {};
};

// `low` and `high` are the corners of a box around the whole motion; surfaces are drawn within it.
// Surfaces that move by themselves are followed through `times`, if they keep their shape.
std::vector<Drawing> drawings(const System& system, const std::array<double, 3>& low,
                              const std::array<double, 3>& high, const std::vector<double>& times);

}  // namespace zwang
