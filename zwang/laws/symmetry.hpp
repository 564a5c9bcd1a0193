// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A shift of time and positions that may leave a system invariant, and the name of what it
// conserves (zwang/laws/conserved.hpp).
//
//   xi(q) = shift + turn x r  for the positions r of all points
#pragma once

#include <Eigen/Core>
#include <string>

#include "zwang/model/model.hpp"

namespace zwang {

struct Symmetry {
  double time = 0.0;                               // tau
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();  // of all points, about the origin
  Vector shift;                                    // of each coordinate
};

// Whether the points can be rotated about an axis: each of them has both coordinates perpendicular
// to it, or neither, and at least one has both.
bool may_turn(const Model& model, int axis);

// xi at q, and its rate.
Vector field(const Model& model, const Symmetry& symmetry, const Vector& q);
Vector field_rate(const Model& model, const Symmetry& symmetry, const Vector& rates);

// "momentum along x", "energy - 2 * angular momentum about z"; `energy` is the word for energy.
std::string quantity_name(const Model& model, const Symmetry& symmetry, const std::string& energy);

}  // namespace zwang
