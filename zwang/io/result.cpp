// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What belongs to no side: names, hashes, and one file out of two.

#include "zwang/io/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "zwang/io/content.hpp"
#include "zwang/io/file.hpp"
#include "zwang/io/hash.hpp"
#include "zwang/io/schema.hpp"
#include "zwang/io/tables.hpp"

namespace zwang {
std::string_view name(RunStatus status) {
  switch (status) {
    case RunStatus::running: return "running";
    case RunStatus::finished: return "finished";
    case RunStatus::stopped: return "stopped";
    case RunStatus::interrupted: return "interrupted";
  }
  return "";
}

const Setting* RunDescription::setting(std::string_view name) const {
  const auto found = std::ranges::find(settings, name, &Setting::name);
  return found == settings.end() ? nullptr : &*found;
}

std::string RunDescription::model_hash() const {
  std::string bytes;
  for (const Source& source : sources) put_cell(bytes, source.text);
  return sha256(bytes);
}

std::string RunDescription::settings_hash() const {
  std::vector<Setting> by_name = settings;
  std::ranges::sort(by_name, {}, &Setting::name);
  std::vector<ParameterValue> values = parameters;
  std::ranges::sort(values, {}, &ParameterValue::name);
  std::string bytes;
  for (const Setting& setting : by_name) {
    if (setting.name == "until") continue;
    put_cell(bytes, setting.name);
    put_cell(bytes, setting.used);
    put_cell(bytes, setting.unit);
  }
  for (const ParameterValue& parameter : values) {
    put_cell(bytes, parameter.name);
    put_cell(bytes, parameter.value);
  }
  return sha256(bytes);
}

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

void tables::fold(const sqlite::Database& database) {
  // a reader in between makes both fail: try for a second, then leave the two files
  database.execute("PRAGMA busy_timeout = 10");
  for (int turn = 0; turn < 20; ++turn) {
    try {
      database.ask("PRAGMA wal_checkpoint(TRUNCATE)");
      const sqlite::Value mode = database.ask("PRAGMA journal_mode = DELETE");
      if (mode == sqlite::Value(std::string("delete"))) return;
    } catch (const Error& error) {
      if (error.code() != Code::E450) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace zwang
