// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Contact between shapes that are not smooth all around: faces, edges and corners, each an
// inequality that applies where the nearest places lie on them (theory 9.3).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/solid/solid.hpp"

namespace zwang {

// A solid whose middle is the point `name` of formulas, and its axes the directions name.side1,
// name.side2, name.axis. Refers to both.
struct NamedSolid {
  const std::string& name;
  const Solid& solid;
};

struct FeatureRow {
  std::string part;  // "corner_face_npn_oop"
  std::string text;
  std::vector<std::string> where = {};
  // Where they touch, and the unit normal there, out of the second; empty where edges cross.
  std::string place = {}, normal = {};
};

// Which axes of a shape are normal to the plane in which its body moves; none in space.
using Across = std::array<bool, 3>;

std::vector<FeatureRow> sphere_and_capsule(const NamedSolid& sphere, const NamedSolid& capsule);
std::vector<FeatureRow> sphere_and_box(const NamedSolid& sphere, const NamedSolid& box,
                                       const Across& across);
// Corners on faces, and in space edges on edges.
std::vector<FeatureRow> boxes(const NamedSolid& first, const Across& across_first,
                              const NamedSolid& second, const Across& across_second);

}  // namespace zwang
