// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The inertia of a rigid body.
#pragma once

#include <Eigen/Core>

namespace zwang {

// kg m², about the centre of mass, along the body's axes; the last three are those entries of the
// matrix: xy = −∫ x y dm.
struct Inertia {
  double xx = 0.0, yy = 0.0, zz = 0.0;
  double xy = 0.0, xz = 0.0, yz = 0.0;

  Eigen::Matrix3d matrix() const;
  // Of a box with these edges (m) and of a ball, of uniform density.
  static Inertia box(double mass, double x, double y, double z);
  static Inertia ball(double mass, double radius);
};

}  // namespace zwang
