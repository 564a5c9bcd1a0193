// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/joint_reaction.hpp"

#include <Eigen/Geometry>

#include "zwang/base/index.hpp"

namespace zwang {

JointReaction joint_reaction(const System& system, const Snapshot& snapshot, int joint,
                             std::span<const double> multipliers) {
  const Model& model = system.model();
  const Joint& one = model.joints()[index(joint)];
  const bool second = one.bodies[1] >= 0;
  const Body& body = model.bodies()[index(second ? one.bodies[1] : one.bodies[0])];
  const auto& centre = model.points()[index(body.point)].coordinates;
  const Eigen::Matrix3d axes = body.axes(snapshot.state.q);
  JointReaction out;
  for (const int row : one.rows) {
    const auto columns = system.columns(row);
    const double z = -multipliers[index(row)];
    const auto& a = snapshot.rows[index(row)].a;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      for (int i = 0; i < 3; ++i) {
        if (columns[k] == centre[index(i)]) out.force[i] += z * a[k];
        if (!body.in_plane && columns[k] == body.first + i) out.torque += z * a[k] * axes.col(i);
      }
      if (body.in_plane && columns[k] == body.first) out.torque += z * a[k] * body.normal;
    }
  }
  out.torque -= (axes * one.arm).cross(out.force);
  if (second) return out;
  return {.force = -out.force, .torque = -out.torque};
}

}  // namespace zwang
