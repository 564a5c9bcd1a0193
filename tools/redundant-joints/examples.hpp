// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random mechanisms with equations that follow from others.
#pragma once

#include <vector>

#include "tools/random-trees/random_tree.hpp"
#include "zwang/model/model.hpp"

namespace redundant {

struct Example {
  zwang::Model redundant, twin;
  zwang::State state;
  std::vector<bool> not_unique;  // joints of the redundant model
  int redundant_equations = 0;
};

// A tree of up to ten bodies whose joints are written once, twice, or a second time in other words:
// turned about their axis, along it, from the other body.
Example doubled_tree(trees::Random random);

// A door, on a wall or on what moves itself, on two to ten hinges. With whole numbers.
Example door(trees::Random random);

// Planar loops somewhere in space with bodies that hang from them, joints of these doubled or not.
// The twin closes loops by equations in their plane. With whole numbers.
Example planar_loops(trees::Random random);

}  // namespace redundant
