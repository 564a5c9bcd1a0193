// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A robot of another program as a model file.
#pragma once

#include <string>
#include <vector>

#include "zwang/base/error.hpp"

namespace zwang {

struct RobotModelText {
  std::string text;
  std::vector<Error> not_taken;  // W401
};

// Of a file in URDF or MJCF, read by a child with little memory and time.
RobotModelText robot_model(const std::string& path, bool fix_root);

}  // namespace zwang
