// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A new SQLite file under a name that may have been used before: it appears whole or not at all.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "zwang/base/file.hpp"
#include "zwang/result/sqlite.hpp"

namespace zwang {

// The lock of a name that a result may take: E450 in use, E411 not a plain file, E440 a file that
// is no result, unless it may be overwritten.
std::unique_ptr<FileLock> claim_name(const std::string& path, bool force);

// `fill` runs in one transaction. The name must be claimed.
void create_database(const std::string& path,
                     const std::function<void(const sqlite::Database&)>& fill);

}  // namespace zwang
