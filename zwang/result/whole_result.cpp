// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result as a whole: its content as one hash, and one file out of two.

#include <fmt/format.h>

#include <optional>
#include <string>

#include "zwang/base/file.hpp"
#include "zwang/result/content.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/result/schema.hpp"
#include "zwang/result/tables.hpp"

namespace zwang {

std::string content_hash(const std::string& path) {
  tables::require_result(path);
  const sqlite::Database database(path, sqlite::Database::Access::read);
  database.execute("BEGIN");
  tables::require_sound(database);
  Sha256 hash;
  std::string bytes;
  for (const schema::Table& table : schema::content) {
    hash.add(fmt::format("table {}\n", table.name));
    auto lines =
        database.prepare(fmt::format("SELECT * FROM {} ORDER BY {}", table.name, table.key));
    while (lines.step()) {
      bytes.clear();
      for (int column = 0; column < lines.columns(); ++column) put_cell(bytes, lines.value(column));
      hash.add(bytes);
    }
  }
  return hash.hex();
}

void fold(const std::string& path) {
  tables::require_result(path);
  std::optional<FileLock> lock;
  try {
    lock.emplace(path);
  } catch (const Error& error) {
    if (error.code() == Code::E450) return;
    throw;
  }
  const sqlite::Database database(path, sqlite::Database::Access::write);
  tables::require_ours(database);
  tables::fold(database);
}

}  // namespace zwang
