// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a table says, as bytes to be hashed.
#pragma once

#include <string>

#include "zwang/result/sqlite.hpp"

namespace zwang {

// Each value as a letter and bytes, so that no two contents look the same.
void put_cell(std::string& bytes, const sqlite::Value& value);

}  // namespace zwang
