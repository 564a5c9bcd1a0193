// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The content of a table as bytes, for hashing.
#pragma once

#include <string>

#include "zwang/result/sqlite.hpp"

namespace zwang {

// Each value as a letter and bytes, so that different contents never look the same.
void put_cell(std::string& bytes, const sqlite::Value& value);

}  // namespace zwang
