// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model file for a robot, written to be read.
#pragma once

#include <string>

#include "zwang/robot_file/robot.hpp"

namespace zwang {

// What of the robot has no place in the text loses its mark.
std::string robot_text(Robot& robot);

// A number as it stands there: at most 14 digits.
std::string written(double number);
// On one line and without control characters, for comments and messages.
std::string on_one_line(std::string_view text);

}  // namespace zwang
