// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result in parts as a series for VTK and ParaView: NAME.pvd and a folder NAME_frames with a
// .pvtu for each generation, which names a piece for each part. Nobody holds more than two parts.
#pragma once

#include <string>

#include "zwang/convert/convert.hpp"

namespace zwang {

// E401, E430 and their kin of the result, E410 and E440 of the files that are written.
Converted convert_parts(const std::string& result, const std::string& output, bool force);

}  // namespace zwang
