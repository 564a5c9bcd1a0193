// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/joint_reaction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <string_view>

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

std::vector<int> joints_with(const System& system, std::span<const int> constraints) {
  std::vector<int> found;
  const auto& joints = system.model().joints();
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (std::ranges::any_of(joints[j].rows, [&](int row) {
          return std::ranges::find(constraints, row) != constraints.end();
        }))
      found.push_back(static_cast<int>(j));
  return found;
}

std::string describe_not_unique(const System& system, std::span<const int> joints) {
  constexpr std::size_t most = 8;
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::min(most, joints.size()); ++i)
    names.push_back(system.model().joints()[index(joints[i])].name);
  const std::string more =
      joints.size() > most ? fmt::format(" and {} more", joints.size() - most) : "";
  return fmt::format("the reaction{} of {}{} {} not unique", joints.size() == 1 ? "" : "s",
                     fmt::join(names, ", "), more, joints.size() == 1 ? "is" : "are");
}

}  // namespace zwang
