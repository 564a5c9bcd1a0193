// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of a sweep in one SQLite file, NAME.zw. Its table `runs` has one row per run: id, hash,
// status, code, certified, seconds, then a column for each swept parameter and each wanted value,
// under its own name (with _ appended if that is taken: column names are not case-sensitive).
//
//   SweepStore store("bounce.sweep.zw", sweep, {.resume = true});
//   for (const std::int64_t id : store.missing()) store.add(sweep.run(id));
//   store.finish();
//
// Rows may arrive in any order and more than once; the content of the file depends on neither.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "zwang/sweep/share.hpp"
#include "zwang/sweep/sweep.hpp"

namespace zwang {

struct StoreOptions {
  // Continue the file if it exists.
  bool resume = false;
  // Overwrite a file that is not a result.
  bool force = false;
  // Seconds between commits: a kill loses everything after the last one.
  double sync = 1.0;
  std::string program = {};  // its version
};

// Thread safety: one thread at a time, the only writer of its file.
class SweepStore {
 public:
  // E450 in use, E440 would overwrite a file that is not a result, E411 not a plain file, E410
  // cannot be written; E420 the file is from another sweep, E430 it is damaged. The sweep must
  // outlive it.
  SweepStore(const std::string& path, const Sweep& sweep, const StoreOptions& options = {});
  SweepStore(SweepStore&&) noexcept;
  ~SweepStore();  // without finish(): as if the process had been killed

  // The runs of a share whose rows are missing, ascending.
  std::vector<std::int64_t> missing(const Share& share = {}) const;
  std::int64_t rows() const;
  std::int64_t failed() const;  // of the stored ones

  // An existing row is left unchanged. Commits from time to time. E410 if the disk is full: the
  // file then stays at its last commit.
  void add(const SweepRow& row);
  void commit();
  // Commits for the last time, then leaves a single file.
  void finish();

  // All rows, in the order of their ids.
  void each(const std::function<void(const SweepRow&)>& step) const;

 private:
  struct Storing;
  std::unique_ptr<Storing> storing_;
};

// A sweep as CSV: id, parameters, wanted values, status, code, certified. An empty cell means NaN.
// Run times are not included, so that the same sweep gives the same bytes.
std::string csv_heading(const Sweep& sweep);
std::string csv_line(const SweepRow& row);

// Whether the file is the result of a sweep. E401 if it cannot be read, E430 if it is not a result.
bool is_sweep(const std::string& path);

// SHA-256 of the content of a sweep, which does not include run times.
std::string sweep_content_hash(const std::string& path);

}  // namespace zwang
