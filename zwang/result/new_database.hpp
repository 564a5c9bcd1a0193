// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A new SQLite file, possibly replacing an old one: it appears complete or not at all.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "zwang/base/file.hpp"
#include "zwang/result/sqlite.hpp"

namespace zwang {

// Locks a name for a result: E450 in use, E411 not a plain file, E440 a file that is not a result,
// unless `force`.
std::unique_ptr<FileLock> claim_name(const std::string& path, bool force);

// `fill` runs in one transaction. The name must have been claimed.
void create_database(const std::string& path,
                     const std::function<void(const sqlite::Database&)>& fill);

}  // namespace zwang
