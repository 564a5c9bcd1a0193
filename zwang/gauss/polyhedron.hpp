// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Vertices and extreme rays of {x : rows·x ≤ limits} in few dimensions, by trying every choice of
// rows that could meet in one.
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

struct Corners {
  std::vector<Vector> vertices;
  std::vector<Vector> sizes;  // of the terms that each coordinate of a vertex is a sum of
  std::vector<Vector> rays;   // unit vectors
  // Rows meet at so flat an angle, or so nearly in one point, that rounding could change the
  // counts.
  bool in_doubt = false;
};

// The set must not contain a whole line: then it has no vertices. Points closer than 1e-8 of their
// sizes in every coordinate are one. Costs (number of rows choose dimensions) small decompositions.
Corners corners(const Matrix& rows, const Vector& limits);

// The rays alone, of {x : rows·x ≤ 0}.
std::vector<Vector> extreme_rays(const Matrix& rows);

}  // namespace zwang
