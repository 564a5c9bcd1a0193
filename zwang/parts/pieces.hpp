// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result in parts as a series for VTK and ParaView: NAME.pvd and a folder NAME_frames with a
// .pvtu per generation, which lists a piece per part. Never holds more than two parts.
#pragma once

#include <string>

#include "zwang/convert/convert.hpp"

namespace zwang {

// E401, E430 and similar for the result, E410 and E440 for the files written.
Converted convert_parts(const std::string& result, const std::string& output, bool force);

}  // namespace zwang
