// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Points and edges from text files of other programs: PLY and VTK (ascii), OBJ, and lists of points
// as CSV. Faces contribute their edges, each edge once, in order of first appearance.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "zwang/toml/source.hpp"

namespace zwang {

struct Mesh {
  std::vector<std::array<double, 3>> points;
  std::vector<std::pair<int, int>> edges;
};

// Format by file extension. E119 with the line if it cannot be parsed, or has more than
// `most_masses` points.
Mesh read_mesh(const Source& source);

}  // namespace zwang
