// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of bodies as triangles, for formats that know no others.
#pragma once

#include <cstdint>
#include <vector>

#include "zwang/solid/solid.hpp"

namespace zwang {

struct SolidMesh {
  std::vector<float> places, normals;  // three per vertex, along the axes of the solid, m
  std::vector<std::uint32_t> triangles;
};

// A plane is a square with edges `wide`.
SolidMesh mesh_of(const Solid& solid, double wide);

}  // namespace zwang
