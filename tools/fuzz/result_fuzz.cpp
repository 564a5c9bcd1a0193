// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer on results. The bytes are changes to a small right one: of bytes anywhere in the file,
// or of cells by SQL, where data get the CRC that makes them believed. Whatever comes out is read
// to the end and gone on with, or refused with E4xx.

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/result/checkpoint.hpp"
#include "zwang/result/result.hpp"
#include "zwang/result/schema.hpp"

namespace {

using namespace zwang;
namespace fs = std::filesystem;

void demand(bool holds, const char* what, const std::string& where) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n  %s\n", what, where.c_str());
  std::abort();
}

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool more() const { return at_ < size_; }
  unsigned byte() { return more() ? data_[at_++] : 0U; }
  std::size_t number(int bytes) {
    std::size_t sum = 0;
    for (int i = 0; i < bytes; ++i) sum = sum << 8U | byte();
    return sum;
  }
  std::string text() {
    std::string text(std::min<std::size_t>(byte() % 32, size_ - at_), ' ');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

// A result of a few rows in a folder of its own.
struct Small {
  fs::path folder;
  std::string path, bytes;

  Small() {
    // one thread asks; locks and counts of memory would take a fifth of the time
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    const fs::path memory = "/dev/shm";
    std::string name = ((::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
                        "zwang-fuzz-XXXXXX")
                           .string();
    demand(mkdtemp(name.data()) != nullptr, "a folder can be made", name);
    folder = name;
    path = (folder / "a.zw").string();
    Model model("ball");
    model.mass("p", 1.0, {.at = {0.3, 0.1, 0}, .axes = "xy"});
    model.gravity({0, -9.81, 0});
    model.constraint("floor", "p.y >= 0", {.restitution = 0.5});
    model.constraint("string", "|p| <= 1.2");
    const System system(model);
    const RunDescription description = {
        .sources = {{"model.toml", "zwang = 1\n"}},
        .settings = {{"until", "0.2", "0.2", "s"}, {"tolerance", {}, "1e-9", ""}},
        .parameters = {{"L", 1.2, "m", "1.2 m"}},
        .program = "0.1.0",
        .method = "event-driven"};
    int steps = 20;  // then interrupted: there is something to go on with
    ResultWriter writer(path, description, system,
                        {.sync = 0.0, .stop = [&] { return --steps < 0; }});
    RunOptions options = {.until = 0.2, .max_step = 0.005, .keep_course = false};
    options.recorder = &writer;
    const Trajectory motion = run(system, model.start(), options);
    writer.finish(ending_of(motion));
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  ~Small() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  void store(const std::string& changed) const {
    for (const char* end : {"-wal", "-shm", "-journal"}) ::unlink((path + end).c_str());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << changed;
  }
};

void change_bytes(Bytes& input, std::string& file) {
  constexpr std::size_t page = 4096;
  while (input.more() && !file.empty()) {
    const unsigned how = input.byte();
    // half of them where a page says what is in it
    const std::size_t at =
        how % 2 == 0 ? input.number(3) % file.size()
                     : input.byte() % (file.size() / page + 1) * page + input.byte() % 128;
    if (at >= file.size()) continue;
    const unsigned value = input.byte();
    if (how / 2 % 16 == 0)
      file.resize(at);
    else if (how / 2 % 16 == 1)
      file.append(value * 16, static_cast<char>(value));
    else
      file[at] = static_cast<char>(value);
  }
}

// One cell of any type.
void bind(Bytes& input, sqlite3_stmt* statement, int place) {
  constexpr std::array<std::string_view, 12> words = {"f64",   "u8",         "time",     "side",
                                                      "state", "multiplier", "finished", "cause",
                                                      "open",  "impact",     "inf",      "1e9"};
  switch (input.byte() % 8) {
    case 0: sqlite3_bind_null(statement, place); break;
    case 1: sqlite3_bind_int64(statement, place, static_cast<int>(input.byte()) - 8); break;
    case 2:
      sqlite3_bind_int64(statement, place, std::bit_cast<std::int64_t>(input.number(8)));
      break;
    case 3: sqlite3_bind_double(statement, place, std::bit_cast<double>(input.number(8))); break;
    case 4: sqlite3_bind_int64(statement, place, std::int64_t{1} << input.byte() % 63); break;
    case 5: sqlite3_bind_zeroblob(statement, place, static_cast<int>(input.number(2))); break;
    case 6: {
      const std::string text = input.text();
      sqlite3_bind_text(statement, place, text.data(), static_cast<int>(text.size()),
                        SQLITE_TRANSIENT);
      break;
    }
    default: {
      const std::string_view word = words[input.byte() % words.size()];
      sqlite3_bind_text(statement, place, word.data(), static_cast<int>(word.size()),
                        SQLITE_STATIC);
    }
  }
}

struct Edited {
  const char* table;
  const char* key;
  std::vector<const char*> columns;
};
const std::vector<Edited> tables = {
    {"meta", "key", {"key", "value"}},
    {"provenance", "key", {"key", "value"}},
    {"sources", "id", {"id", "path", "text", "sha256"}},
    {"settings", "name", {"name", "given", "used", "unit"}},
    {"parameters", "name", {"name", "value", "unit", "text"}},
    {"masses", "id", {"id", "name", "kind", "mass"}},
    {"constraints", "id", {"id", "name", "kind", "text", "latex", "shape", "restitution"}},
    {"channels", "id", {"id", "name", "what", "of", "unit", "type", "width"}},
    {"blocks", "first", {"first", "n", "t0", "t1", "data", "crc"}},
    {"events",
     "id",
     {"id", "t", "kind", "cause", "row", "located", "uncertainty", "supplied", "text"}},
    {"event_constraints", "event", {"event", "constraint", "role", "before", "after", "approach"}},
    {"certificates", "number", {"first", "number", "worst", "allowed", "t", "constraint"}},
    {"checkpoints", "slot", {"generation", "t", "rows", "events", "data", "crc"}},
};

class Statement {
 public:
  Statement(sqlite3* database, const std::string& sql) {
    sqlite3_prepare_v2(database, sql.c_str(), -1, &statement_, nullptr);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }
  sqlite3_stmt* get() const { return statement_; }
  bool step() const { return sqlite3_step(statement_) == SQLITE_ROW; }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

// Changes bytes of a block or a checkpoint and makes its CRC right again.
void change_data(Bytes& input, sqlite3* database) {
  const bool block = input.byte() % 2 == 0;
  const char* const table = block ? "blocks" : "checkpoints";
  const char* const key = block ? "first" : "slot";
  const Statement select(database, fmt::format("SELECT data, {} FROM {} LIMIT 1 OFFSET {}", key,
                                               table, input.byte() % 2));
  if (!select.step()) return;
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(select.get(), 0));
  std::string data(size, '\0');
  if (size > 0)
    std::copy_n(static_cast<const char*>(sqlite3_column_blob(select.get(), 0)), size, data.data());
  const std::int64_t where = sqlite3_column_int64(select.get(), 1);
  for (unsigned changes = 1 + input.byte() % 4; changes > 0 && !data.empty(); --changes) {
    const std::size_t at = input.number(2) % data.size();
    const unsigned how = input.byte();
    if (how == 0)
      data.resize(at);
    else if (how == 1)
      data.insert(at, input.text());
    else
      data[at] = static_cast<char>(input.byte());
  }
  const Statement update(database,
                         fmt::format("UPDATE {} SET data = ?, crc = ? WHERE {} = ?", table, key));
  sqlite3_bind_blob(update.get(), 1, data.data(), static_cast<int>(data.size()), SQLITE_STATIC);
  sqlite3_bind_int64(update.get(), 2, static_cast<std::int64_t>(crc32(data)));
  sqlite3_bind_int64(update.get(), 3, where);
  update.step();
}

void change_cells(Bytes& input, const std::string& path) {
  sqlite3* database = nullptr;
  demand(sqlite3_open(path.c_str(), &database) == SQLITE_OK, "a right result opens", path);
  sqlite3_exec(database, "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN", nullptr,
               nullptr, nullptr);
  for (int changes = 0; input.more() && changes < 8; ++changes) {
    const unsigned how = input.byte() % 8;
    if (how < 3) {
      change_data(input, database);
      continue;
    }
    const Edited& edited = tables[input.byte() % tables.size()];
    const std::string where = fmt::format("{0} IN (SELECT {0} FROM {1} LIMIT 1 OFFSET {2})",
                                          edited.key, edited.table, input.byte() % 12);
    if (how == 3) {
      Statement(database, fmt::format("DELETE FROM {} WHERE {}", edited.table, where)).step();
      continue;
    }
    const char* const column = edited.columns[input.byte() % edited.columns.size()];
    const Statement update(
        database, fmt::format("UPDATE {} SET {} = ? WHERE {}", edited.table, column, where));
    bind(input, update.get(), 1);
    update.step();
  }
  sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(database);
}

// Everything that can be asked.
void read_all(const std::string& path) {
  const ResultReader reader(path);
  for (const Channel& channel : reader.channels())
    demand(reader.values(channel.name, channel.width - 1).size() ==
               static_cast<std::size_t>(reader.rows()),
           "every channel has all rows", channel.name);
  for (const StoredEvent& event : reader.events())
    for (const StoredPart& part : event.parts)
      demand(static_cast<std::size_t>(part.constraint) < reader.constraints().size(),
             "a part names a constraint", path);
}

template <class Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    const std::string_view code = name(error.code());
    demand(code.starts_with("E4"), "what is refused is refused with E4xx", error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Small small;
  Bytes input(data, size);
  const unsigned head = input.byte();
  if (head % 2 == 0) {
    std::string file = small.bytes;
    change_bytes(input, file);
    small.store(file);
  } else {
    small.store(small.bytes);
    change_cells(input, small.path);
  }
  // each opens the file anew, which takes most of the time
  switch (head / 2 % 4) {
    case 0: attempt([&] { content_hash(small.path); }); break;
    case 1: attempt([&] { const Resumed resumed = resume_result(small.path); }); break;
    default: attempt([&] { read_all(small.path); }); break;
  }
  return 0;
}
