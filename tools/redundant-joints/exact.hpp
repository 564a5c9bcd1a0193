// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which joints of a mechanism have reactions that its motion does not determine, in whole numbers
// and without rounding: those that take part in a system of reactions in equilibrium with itself.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "zwang/model/joint.hpp"

namespace redundant {

using Whole = std::array<std::int64_t, 3>;

// A joint of whole numbers, in any unit of length; directions have any length.
struct WholeJoint {
  std::array<int, 2> bodies = {-1, -1};  // −1: the world
  zwang::JointKind kind = zwang::JointKind::revolute;
  Whole point = {};
  Whole axis = {0, 0, 1};
  Whole axis2 = {1, 0, 0};  // of a universal joint, at right angles to the first
};

struct Equilibria {
  int redundant = 0;             // equations that follow from others
  std::vector<bool> not_unique;  // of each joint
};

// All kinds but screws and rolling. Costs O(n³) products of long numbers for n equations.
Equilibria equilibria(int bodies, std::span<const WholeJoint> joints);

}  // namespace redundant
