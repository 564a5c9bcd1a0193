// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Robots of other programs, in URDF or MJCF, as model files. Everything in such a file is either
// taken over or named, with its line and why it is not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "zwang/base/error.hpp"

namespace zwang {

struct RobotOptions {
  // The outermost link of a URDF file is part of the world, whatever it is called.
  bool fix_root = false;
};

struct TranslatedRobot {
  std::string text;              // a model file
  std::vector<Error> not_taken;  // W401, in the order of the file
  // Elements and attributes of the file: all of them, those taken over, and those named in
  // `not_taken`, where an element stands for what is inside it.
  std::size_t pieces = 0, taken = 0, named = 0;
};

// `path` is its name in messages; nothing is read from disk. Throws E401 if it is no XML or neither
// URDF nor MJCF, E110 if it is too large or nested too deep, E103, E112, E113, E119 and E120 for
// what is wrong in it.
TranslatedRobot translate_robot(const std::string& path, const std::string& text,
                                const RobotOptions& options = {});

}  // namespace zwang
