// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [points] and [lines].
#pragma once

#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/reading.hpp"

namespace zwang {

void read_points(Reading& reading, const Files& files);
void read_lines(Reading& reading, const Files& files);

}  // namespace zwang
