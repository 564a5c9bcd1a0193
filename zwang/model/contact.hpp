// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Contact between the shapes of two bodies: a bundle of inequalities, none of which moves a shape
// into another. Spheres touch planes and spheres; capsules, cylinders and boxes touch planes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "zwang/model/friction.hpp"

namespace zwang {

struct ContactOptions {
  // Bodies or fixtures, with all of their shapes, or single shapes: "die", "tray.shape2".
  std::array<std::string, 2> between = {};
  double restitution = 0.0;
  // Of bodies in a plane. The slip follows from the shapes; `surface` is the velocity of the
  // surface of the second where that stands in the world, a belt.
  std::optional<FrictionOptions> friction = {};
};

struct Contact {
  std::string name;
  std::array<std::string, 2> between = {};
  // Its constraints: NAME if there is one, else NAME.corner1, ..., NAME.end1, NAME.rim2; of
  // features NAME[edge_pop]; where a body has several shapes, NAME.2.corner1 for the second pair.
  std::vector<int> rows = {};
};

}  // namespace zwang
