// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a joint transmits by its equations, limits and driven coordinate.
#pragma once

#include <Eigen/Core>
#include <span>

#include "zwang/system/system.hpp"

namespace zwang {

// In the axes of the world, acting on the second body (on the first, reversed, if that is the
// world) at the joint's point: N and N m. It does not depend on how the joint's rows are written,
// but is one of many where the multipliers are not unique.
struct JointReaction {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d torque = Eigen::Vector3d::Zero();
};

// With multipliers of all constraints at the snapshot. Impulses give N s and N m s.
JointReaction joint_reaction(const System& system, const Snapshot& snapshot, int joint,
                             std::span<const double> multipliers);

}  // namespace zwang
