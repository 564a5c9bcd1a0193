// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// [parameters]: in any order, but never circular.
#pragma once

#include "zwang/model_file/includes.hpp"

namespace zwang {

// Whether a parameter or a mass has a unit; if so, all units are checked.
bool mentions_units(const Files& files);

void read_parameters(Reading& reading, const Files& files, const FileOptions& options);

}  // namespace zwang
