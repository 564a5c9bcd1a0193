// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as a sheet of numbers: a line with the names of the channels, then a line for each row.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "zwang/io/stored_run.hpp"

namespace zwang {

// A text as a cell (RFC 4180). What a sheet would take for a formula gets a ' in front.
std::string csv_cell(std::string_view text);

void write_csv(const StoredRun& run, std::ostream& out);

}  // namespace zwang
