// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [bodies]: rigid bodies with their inertia, attitude, points and directions.
#pragma once

#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/reading.hpp"

namespace zwang {

void read_bodies(Reading& reading, const Files& files);

}  // namespace zwang
