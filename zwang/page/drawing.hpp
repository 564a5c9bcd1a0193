// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a page draws for the conditions of a model: strings, rods, planes, spheres, and any other
// surface as triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zwang/model/shape.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

struct Drawing {
  enum class Kind { string, rod, contact, plane, sphere, cylinder, mesh } kind = Kind::string;
  int condition = 0;
  // Points of the model, −1 is the origin.
  int from = -1, to = -1;
  double length = 0.0;  // of a string, rod or contact; the radius of what is round
  // A place of the plane and its normal; the middle of a sphere; the axis of a cylinder.
  std::array<double, 3> place = {}, normal = {0, 0, 1};
  bool inside = false;  // the mass is held inside a sphere or cylinder
  // Where `place` is at each of the times, if it moves; then it is the other end of a string, too.
  std::vector<std::array<double, 3>> track = {};
  std::vector<float> vertices = {};
  std::vector<std::uint32_t> triangles = {};
};

// `low` and `high` are the corners of a box that holds the whole motion; surfaces are drawn within
// it. What moves by itself is followed through `times`, if it keeps its shape.
std::vector<Drawing> drawings(const System& system, const std::array<double, 3>& low,
                              const std::array<double, 3>& high, const std::vector<double>& times);

}  // namespace zwang
