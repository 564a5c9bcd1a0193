// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The constraints: [constraints].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_constraints(Reading& reading, const Files& files);

}  // namespace zwang
