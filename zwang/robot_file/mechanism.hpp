// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The bodies and joints of a robot: links that are fixed to each other are one body, links without
// mass between two joints make one joint of both.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "zwang/robot_file/robot.hpp"

namespace zwang {

struct RobotBody {
  int link = 0;  // the first one of those it consists of; its frame is the body's
  Pose at = {};  // in the world
  Lump lump = {};
  std::vector<std::string> merged = {};  // names of the other links
  std::vector<std::pair<std::string, Eigen::Vector3d>> points = {};
};

struct RobotJoint {
  Hanging hanging = {};              // point and axes in the world
  std::array<int, 2> on = {-1, -1};  // numbers of bodies, −1 for the world
};

struct Mechanism {
  std::vector<RobotBody> bodies;
  std::vector<RobotJoint> joints;     // one for each body, in their order, then those of loops
  std::vector<std::string> in_world;  // names of links that do not move
  std::vector<std::pair<std::string, Eigen::Vector3d>> places;
};

// Throws E119 at a link that moves without mass, E120 at one whose mass no body can have. What has
// no place in the mechanism loses its mark.
Mechanism mechanism_of(Robot& robot);

// A series of joints as one of them, all in the world; of kind `fixed` if there is none such.
Hanging in_one(const std::vector<Hanging>& series);

}  // namespace zwang
