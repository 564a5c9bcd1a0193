// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as CSV: a line with the channel names, then a line per row.
#pragma once

#include <ostream>

#include "zwang/result/stored_run.hpp"

namespace zwang {

void write_csv(const StoredRun& run, std::ostream& out);

}  // namespace zwang
