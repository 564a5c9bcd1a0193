// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Storing a million rows of thirty numbers, in seconds, against bare SQLite that is given the same
// bytes as finished blocks and commits as often.
//
//   result-speed [FOLDER [ROWS]]

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "zwang/result/result.hpp"

namespace {

using namespace zwang;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Six masses in a plane and five constraints: t, 12 coordinates, 12 velocities, 5 multipliers, and
// six bytes.
std::unique_ptr<Model> chain() {
  auto model = std::make_unique<Model>("chain");
  for (int i = 0; i < 6; ++i)
    model->mass(fmt::format("p{}", i), 1.0, {.at = {0.5 * i, 0, 0}, .axes = "xy"});
  model->gravity({0, -9.81, 0});
  for (int i = 0; i < 5; ++i)
    model->constraint(fmt::format("string{}", i), fmt::format("|p{} - p{}| <= 1", i, i + 1));
  return model;
}

void require(bool good, const char* what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::exit(1);
}

// Seconds for all rows; every step is a checkpoint, as in a run.
double write_rows(const std::string& path, const System& system, std::int64_t rows) {
  RunDescription description;
  description.settings = {{"until", {}, "1", "s"}};
  Frame frame;
  frame.q = Vector::Zero(12);
  frame.u = Vector::Zero(12);
  frame.multipliers.assign(5, 0.0);
  frame.statuses.assign(5, ConstraintStatus::active);
  Checkpoint checkpoint;
  checkpoint.state = {frame.q, frame.u, 0.0};
  for (auto* list : {&checkpoint.on, &checkpoint.armed, &checkpoint.armed_multiplier})
    list->assign(5, 1);
  checkpoint.statuses = frame.statuses;
  checkpoint.impacts.assign(5, {});

  const auto start = Clock::now();
  ResultWriter writer(path, description, system, {});
  for (std::int64_t i = 0; i < rows; ++i) {
    frame.t = 1e-6 * static_cast<double>(i);
    for (int k = 0; k < 12; ++k) {
      frame.q[k] = frame.t + k;
      frame.u[k] = frame.t - k;
    }
    for (std::size_t k = 0; k < 5; ++k) frame.multipliers[k] = frame.t * static_cast<double>(k);
    writer.row(frame);
    checkpoint.state.t = frame.t;
    writer.checkpoint(checkpoint);
  }
  require(!writer.failure(), "a row was not written");
  writer.finish({.t_end = 1.0, .certified = true});
  return since(start);
}

// Seconds for the same blocks in the same layout.
double write_bare(const std::string& path, std::size_t block, std::int64_t blocks) {
  const auto start = Clock::now();
  sqlite3* database = nullptr;
  require(sqlite3_open(path.c_str(), &database) == SQLITE_OK, "cannot be opened");
  const auto execute = [&](const char* sql) {
    require(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
  };
  execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  execute(
      "CREATE TABLE blocks (first INTEGER PRIMARY KEY, n INTEGER, t0 REAL, t1 REAL, data BLOB, "
      "crc INTEGER); CREATE INDEX blocks_t ON blocks (t0)");
  sqlite3_stmt* insert = nullptr;
  sqlite3_prepare_v2(database, "INSERT INTO blocks VALUES (?, 256, ?, ?, ?, 0)", -1, &insert,
                     nullptr);
  std::string bytes(block, '\0');
  std::size_t waiting = 0;
  auto committed = Clock::now();
  execute("BEGIN IMMEDIATE");
  for (std::int64_t i = 0; i < blocks; ++i) {
    for (std::size_t k = 0; k < bytes.size(); k += 8) bytes[k] = static_cast<char>(i + 1);
    const auto t = static_cast<double>(i);
    sqlite3_bind_int64(insert, 1, 256 * i);
    sqlite3_bind_double(insert, 2, t);
    sqlite3_bind_double(insert, 3, t);
    sqlite3_bind_blob64(insert, 4, bytes.data(), bytes.size(), SQLITE_STATIC);
    require(sqlite3_step(insert) == SQLITE_DONE, "a block was not written");
    sqlite3_reset(insert);
    waiting += bytes.size();
    if (waiting < std::size_t{64} << 20 && since(committed) < 1.0) continue;
    execute("COMMIT; BEGIN IMMEDIATE");
    waiting = 0;
    committed = Clock::now();
  }
  execute("COMMIT");
  sqlite3_finalize(insert);
  execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  sqlite3_close(database);
  return since(start);
}

// Seconds for as many bytes in a plain file, on the disk at the end.
double write_plain(const std::string& path, std::size_t block, std::int64_t blocks) {
  const auto start = Clock::now();
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  require(file != nullptr, "cannot be opened");
  const std::string bytes(block, 'x');
  for (std::int64_t i = 0; i < blocks; ++i) std::fwrite(bytes.data(), 1, bytes.size(), file);
  std::fflush(file);
  fsync(fileno(file));
  std::fclose(file);
  return since(start);
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path folder = argc > 1 ? argv[1] : ".";
  const std::int64_t rows = argc > 2 ? std::atoll(argv[2]) : 1'000'000;
  const std::string ours = (folder / "result-speed.zw").string();
  const std::string bare = (folder / "result-speed.bare").string();
  const std::string plain = (folder / "result-speed.plain").string();
  const auto model = chain();
  const System system(*model);
  double best = 1e300, best_bare = 1e300, best_plain = 1e300;
  for (int turn = 0; turn < 3; ++turn) {
    best = std::min(best, write_rows(ours, system, rows));
    const ResultReader reader(ours);
    require(reader.rows() == rows, "rows are missing");
    const std::size_t block = block_bytes(reader.channels(), 256);
    const std::int64_t blocks = (rows + 255) / 256;
    best_bare = std::min(best_bare, write_bare(bare, block, blocks));
    best_plain = std::min(best_plain, write_plain(plain, block, blocks));
    fs::remove(bare);
    fs::remove(plain);
  }
  const double megabytes = static_cast<double>(fs::file_size(ours)) / 1e6;
  fs::remove(ours);
  fmt::print("{} rows of 30 numbers, {:.0f} MB: {:.2f} s ({:.0f} MB/s)\n", rows, megabytes, best,
             megabytes / best);
  fmt::print("bare SQLite, the same blocks: {:.2f} s, ratio {:.2f}\n", best_bare, best / best_bare);
  fmt::print("a plain file and one fsync: {:.2f} s, ratio {:.2f}\n", best_plain, best / best_plain);
}
