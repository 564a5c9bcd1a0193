// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result in parts as it lies on the disk: what NAME.zw says, and each part for itself. Nobody
// needs to hold more of it than one part.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "zwang/model_file/model_file.hpp"
#include "zwang/motion/step_energy.hpp"
#include "zwang/result/sqlite.hpp"

namespace zwang {

// Where a run stands.
struct Generation {
  std::int64_t number = 0, steps = 0;
  double t = 0.0;
  int changed = 0;
  double natural = 0.0, violation = 0.0;  // worst so far
  EnergyBook energy;                      // of all steps so far
};

// NAME.parts of NAME.zw, NAME.parts-2 after it was written anew, and so on.
std::string folder_of_parts(const std::string& path, int edition);

class StoredParts {
 public:
  // E401 if it cannot be read, E430 if it is damaged or no result in parts.
  explicit StoredParts(std::string path);

  const std::string& path() const { return path_; }
  // What was asked for: "model", "step", "until", "every".
  std::string asked(const std::string& what) const;
  double until() const { return until_; }
  int processes() const { return processes_; }
  int edition() const { return edition_; }
  std::string part_path(int rank) const;
  // A sample of it, as it was run. E430 if it cannot be read.
  ModelFile model() const;
  const std::vector<Generation>& generations() const { return generations_; }

 private:
  template <class Number>
  Number number_asked(const std::string& what) const;

  std::string path_;
  sqlite::Database head_;
  int processes_ = 0, edition_ = 0;
  double until_ = 0.0;
  std::vector<Generation> generations_;
};

class PartFile {
 public:
  // E430 for it and for all below if it lacks what is said to be there.
  PartFile(const StoredParts& parts, int rank);

  // By their numbers in the net.
  std::vector<std::int64_t> points() const;

  // Of each condition.
  struct Conditions {
    std::vector<std::int64_t> first_points, families;
  };
  Conditions conditions() const;
  std::size_t condition_count() const { return conditions_; }

  // Three numbers of each point, as bytes.
  struct Rows {
    std::string q, u;
  };
  Rows rows(std::int64_t generation) const;

  // Of each condition.
  struct Bonds {
    std::vector<double> impulse, push;
    std::vector<bool> acted;
  };
  // Only the last generations have them.
  bool has_bonds(std::int64_t generation) const;
  Bonds bonds(std::int64_t generation) const;

 private:
  [[noreturn]] void lacks() const;

  std::string head_;  // name of the file that says what is there
  std::unique_ptr<sqlite::Database> database_;
  std::size_t points_ = 0, conditions_ = 0;
};

}  // namespace zwang
