// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a constraint represents: a string, a rod, a surface, a contact.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "zwang/model/model.hpp"

namespace zwang {

enum class Shape {
  string,   // |a − b| ≤ L, or squared, or with one end at the origin
  rod,      // the same with =
  contact,  // |a − b| ≥ d
  surface,  // any other holonomic inequality on one mass
  other,
};

std::string_view name(Shape shape);

struct Shaped {
  Shape shape = Shape::other;
  // The points it joins: one or two for a string, rod or contact (the second may be fixed; −1 is
  // the origin), one for a surface.
  int first = -1;
  int second = -1;
};

// Recognised by its values, not by its text: f and the distance differ by a constant.
Shaped shape_of(const Model& model, const Constraint& constraint);

// The point whose speed a constraint bounds from above or prescribes, |p'| <= c or = c, where c may
// depend on time and places. Recognised by its values likewise.
std::optional<int> limited_speed(const Model& model, const Constraint& constraint);

}  // namespace zwang
