// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The mass that a geom of an MJCF file gives its body.
#pragma once

#include "zwang/robot_file/mjcf_defaults.hpp"

namespace zwang {

// In the frame of the body, of uniform density. Marks what it reads, and nothing if it gives no
// mass.
Lump mass_of_geom(const MjcfSettings& geom, const MjcfCompiler& compiler);

}  // namespace zwang
