// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Expectations: [[expect]].
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

void read_expectations(Reading& reading, const Files& files);

}  // namespace zwang
