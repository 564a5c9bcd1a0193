// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a joint transmits by its equations, limits and driven coordinate.
#pragma once

#include <Eigen/Core>
#include <span>
#include <string>
#include <vector>

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

// Joints of which one of these constraints is a row, in the order of the model. With constraints
// that depend on each other: those whose reaction is not unique.
std::vector<int> joints_with(const System& system, std::span<const int> constraints);

// "the reactions of A, B and C are not unique", without more names than can be read.
std::string describe_not_unique(const System& system, std::span<const int> joints);

}  // namespace zwang
