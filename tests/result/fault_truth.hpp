// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a damaged disk may still say: the true rows and events up to one commit, nothing else.
#pragma once

#include <string>
#include <vector>

#include "tests/result/fault_disk.hpp"
#include "tests/result/result_case.hpp"

namespace zwang::fault {

// The caller was told that so much is safe.
struct Commit {
  std::size_t at = 0;  // number of calls done by then
  std::int64_t rows = 0, events = 0;
};

// Memory that looks like a folder where there is one: thousands of files are written there.
Folder quick_folder();

// Writes the run like Case::write, commits after every step, and notes each commit.
void write_noting(const stored::Case& run, const std::string& path, const Watch& disk,
                  std::vector<Commit>& commits);
// Every connection folds its log after so many pages, so that a short run does it many times.
void fold_often(int pages);

class Truth {
 public:
  // Reads the whole result.
  Truth(const std::string& path, std::vector<Commit> commits);

  // What is wrong with the file if `at` calls have been done; empty if nothing is.
  std::string difference(const std::string& path, std::size_t at) const;
  // The last commit before.
  const Commit* safe(std::size_t at) const;
  const std::string& hash() const { return hash_; }

 private:
  std::vector<Commit> commits_;
  std::vector<Channel> channels_;
  std::vector<std::vector<double>> values_;  // by channel
  std::vector<StoredEvent> events_;
  std::string hash_;
};

}  // namespace zwang::fault
