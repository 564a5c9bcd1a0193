// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A text as one cell of a CSV table (RFC 4180).
#pragma once

#include <string>
#include <string_view>

namespace zwang {

// Quoted where necessary; text that a spreadsheet would take for a formula is prefixed with an
// apostrophe.
std::string csv_cell(std::string_view text);

}  // namespace zwang
