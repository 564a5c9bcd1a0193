// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What binds: [conditions].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_conditions(Reading& reading, const Files& files);

}  // namespace zwang
