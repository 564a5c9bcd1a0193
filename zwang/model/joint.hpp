// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A joint: a named bundle of equations between two bodies, or a body and the world. Its rows are
// ordinary constraints, NAME.x or NAME.tilt1.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/model/value.hpp"

namespace zwang {

// What it leaves free: nothing; turning about an axis; sliding along it; both; turning about two
// axes, the first of the first body, the second of the second; turning; sliding in a plane and
// turning about its normal; turning about an axis while sliding along it, as a screw; rolling of a
// shape on another without slipping. Between bodies in the same plane: fixed, revolute, prismatic,
// rolling.
enum class JointKind {
  fixed,
  revolute,
  prismatic,
  cylindrical,
  universal,
  spherical,
  planar,
  screw,
  rolling
};
std::string_view name(JointKind kind);

// Stiffness in N m/rad or N/m, rest in rad or m.
struct JointSpring {
  Value stiffness = {};
  Value rest = {};
};

// A torque (N m) or force (N) between the two; or an equation for its coordinate (rad, m) or for
// the rate of it. Formulas, of time for instance.
struct JointMotor {
  enum class Kind { force, rate, place };
  Kind kind = Kind::force;
  Value value = {};
};

// Limits, spring, damper and motor belong to the one coordinate of a revolute, prismatic or screw
// joint: NAME.angle, how far the second body is turned against the first (in space in (−π, π], in a
// plane through whole turns), or NAME.length; of a screw the length.
struct JointOptions {
  // Bodies; of a rolling joint bodies with one shape, or shapes such as "cart.shape2".
  std::array<std::string, 2> on = {"world", "world"};
  // Where it is at the start, in the world; or a vector of the model, such as "rod.eye".
  Triple at = {};
  Triple axis = {};      // of the plane: its normal; 0 = none, in a plane needed only to slide
  Triple axis2 = {};     // the second one of a universal joint
  Value start = {};      // of its coordinate at the start, rad or m
  Value pitch = {};      // of a screw, m in a turn
  bool pivoting = true;  // whether what rolls may also turn about the normal
  std::optional<std::array<Value, 2>> limits = {};  // inequalities NAME.lower and NAME.upper
  double restitution = 0.0;                         // of the limits
  std::optional<JointSpring> spring = {};
  std::optional<Value> damper = {};  // N m s/rad or N s/m
  std::optional<JointMotor> motor = {};
};

struct Joint {
  std::string name;
  JointKind kind = JointKind::spherical;
  std::array<int, 2> bodies = {-1, -1};  // numbers in Model::bodies(), −1 for the world
  // Its constraints, those of limits and of a motor too.
  std::vector<int> rows = {};
  std::optional<std::array<double, 2>> limits = {};  // of its coordinate, rad or m
  // The joint's point from the centre of mass of the second body, in its axes; of the first if the
  // second is the world.
  Eigen::Vector3d arm = Eigen::Vector3d::Zero();
};

}  // namespace zwang
