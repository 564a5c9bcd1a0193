// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/sweep_store.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <set>

#include "zwang/base/file.hpp"
#include "zwang/base/text.hpp"
#include "zwang/result/content.hpp"
#include "zwang/result/csv_cell.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/result/new_database.hpp"
#include "zwang/result/schema.hpp"
#include "zwang/result/tables.hpp"

namespace zwang {
namespace {

using sqlite::Database;
using sqlite::Statement;
using Clock = std::chrono::steady_clock;

// Parameters and wanted values of one file; SQLite is asked for 100 columns at most.
constexpr std::size_t most_columns = 90;
const std::vector<std::string> fixed_columns = {"id",   "hash",      "status",
                                                "code", "certified", "seconds"};
constexpr int first_parameter = 6;

// A name in SQL.
std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string small(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

std::vector<std::string> columns_of(const Sweep& sweep) {
  std::set<std::string> taken(fixed_columns.begin(), fixed_columns.end());
  std::vector<std::string> columns;
  for (const auto* names : {&sweep.order().names, &sweep.order().want})
    for (std::string name : *names) {
      while (!taken.insert(small(name)).second) name += '_';
      columns.push_back(std::move(name));
    }
  if (columns.size() > most_columns)
    throw Error(Code::E110, fmt::format("{} parameters and wanted values, a file has room for {}",
                                        columns.size(), most_columns));
  return columns;
}

void create(const std::string& path, const Sweep& sweep, const std::vector<std::string>& columns,
            const StoreOptions& options) {
  create_database(path, [&](const Database& database) {
    std::string sql = schema::mark() + R"sql(
CREATE TABLE meta       (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE provenance (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE sources    (id INTEGER PRIMARY KEY, path TEXT NOT NULL, text TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE runs       (id INTEGER PRIMARY KEY, hash TEXT UNIQUE NOT NULL, status TEXT NOT NULL, code TEXT,
                         certified INTEGER NOT NULL, seconds REAL)sql";
    for (const std::string& column : columns) sql += fmt::format(", {} REAL", quoted(column));
    database.execute(sql + ");");
    auto meta = database.prepare("INSERT INTO meta VALUES (?, ?)");
    meta.run("kind", "sweep");
    meta.run("order", sweep.description());
    meta.run("runs", sweep.size());
    meta.run("parameters", sweep.order().names.size());
    auto sources = database.prepare("INSERT INTO sources VALUES (?, ?, ?, ?)");
    for (std::size_t i = 0; i < sweep.sources().size(); ++i)
      sources.run(i, sweep.sources()[i].path, sweep.sources()[i].text,
                  sha256(sweep.sources()[i].text));
    tables::put_provenance(database, {{"zwang", options.program}});
  });
}

std::string text_of(const Database& database, const char* key) {
  auto line = database.prepare("SELECT value FROM meta WHERE key = ?");
  line.begin(key);
  return line.step() && !line.null(0) ? line.text(0) : std::string();
}

// Ours, sound, and a sweep.
void require_sweep(const Database& database) {
  tables::require_ours(database);
  if (database.ask("PRAGMA quick_check(1)") != sqlite::Value(std::string("ok")))
    tables::damaged(database, "SQLite finds it damaged");
  for (const char* table : {"meta", "sources", "runs"}) {
    auto find = database.prepare("SELECT type FROM sqlite_master WHERE name = ?");
    find.begin(table);
    if (!find.step() || find.text(0) != "table")
      throw Error(Code::E420, "this is not a sweep", {.file = database.path()});
  }
}

}  // namespace

struct SweepStore::Storing {
  std::string path;
  const Sweep& sweep;
  StoreOptions options;
  std::vector<std::string> columns;
  std::unique_ptr<FileLock> lock;
  std::unique_ptr<Database> database;
  std::optional<Statement> insert;
  std::vector<sqlite::Value> cells;
  std::vector<char> there;
  std::int64_t rows = 0, failed = 0;
  Clock::time_point committed = Clock::now();

  Storing(const std::string& name, const Sweep& of, const StoreOptions& given)
      : path(name), sweep(of), options(given), columns(columns_of(of)) {
    lock = claim_name(path, options.force);
    const bool go_on = options.resume && kind_of_file(path) == FileKind::plain;
    if (!go_on) create(path, sweep, columns, options);
    database = std::make_unique<Database>(path, Database::Access::write);
    if (database->ask("PRAGMA journal_mode = WAL") != sqlite::Value(std::string("wal")))
      database->ask("PRAGMA journal_mode = TRUNCATE");
    database->execute("PRAGMA synchronous = FULL");
    there.assign(static_cast<std::size_t>(sweep.size()), 0);
    if (go_on) recall();
    std::string places = "?";
    for (std::size_t i = 1; i < fixed_columns.size() + columns.size(); ++i) places += ", ?";
    insert.emplace(
        database->prepare(fmt::format("INSERT OR IGNORE INTO runs VALUES ({})", places)));
    database->execute("BEGIN IMMEDIATE");
  }

  void recall() {
    require_sweep(*database);
    if (text_of(*database, "order") != sweep.description())
      throw Error(Code::E420, "the file belongs to another sweep: model, settings or values differ",
                  {.file = path});
    if (database->prepare("SELECT * FROM runs").columns() !=
        first_parameter + static_cast<int>(columns.size()))
      tables::damaged(*database, "table runs has other columns");
    auto lines = database->prepare("SELECT id, hash, code FROM runs ORDER BY id");
    while (lines.step()) {
      const std::int64_t id = lines.integer(0);
      if (id < 0 || id >= sweep.size() || lines.text(1) != sweep.hash(id))
        tables::damaged(*database, fmt::format("table runs, row {}", id));
      note(id, !lines.null(2));
    }
  }

  void note(std::int64_t id, bool has_failed) {
    there[static_cast<std::size_t>(id)] = 1;
    ++rows;
    if (has_failed) ++failed;
  }

  void add(const SweepRow& row) {
    if (row.id < 0 || row.id >= sweep.size() ||
        row.parameters.size() + row.values.size() != columns.size() ||
        row.parameters.size() != sweep.order().names.size())
      throw Error(Code::E420, "a row belongs to another sweep", {.file = path});
    if (there[static_cast<std::size_t>(row.id)] != 0) return;
    cells.clear();
    cells.emplace_back(row.id);
    cells.emplace_back(row.hash);
    cells.emplace_back(row.status);
    cells.push_back(row.code ? sqlite::Value(std::string(name(*row.code))) : sqlite::Value());
    cells.emplace_back(std::int64_t{row.certified ? 1 : 0});
    cells.push_back(sqlite::finite(row.seconds));
    for (const auto* numbers : {&row.parameters, &row.values})
      for (const double x : *numbers) cells.push_back(sqlite::finite(x));
    guarded([&] { insert->run_all(cells); });
    note(row.id, row.failed());
    if (std::chrono::duration<double>(Clock::now() - committed).count() >= options.sync) commit();
  }

  void commit() {
    guarded([&] {
      database->execute("COMMIT");
      database->execute("BEGIN IMMEDIATE");
    });
    committed = Clock::now();
  }

  // A failure leaves the file at its last commit.
  template <class Work>
  void guarded(Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      try {
        if (database->in_transaction()) database->execute("ROLLBACK");
      } catch (const Error&) {  // SQLite has rolled back by itself
      }
      throw Error(
          error.code(),
          fmt::format("{}; the file holds the sweep up to its last commit", error.message()),
          {.file = path});
    }
  }
};

SweepStore::SweepStore(const std::string& path, const Sweep& sweep, const StoreOptions& options)
    : storing_(std::make_unique<Storing>(path, sweep, options)) {}
SweepStore::SweepStore(SweepStore&&) noexcept = default;
SweepStore::~SweepStore() = default;

std::vector<std::int64_t> SweepStore::missing(const Share& share) const {
  std::vector<std::int64_t> ids;
  const auto runs = static_cast<std::int64_t>(storing_->there.size());
  for (std::int64_t id = share.first(runs); id < share.end(runs); ++id)
    if (storing_->there[static_cast<std::size_t>(id)] == 0) ids.push_back(id);
  return ids;
}

std::int64_t SweepStore::rows() const { return storing_->rows; }
std::int64_t SweepStore::failed() const { return storing_->failed; }
void SweepStore::add(const SweepRow& row) { storing_->add(row); }
void SweepStore::commit() { storing_->commit(); }

void SweepStore::finish() {
  Storing& s = *storing_;
  if (!s.insert) return;
  s.guarded([&] { s.database->execute("COMMIT"); });
  s.insert.reset();
  tables::fold(*s.database);
  s.lock.reset();
}

void SweepStore::each(const std::function<void(const SweepRow&)>& step) const {
  const std::size_t parameters = storing_->sweep.order().names.size();
  auto lines = storing_->database->prepare("SELECT * FROM runs ORDER BY id");
  while (lines.step()) {
    SweepRow row;
    row.id = lines.integer(0);
    row.hash = lines.text(1);
    row.status = lines.text(2);
    if (!lines.null(3)) row.code = code_named(lines.text(3));
    row.certified = lines.integer(4) != 0;
    row.seconds = lines.null(5) ? unset : lines.number(5);
    for (std::size_t i = 0; i < storing_->columns.size(); ++i) {
      const int column = first_parameter + static_cast<int>(i);
      const double x = lines.null(column) ? unset : lines.number(column);
      (i < parameters ? row.parameters : row.values).push_back(x);
    }
    step(row);
  }
}

std::string csv_heading(const Sweep& sweep) {
  std::string line = "id";
  for (const auto* names : {&sweep.order().names, &sweep.order().want})
    for (const std::string& name : *names) line += "," + csv_cell(name);
  return line + ",status,code,certified\r\n";
}

std::string csv_line(const SweepRow& row) {
  std::string line = fmt::format("{}", row.id);
  for (const auto* numbers : {&row.parameters, &row.values})
    for (const double x : *numbers) line += "," + (std::isfinite(x) ? shortest(x) : "");
  return line + fmt::format(",{},{},{}\r\n", row.status, row.code ? name(*row.code) : "",
                            row.certified ? 1 : 0);
}

bool is_sweep(const std::string& path) {
  tables::require_result(path);
  const Database database(path, Database::Access::read);
  return database.ask("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'runs'") ==
         sqlite::Value(std::int64_t{1});
}

std::string sweep_content_hash(const std::string& path) {
  tables::require_result(path);
  const Database database(path, Database::Access::read);
  database.execute("BEGIN");
  require_sweep(database);
  Sha256 hash;
  std::string bytes;
  for (const auto& [table, key] : {schema::Table{"meta", "key"}, schema::Table{"sources", "id"},
                                   schema::Table{"runs", "id"}}) {
    hash.add(fmt::format("table {}\n", table));
    auto lines = database.prepare(fmt::format("SELECT * FROM {} ORDER BY {}", table, key));
    while (lines.step()) {
      bytes.clear();
      for (int column = 0; column < lines.columns(); ++column)
        if (table != "runs" || column != first_parameter - 1) put_cell(bytes, lines.value(column));
      hash.add(bytes);
    }
  }
  return hash.hex();
}

}  // namespace zwang
