// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A quantity over the rows of a run.
#pragma once

#include <string>
#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// The quantity at each row. E103 and similar, with suggestions, if it cannot be read.
std::vector<double> values_of(const StoredRun& run, const std::vector<StoredRow>& rows,
                              const std::string& quantity);

}  // namespace zwang
