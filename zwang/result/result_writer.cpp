// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Writing a result, and going on with one. A block is closed by its number of rows, never by the
// clock; a commit in its middle writes it as it is and replaces it later. So content does not
// depend on when commits happen.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "zwang/base/file.hpp"
#include "zwang/base/text.hpp"
#include "zwang/result/checkpoint.hpp"
#include "zwang/result/new_database.hpp"
#include "zwang/result/new_result.hpp"
#include "zwang/result/schema.hpp"
#include "zwang/result/tables.hpp"

namespace zwang {
namespace {

using sqlite::Blob;
using sqlite::Database;
using sqlite::finite;
using sqlite::Statement;
using sqlite::text_or_null;
using Clock = std::chrono::steady_clock;

std::uint8_t side_byte(int side) { return side == 0 ? 0 : side < 0 ? 1 : 2; }

double seconds_of(const std::string& text, const Database& database) {
  double number = unset;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || !std::isfinite(number))
    tables::damaged(database, "table settings, 'until' is not a number");
  return number;
}

}  // namespace

struct ResultWriter::Writing {
  std::string path;
  ResultOptions options;
  std::unique_ptr<FileLock> lock;
  std::unique_ptr<Database> database;
  std::vector<Channel> channels;
  std::size_t rows_in_block = 256;
  std::size_t coordinates = 0, velocities = 0, constraints = 0, rhos = 0;
  Block block;
  std::optional<Statement> insert_block, insert_event, insert_part, insert_checkpoint;

  std::int64_t rows = 0, events = 0;  // handed over
  double last_t = unset;              // of the last row
  std::uint8_t last_side = 0;
  Checkpoint last;  // the newest, with the rows and events before it
  bool has_last = false;
  std::int64_t last_rows = 0, last_events = 0, generation = 0;
  double committed_t = unset;
  std::size_t waiting = 0;  // bytes since the last commit
  Clock::time_point committed = Clock::now();
  std::optional<Error> failure;
  std::vector<double> numbers;
  std::vector<std::uint8_t> small;

  Writing(std::string name, ResultOptions given, std::unique_ptr<FileLock> held,
          std::unique_ptr<Database> opened, std::vector<Channel> row)
      : path(std::move(name)),
        options(std::move(given)),
        lock(std::move(held)),
        database(std::move(opened)),
        channels(std::move(row)),
        rows_in_block(block_rows(channels)),
        block(channels) {
    for (const Channel& channel : channels) {
      if (channel.what == "coordinate") coordinates += channel.width;
      if (channel.what == "velocity") velocities += channel.width;
      if (channel.what == "multiplier") constraints += channel.width;
      if (channel.what == "rho") rhos += channel.width;
    }
    // where memory cannot be shared SQLite refuses a write-ahead log
    const bool wal =
        database->ask("PRAGMA journal_mode = WAL") == sqlite::Value(std::string("wal"));
    if (!wal) database->ask("PRAGMA journal_mode = TRUNCATE");
    database->execute("PRAGMA synchronous = FULL");
    database->execute("BEGIN IMMEDIATE");
    tables::put_provenance(*database, {{"journal", wal ? "wal" : "truncate"}});
    insert_block.emplace(
        database->prepare("INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?, ?)"));
    insert_event.emplace(
        database->prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    insert_part.emplace(
        database->prepare("INSERT OR IGNORE INTO event_constraints VALUES (?, ?, ?, ?, ?, ?, ?)"));
    insert_checkpoint.emplace(
        database->prepare("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?)"));
  }

  // After a failure nothing is written any more, and the file is what it was at its last commit.
  template <class Work>
  void guarded(Work&& work) {
    if (failure || !database) return;
    const auto fail = [&](Code code, const std::string& message) {
      try {
        if (database->in_transaction()) database->execute("ROLLBACK");
      } catch (const Error&) {  // SQLite has rolled back by itself
      }
      failure.emplace(code,
                      fmt::format("{}; the file holds the run {}", message,
                                  std::isfinite(committed_t) ? "up to t = " + shortest(committed_t)
                                                             : "as it began"),
                      Place{.file = path});
    };
    try {
      work();
    } catch (const Error& error) {
      fail(error.code(), error.message());
    } catch (const std::bad_alloc&) {
      fail(Code::E501, "out of memory");
    }
  }

  void add_row(const Frame& frame) {
    numbers.clear();
    small.clear();
    numbers.push_back(frame.t);
    numbers.insert(numbers.end(), frame.q.begin(), frame.q.end());
    numbers.insert(numbers.end(), frame.u.begin(), frame.u.end());
    numbers.insert(numbers.end(), frame.multipliers.begin(), frame.multipliers.end());
    numbers.insert(numbers.end(), frame.rho.begin(), frame.rho.end());
    small.push_back(side_byte(frame.side));
    for (const ConstraintStatus status : frame.statuses) small.push_back(state_number(status));
    if (numbers.size() != 1 + coordinates + velocities + constraints + rhos ||
        small.size() != 1 + constraints)
      throw Error(Code::E420, "a row does not fit the file: it belongs to another model");
    if (!std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); }))
      throw Error(Code::E311, fmt::format("row {} is not finite", rows));
    block.add(numbers, small);
    ++rows;
    last_t = frame.t;
    last_side = small.front();
    if (block.rows() == rows_in_block) {
      write_block();
      block.clear();
    }
  }

  void write_block() {
    if (block.rows() == 0) return;
    const Blob data{block.bytes()};
    insert_block->run(rows - static_cast<std::int64_t>(block.rows()), block.rows(),
                      block.number(0, 0), block.number(0, block.rows() - 1), data,
                      static_cast<std::int64_t>(crc32(data.bytes)));
    waiting += data.bytes.size();
  }

  void add_event(const Event& event) {
    // both sides of an instant are handed over before its event
    const bool jumped = rows >= 2 && last_side == 2 && last_t == event.t;
    const bool measured = std::isfinite(event.energy_before);
    insert_event->run(events, event.t, name(event.kind), text_or_null(cause(event.kind)),
                      std::max<std::int64_t>(0, rows - (jumped ? 2 : 1)), finite(event.located),
                      finite(event.uncertainty), finite(event.energy_before),
                      finite(event.energy_after), finite(measured ? event.supplied : unset),
                      text_or_null(""));
    for (const Part& part : event.parts)
      insert_part->run(events, part.constraint, part.cause ? "cause" : "part", name(part.before),
                       name(part.after), finite(measured ? part.rate_before : unset),
                       finite(measured ? part.impulse : unset));
    ++events;
    waiting += 200 + 100 * event.parts.size();
  }

  void write_checkpoint() {
    if (!has_last) return;
    const Blob data{checkpoint_bytes(last)};
    ++generation;
    insert_checkpoint->run(generation % 2, generation, last.state.t, last_rows, last_events, data,
                           static_cast<std::int64_t>(crc32(data.bytes)));
  }

  void commit() {
    write_block();
    write_checkpoint();
    database->execute("COMMIT");
    if (has_last) committed_t = last.state.t;
    has_last = false;
    waiting = 0;
    committed = Clock::now();
  }

  void take(const Checkpoint& checkpoint) {
    last = checkpoint;
    has_last = true;
    last_rows = rows;
    last_events = events;
    const std::chrono::duration<double> since = Clock::now() - committed;
    if (since.count() < options.sync && waiting + unwritten() < options.most_waiting) return;
    commit();
    database->execute("BEGIN IMMEDIATE");
  }

  std::size_t unwritten() const {
    return block.rows() *
           (8 * (1 + coordinates + velocities + constraints + rhos) + 1 + constraints);
  }

  void put_ending(const RunSummary& ending) {
    auto meta = database->prepare("UPDATE meta SET value = ?2 WHERE key = ?1");
    meta.run("status", name(ending.status));
    meta.run("code", ending.code ? sqlite::Value(std::string(name(*ending.code))) : sqlite::null);
    meta.run("t_end", finite(ending.t_end));
    meta.run("certified", ending.certified ? 1 : 0);
    meta.run("steps", static_cast<std::int64_t>(ending.steps));
    meta.run("solves", ending.solves ? sqlite::Value(static_cast<std::int64_t>(*ending.solves))
                                     : sqlite::null);
    auto numbers_of = database->prepare("INSERT INTO certificates VALUES (0, ?, ?, ?, ?, ?)");
    for (const CertificateNumber& number : ending.numbers)
      numbers_of.run(
          number.number, number.worst, number.allowed, finite(number.t.value_or(unset)),
          number.constraint ? sqlite::Value(std::int64_t{*number.constraint}) : sqlite::null);
    tables::put_provenance(*database, ending.provenance);
  }

  void close() {
    for (auto* statement : {&insert_block, &insert_event, &insert_part, &insert_checkpoint})
      statement->reset();
    database.reset();
    lock.reset();
  }
};

ResultWriter::ResultWriter(std::unique_ptr<Writing> writing) : writing_(std::move(writing)) {}
ResultWriter::ResultWriter(ResultWriter&&) noexcept = default;
ResultWriter::~ResultWriter() = default;

ResultWriter::ResultWriter(const std::string& path, const RunDescription& description,
                           const System& system, const ResultOptions& options) {
  auto lock = claim_name(path, options.force);
  std::vector<Channel> channels = channels_of(system, description.setting("problem") != nullptr);
  create_result(path, description, system, channels, options);
  writing_ = std::make_unique<Writing>(path, options, std::move(lock),
                                       std::make_unique<Database>(path, Database::Access::write),
                                       std::move(channels));
}

void ResultWriter::row(const Frame& frame) {
  writing_->guarded([&] { writing_->add_row(frame); });
}

void ResultWriter::event(const Event& event) {
  writing_->guarded([&] { writing_->add_event(event); });
}

void ResultWriter::checkpoint(const Checkpoint& checkpoint) {
  writing_->guarded([&] { writing_->take(checkpoint); });
}

bool ResultWriter::stop() {
  return writing_->failure || (writing_->options.stop && writing_->options.stop());
}

void ResultWriter::finish(const RunSummary& ending) {
  Writing& w = *writing_;
  w.guarded([&] {
    w.put_ending(ending);
    w.commit();
  });
  if (w.failure) throw Error(*w.failure);
  if (!w.database) return;
  for (auto* statement : {&w.insert_block, &w.insert_event, &w.insert_part, &w.insert_checkpoint})
    statement->reset();
  tables::fold(*w.database);
  w.close();
}

const std::optional<Error>& ResultWriter::failure() const { return writing_->failure; }
std::int64_t ResultWriter::rows() const { return writing_->rows; }
std::int64_t ResultWriter::events() const { return writing_->events; }

void ResultWriter::check(const System& system) const {
  const std::vector<Channel> ours = channels_of(system, writing_->rhos > 0);
  const bool same =
      std::ranges::equal(ours, writing_->channels, [](const Channel& a, const Channel& b) {
        return a.name == b.name && a.what == b.what && a.type == b.type && a.width == b.width;
      });
  if (!same)
    throw Error(Code::E420, "the rows of this result belong to another model",
                {.file = writing_->path});
}

namespace {

// The newest checkpoint that can be trusted.
struct Found {
  std::optional<Checkpoint> checkpoint;  // nothing if the run had not begun
  std::int64_t generation = 0, rows = 0, events = 0;
  double t = 0.0;
};

Found newest_checkpoint(const Database& database, const std::vector<Channel>& channels) {
  std::size_t coordinates = 0, velocities = 0, constraints = 0;
  for (const Channel& channel : channels) {
    if (channel.what == "coordinate") coordinates += channel.width;
    if (channel.what == "velocity") velocities += channel.width;
    if (channel.what == "multiplier") constraints += channel.width;
  }
  auto stored = database.prepare("SELECT COALESCE(SUM(n), 0) FROM blocks");
  stored.step();
  const std::int64_t stored_rows = stored.integer(0);
  auto lines = database.prepare(
      "SELECT generation, t, rows, events, data, crc FROM checkpoints ORDER BY generation DESC");
  while (lines.step()) {
    const std::string data(lines.bytes(4));
    if (lines.integer(5) != static_cast<std::int64_t>(crc32(data))) continue;
    auto checkpoint = checkpoint_from(data);
    if (!checkpoint) continue;
    Found found{{}, lines.integer(0), lines.integer(2), lines.integer(3), lines.number(1)};
    if (found.generation < 0 || found.rows < 0 || found.rows > stored_rows || found.events < 0)
      continue;
    if (found.generation == 0) {
      if (found.rows == 0 && found.events == 0) return found;
      continue;
    }
    const auto n = constraints;
    if (static_cast<std::size_t>(checkpoint->state.q.size()) != coordinates ||
        static_cast<std::size_t>(checkpoint->state.u.size()) != velocities ||
        checkpoint->on.size() != n || checkpoint->armed.size() != n ||
        checkpoint->armed_multiplier.size() != n || checkpoint->impacts.size() != n ||
        checkpoint->statuses.size() != n ||
        (!checkpoint->impulses.empty() && checkpoint->impulses.size() != n) ||
        checkpoint->pushes.size() != checkpoint->impulses.size() ||
        std::ranges::any_of(checkpoint->settling, [&](const Settling& settling) {
          return std::ranges::any_of(settling.constraints, [&](int constraint) {
            return constraint < 0 || static_cast<std::size_t>(constraint) >= n;
          });
        }))
      continue;
    found.checkpoint = std::move(checkpoint);
    return found;
  }
  throw Error(Code::E421, "no usable checkpoint", {.file = database.path()});
}

// Takes back what was handed over after the checkpoint.
void cut_back(ResultWriter::Writing& w, const Found& found) {
  const Database& database = *w.database;
  const auto size = static_cast<std::int64_t>(w.rows_in_block);
  const std::int64_t first = found.rows / size * size;
  w.rows = found.rows;
  w.events = found.events;
  w.generation = found.generation;
  w.committed_t = found.t;
  auto before =
      database.prepare("SELECT COALESCE(SUM(n), 0), COUNT(*) FROM blocks WHERE first < ?");
  before.begin(first);
  before.step();
  if (before.integer(0) != first || before.integer(1) != first / size)
    tables::damaged(database, "table blocks: rows are missing");
  auto events = database.prepare("SELECT COUNT(*) FROM events WHERE id >= 0 AND id < ?");
  events.begin(found.events);
  events.step();
  if (events.integer(0) != found.events)
    tables::damaged(database, "table events: some are missing");

  // the last row tells on which side of an instant we are
  const auto load = [&](std::int64_t from) {
    auto line = database.prepare("SELECT first, n, t0, t1, data, crc FROM blocks WHERE first = ?");
    line.begin(from);
    if (!line.step())
      tables::damaged(database, fmt::format("table blocks, row {} is missing", from));
    tables::read_block(database, line, static_cast<std::size_t>(from), w.channels, w.block);
  };
  if (found.rows > 0) {
    load((found.rows - 1) / size * size);
    const auto last = static_cast<std::size_t>((found.rows - 1) % size);
    if (last >= w.block.rows())
      tables::damaged(database, "table blocks: the last one is too short");
    w.last_t = w.block.number(0, last);
    w.last_side = w.block.small(0, last);
    w.block.cut(found.rows == first ? 0 : last + 1);
  }
  for (const char* sql :
       {"DELETE FROM events WHERE id >= ?", "DELETE FROM event_constraints WHERE event >= ?"})
    database.prepare(sql).run(found.events);
  database.prepare("DELETE FROM blocks WHERE first >= ?").run(first);
  w.write_block();
  // these speak of the whole run and come with its end
  database.execute("DELETE FROM certificates");
}

}  // namespace

Resumed resume_result(const std::string& path, const ResultOptions& options,
                      std::optional<double> until, const RunDescription* given) {
  if (kind_of_file(path) == FileKind::other)
    throw Error(Code::E411, "not a plain file", {.file = path});
  tables::require_result(path);
  demand_own_neighbours(path);
  auto lock = std::make_unique<FileLock>(path);
  auto opened = std::make_unique<Database>(path, Database::Access::write);
  const Database& database = *opened;
  tables::require_sound(database);
  const auto meta = tables::read_pairs(database, "meta");
  RunDescription description = tables::read_description(database, meta);
  const auto refuse = [&](const std::string& text) {
    throw Error(Code::E420, text, {.file = path});
  };
  if (given && given->model_hash() != description.model_hash())
    refuse("this is the result of another model");
  if (given && given->settings_hash() != description.settings_hash())
    refuse("this result was made with other settings or parameters");
  const auto setting = std::ranges::find(description.settings, "until", &Setting::name);
  if (setting == description.settings.end())
    tables::damaged(database, "table settings has no 'until'");
  const double before = seconds_of(setting->used, database);
  if (until && !(*until >= before))
    refuse(fmt::format("'until' {} is before the {} of this result", *until, before));
  if (tables::status_in(database, meta) == RunStatus::finished &&
      !(until.value_or(before) > before))
    refuse(fmt::format("the run is finished; give an 'until' later than {} to continue", before));

  std::vector<Channel> channels = tables::read_channels(database);
  Found found = newest_checkpoint(database, channels);
  auto writing = std::make_unique<ResultWriter::Writing>(path, options, std::move(lock),
                                                         std::move(opened), std::move(channels));
  cut_back(*writing, found);
  if (until && *until > before) {
    setting->given = setting->used = shortest(*until);
    database.prepare("UPDATE settings SET given = ?1, used = ?1 WHERE name = 'until'")
        .run(setting->used);
  }
  auto put = database.prepare("UPDATE meta SET value = ?2 WHERE key = ?1");
  put.run("status", name(RunStatus::running));
  put.run("certified", 0);
  for (const char* later : {"code", "t_end", "steps", "solves"}) put.run(later, sqlite::null);
  tables::put_provenance(database, options.provenance);
  database.execute("UPDATE provenance SET value = value + 1 WHERE key = 'resumes'");
  database.execute("COMMIT");
  database.execute("BEGIN IMMEDIATE");
  return {ResultWriter(std::move(writing)), std::move(description), std::move(found.checkpoint),
          until.value_or(before), path};
}

}  // namespace zwang
