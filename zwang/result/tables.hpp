// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shared by writing and reading a result: whether it is one, what was requested, what a row holds.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "zwang/result/result.hpp"
#include "zwang/result/sqlite.hpp"

namespace zwang::tables {

// Requires a result of a known version, judging by its first bytes: E401, E411, E430, E431. If a
// killed run left another file next to it, they are not conclusive yet.
void require_result(const std::string& path);
// The same, according to SQLite.
void require_ours(const sqlite::Database& database);
// The same; in addition SQLite finds the file sound, and our tables are tables.
void require_sound(const sqlite::Database& database);

[[noreturn]] void damaged(const sqlite::Database& database, const std::string& what);

std::map<std::string, MetaValue> read_pairs(const sqlite::Database& database,
                                            const std::string& table);
void put_provenance(const sqlite::Database& database,
                    const std::vector<std::pair<std::string, std::string>>& pairs);
RunStatus status_in(const sqlite::Database& database, const std::map<std::string, MetaValue>& meta);
RunDescription read_description(const sqlite::Database& database,
                                const std::map<std::string, MetaValue>& meta);
// Time and side come first; no width exceeds what a block can hold.
std::vector<Channel> read_channels(const sqlite::Database& database);

// The rows of one line of `SELECT first, n, t0, t1, data, crc FROM blocks`, checked: it begins at
// row `first` and is consistent.
void read_block(const sqlite::Database& database, const sqlite::Statement& line, std::size_t first,
                const std::vector<Channel>& channels, Block& block);

// Merges the database and its -wal into one file, unless a reader has them open.
void fold(const sqlite::Database& database);

}  // namespace zwang::tables
