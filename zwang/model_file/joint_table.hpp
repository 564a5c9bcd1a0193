// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [joints]: what joins bodies with each other and with the world.
#pragma once

#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/reading.hpp"

namespace zwang {

void read_joints(Reading& reading, const Files& files);

}  // namespace zwang
