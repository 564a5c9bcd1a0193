// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The unified robot description format: links, and joints that make a tree of them.
#pragma once

#include "zwang/robot_file/robot.hpp"

namespace zwang {

// Marks what it takes over. Throws Error at what is wrong.
Robot robot_of_urdf(XmlElement& root, bool fix_root);

}  // namespace zwang
