// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion of a tree by Newton and Euler in the coordinates of its joints, as textbooks have it:
// forces are propagated inwards once for each unit acceleration and once for none, which gives
// H q'' + c = 0. It knows nothing of constraints or multipliers.
#pragma once

#include <vector>

#include "tools/random-trees/tree.hpp"

namespace trees {

struct Moving {
  Vector3d velocity, spin;          // of the centre of mass; angular, in the world
  Vector3d acceleration, spinning;  // their derivatives
  Vector3d force, torque;           // by which the joint acts on the body, at the joint's point
};

struct Motion {
  std::vector<Moving> links;
  double condition = 1.0;  // of H, its diagonal made 1
};

// Velocities alone, from the rates.
std::vector<Moving> velocities(const Tree& tree);
Motion accelerations(const Tree& tree);

}  // namespace trees
