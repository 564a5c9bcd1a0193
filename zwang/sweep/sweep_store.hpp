// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of a sweep in one SQLite file, NAME.zw. Its table `runs` has a row for each run: id,
// hash, status, code, certified, seconds, then a column for each swept parameter and each wanted
// value, called as they are (with _ behind the name if it is taken: names of columns do not tell
// small letters from large ones).
//
//   SweepStore store("bounce.sweep.zw", sweep, {.resume = true});
//   for (const std::int64_t id : store.missing()) store.add(sweep.run(id));
//   store.finish();
//
// Rows may come in any order and more than once; what the file says depends on neither.
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
  // Go on with the file if it is there.
  bool resume = false;
  // Overwrite a file that is no result.
  bool force = false;
  // Seconds between commits: a kill loses what came after the last one.
  double sync = 1.0;
  std::string program = {};  // its version
};

// For one thread at a time, the only writer of its file.
class SweepStore {
 public:
  // E450 in use, E440 would overwrite a foreign file, E411 not a plain file, E410 cannot be
  // written; E420 the file is of another sweep, E430 it is damaged. The sweep must outlive it.
  SweepStore(const std::string& path, const Sweep& sweep, const StoreOptions& options = {});
  SweepStore(SweepStore&&) noexcept;
  ~SweepStore();  // without finish(): as if the process had been killed

  // The runs whose rows are not there, ascending; of a share.
  std::vector<std::int64_t> missing(const Share& share = {}) const;
  std::int64_t rows() const;
  std::int64_t failed() const;  // of these

  // A row that is there already is left as it is. Commits now and then. E410 if the disk is full:
  // the file then stays at its last commit.
  void add(const SweepRow& row);
  void commit();
  // The last commit, then one file to pass on.
  void finish();

  // All rows, in the order of their ids.
  void each(const std::function<void(const SweepRow&)>& step) const;

 private:
  struct Storing;
  std::unique_ptr<Storing> storing_;
};

// The sheet of a sweep: id, parameters, wanted values, status, code, certified. An empty cell is no
// number. The time that runs took is not in it, so that the same sweep makes the same bytes.
std::string csv_heading(const Sweep& sweep);
std::string csv_line(const SweepRow& row);

// Whether the file is the result of a sweep. E401 if it cannot be read, E430 if it is no result.
bool is_sweep(const std::string& path);

// SHA-256 of what a sweep says; the time that runs took is no part of it.
std::string sweep_content_hash(const std::string& path);

}  // namespace zwang
