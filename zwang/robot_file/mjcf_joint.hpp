// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One joint of an MJCF file.
#pragma once

#include "zwang/robot_file/mjcf_defaults.hpp"

namespace zwang {

// How a body hangs by it; `inner` is the pose of the frame around it in that body. Its name is left
// to whoever knows the body.
Hanging mjcf_joint(const MjcfSettings& joint, const MjcfCompiler& compiler, const Pose& inner);

}  // namespace zwang
