// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as a sheet of numbers: a line with the names of the channels, then a line for each row.
#pragma once

#include <ostream>

#include "zwang/result/stored_run.hpp"

namespace zwang {

void write_csv(const StoredRun& run, std::ostream& out);

}  // namespace zwang
