// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Forces and impulses: [forces], [[force]], [[impulse]].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_forces(Reading& reading, const Files& files);

}  // namespace zwang
