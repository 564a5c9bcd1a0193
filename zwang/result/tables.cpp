// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "zwang/base/file.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/result/schema.hpp"

namespace zwang::tables {
namespace {

std::string text_of(const std::map<std::string, MetaValue>& pairs, const std::string& key) {
  const auto found = pairs.find(key);
  if (found == pairs.end()) return {};
  const auto* text = std::get_if<std::string>(&found->second);
  return text ? *text : std::string();
}

std::string text_or_empty(const sqlite::Statement& line, int column) {
  return line.null(column) ? std::string() : line.text(column);
}

}  // namespace

void damaged(const sqlite::Database& database, const std::string& what) {
  throw Error(Code::E430, "damaged result: " + what, {.file = database.path()});
}

namespace {

void require_known(bool ours, std::int64_t version, const Place& place) {
  if (!ours) throw Error(Code::E430, "damaged, or not a result of zwang", place);
  if (version > schema::version)
    throw Error(Code::E431,
                fmt::format("result of a newer program: layout version {}, this program knows {}",
                            version, schema::version),
                place);
  if (version < 1) throw Error(Code::E430, "damaged result: no layout version", place);
  if (version < schema::version)
    throw Error(
        Code::E431,
        fmt::format("result of an earlier program: layout version {}, this program reads {}",
                    version, schema::version),
        place, "",
        {"help: run the model again; `zwang convert OLD.toml -o NEW.toml` rewrites it in current "
         "terms"});
}

}  // namespace

void require_result(const std::string& path) {
  const FileHeader header = read_header(path);
  // Where the power went, the first page may be half written and whole beside the file: SQLite has
  // to put them together first.
  for (const char* end : {"-wal", "-journal"})
    if (kind_of_file(path + end) == FileKind::plain) return;
  const Place place = {.file = path};
  require_known(header.is_sqlite && header.application == schema::application, header.version,
                place);
  if (header.cut_off) throw Error(Code::E430, "damaged result: the file is cut off", place);
}

void require_ours(const sqlite::Database& database) {
  const sqlite::Value application = database.ask("PRAGMA application_id");
  const sqlite::Value version = database.ask("PRAGMA user_version");
  const auto* number = std::get_if<std::int64_t>(&version);
  require_known(application == sqlite::Value(std::int64_t{schema::application}),
                number ? *number : 0, {.file = database.path()});
}

void require_sound(const sqlite::Database& database) {
  require_ours(database);
  const sqlite::Value said = database.ask("PRAGMA quick_check(1)");
  const auto* text = std::get_if<std::string>(&said);
  if (text == nullptr || *text != "ok") {
    if (database.unreadable())
      throw Error(Code::E401, "cannot be read: disk error", {.file = database.path()});
    damaged(database, text ? *text : "quick_check fails");
  }
  auto find = database.prepare("SELECT type FROM sqlite_master WHERE name = ?");
  const auto require = [&](std::string_view table) {
    find.begin(table);
    if (find.step() && find.text(0) == "table") return;
    find.begin("runs");
    if (find.step())
      throw Error(Code::E420, "this is the result of a sweep, not of one run",
                  {.file = database.path()});
    find.begin(table);
    if (!find.step() || find.text(0) != "table")
      damaged(database, fmt::format("there is no table {}", table));
  };
  for (const schema::Table& table : schema::content) require(table.name);
  require("provenance");
  require("checkpoints");
}

std::map<std::string, MetaValue> read_pairs(const sqlite::Database& database,
                                            const std::string& table) {
  std::map<std::string, MetaValue> pairs;
  auto lines = database.prepare("SELECT key, value FROM " + table);
  while (lines.step()) {
    MetaValue& value = pairs[lines.text(0)];
    const sqlite::Value cell = lines.value(1);
    if (const auto* integer = std::get_if<std::int64_t>(&cell)) value = *integer;
    if (const auto* number = std::get_if<double>(&cell)) value = *number;
    if (const auto* text = std::get_if<std::string>(&cell)) value = *text;
  }
  return pairs;
}

void put_provenance(const sqlite::Database& database,
                    const std::vector<std::pair<std::string, std::string>>& pairs) {
  auto insert = database.prepare("INSERT OR REPLACE INTO provenance VALUES (?, ?)");
  for (const auto& [key, value] : pairs) insert.run(key, value);
}

RunStatus status_in(const sqlite::Database& database,
                    const std::map<std::string, MetaValue>& meta) {
  const std::string text = text_of(meta, "status");
  for (const RunStatus status :
       {RunStatus::running, RunStatus::finished, RunStatus::stopped, RunStatus::interrupted})
    if (text == name(status)) return status;
  damaged(database, "table meta, 'status'");
}

RunDescription read_description(const sqlite::Database& database,
                                const std::map<std::string, MetaValue>& meta) {
  RunDescription description;
  auto sources = database.prepare("SELECT id, path, text, sha256 FROM sources ORDER BY id");
  while (sources.step()) {
    description.sources.push_back({sources.text(1), sources.text(2)});
    if (sha256(description.sources.back().text) != sources.text(3))
      damaged(database, fmt::format("table sources, row {}: wrong hash", sources.integer(0)));
  }
  auto settings = database.prepare("SELECT name, given, used, unit FROM settings ORDER BY name");
  while (settings.step()) {
    Setting setting;
    setting.name = settings.text(0);
    if (!settings.null(1)) setting.given = settings.text(1);
    setting.used = settings.text(2);
    setting.unit = text_or_empty(settings, 3);
    description.settings.push_back(std::move(setting));
  }
  auto parameters =
      database.prepare("SELECT name, value, unit, text FROM parameters ORDER BY name");
  while (parameters.step())
    description.parameters.push_back({parameters.text(0), parameters.number(1),
                                      text_or_empty(parameters, 2), text_or_empty(parameters, 3)});
  description.program = text_of(meta, "zwang");
  description.method = text_of(meta, "method");
  if (const auto t = meta.find("t_start");
      t != meta.end() && std::holds_alternative<double>(t->second))
    description.t_start = std::get<double>(t->second);
  else
    damaged(database, "table meta, 't_start'");
  if (text_of(meta, "model_sha256") != description.model_hash())
    damaged(database, "table meta, 'model_sha256'");
  if (text_of(meta, "settings_sha256") != description.settings_hash())
    damaged(database, "table meta, 'settings_sha256'");
  return description;
}

std::vector<Channel> read_channels(const sqlite::Database& database) {
  constexpr std::int64_t widest = 100'000'000;  // of a block, below 10^9 bytes
  constexpr std::array<std::string_view, 7> kinds = {"time",       "side", "coordinate", "velocity",
                                                     "multiplier", "rho",  "state"};
  std::vector<Channel> channels;
  std::int64_t sum = 0;
  auto lines =
      database.prepare("SELECT id, name, what, of, unit, type, width FROM channels ORDER BY id");
  while (lines.step()) {
    const std::int64_t id = lines.integer(0);
    const std::int64_t width = lines.integer(6);
    const std::string type = lines.text(5);
    Channel channel{lines.text(1), lines.text(2), text_or_empty(lines, 3), text_or_empty(lines, 4)};
    const bool small = type == "u8";
    const bool is_small = channel.what == "side" || channel.what == "state";
    if (id != static_cast<std::int64_t>(channels.size()) || width < 1 || width > widest - sum ||
        (type != "f64" && !small) || small != is_small ||
        std::ranges::find(kinds, channel.what) == kinds.end() || (id < 2 && width != 1) ||
        (id == 0) != (channel.what == "time") || (id == 1) != (channel.what == "side"))
      damaged(database, fmt::format("table channels, row {}", id));
    sum += width;
    channel.type = small ? ChannelType::u8 : ChannelType::f64;
    channel.width = static_cast<std::size_t>(width);
    channels.push_back(std::move(channel));
  }
  if (channels.size() < 2) damaged(database, "table channels: no time and side");
  return channels;
}

void read_block(const sqlite::Database& database, const sqlite::Statement& line, std::size_t first,
                const std::vector<Channel>& channels, Block& block) {
  const auto wrong = [&](std::string_view what) {
    damaged(database, fmt::format("table blocks, row {}: {}", first, what));
  };
  if (line.integer(0) != static_cast<std::int64_t>(first)) wrong("a gap before or after it");
  const std::int64_t n = line.integer(1);
  if (n < 1 || n > static_cast<std::int64_t>(block_rows(channels))) wrong("number of rows");
  const std::string_view data = line.bytes(4);
  const auto rows = static_cast<std::size_t>(n);
  if (data.size() != block_bytes(channels, rows)) wrong("length");
  if (line.integer(5) != static_cast<std::int64_t>(crc32(data))) wrong("CRC");
  block.read(data, rows);
  if (line.number(2) != block.number(0, 0) || line.number(3) != block.number(0, rows - 1))
    wrong("times");
}

void fold(const sqlite::Database& database) {
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

}  // namespace zwang::tables
