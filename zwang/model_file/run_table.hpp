// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How long and how accurately: [run] and [output].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_run(Reading& reading, const Files& files);

}  // namespace zwang
