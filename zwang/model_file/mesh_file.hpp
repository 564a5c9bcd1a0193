// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Points and edges from the text files of other programs: PLY and VTK (ascii), OBJ, and lists of
// points as CSV. Faces give their edges, each edge once, in the order of first appearance.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "zwang/model_file/source.hpp"

namespace zwang {

struct Mesh {
  std::vector<std::array<double, 3>> points;
  std::vector<std::pair<int, int>> edges;
};

// By the ending of its name. E119 with the line if it cannot be understood, or has more than
// `most_masses` points.
Mesh read_mesh(const Source& source);

}  // namespace zwang
