// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A polyhedron of up to three dimensions, as far as a box shows it: its faces, for drawing.
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// A point, a line of two points, a polygon, or the polygons around a body; corners in order.
struct Polygons {
  int dimensions = -1;  // −1: nothing of it lies in the box
  std::vector<std::vector<Vector>> faces;
};

// {base + directions·t : rows·t ≤ limits}, where all coordinates lie between −1 and 1. Independent
// directions, at most three.
Polygons in_unit_box(const Vector& base, const Matrix& directions, const Matrix& rows,
                     const Vector& limits);

}  // namespace zwang
