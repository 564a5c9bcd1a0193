// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as CSV: a line with the channel names, then a line per row.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// The channels, then the quantities. E103 and similar if one cannot be read.
void write_csv(const StoredRun& run, const std::vector<std::string>& quantities, std::ostream& out);

}  // namespace zwang
