// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The model format of MuJoCo: bodies inside bodies, with default classes.
#pragma once

#include "zwang/robot_file/robot.hpp"

namespace zwang {

// Marks what it takes over. Throws Error at what is wrong.
Robot robot_of_mjcf(XmlElement& root);

}  // namespace zwang
