// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A result in parts as stored on disk: the head NAME.zw, and each part by itself. No more than one
// part needs to be in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "zwang/model_file/model_file.hpp"
#include "zwang/result/sqlite.hpp"
#include "zwang/stepping/step_energy.hpp"

namespace zwang {

// The progress of a run.
struct Generation {
  std::int64_t number = 0, steps = 0;
  double t = 0.0;
  int changed = 0;
  double natural = 0.0, violation = 0.0;  // worst so far
  EnergyBook energy;                      // of all steps so far
};

// NAME.parts for NAME.zw, NAME.parts-2 after it was rewritten, and so on.
std::string folder_of_parts(const std::string& path, int edition);

class StoredParts {
 public:
  // E401 if it cannot be read, E430 if it is damaged or not a result in parts.
  explicit StoredParts(std::string path);

  const std::string& path() const { return path_; }
  // What was requested: "model", "step", "until", "every".
  std::string asked(const std::string& what) const;
  double until() const { return until_; }
  int processes() const { return processes_; }
  int edition() const { return edition_; }
  std::string part_path(int rank) const;
  // A sample of the model, as run. E430 if it cannot be read.
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
  // Here and below: E430 if the part lacks what the head lists.
  PartFile(const StoredParts& parts, int rank);

  // As numbers in the net.
  std::vector<std::int64_t> points() const;

  // Of each constraint.
  struct Constraints {
    std::vector<std::int64_t> first_points, families;
  };
  Constraints constraints() const;
  std::size_t constraint_count() const { return constraints_; }

  // Three numbers per point, as bytes.
  struct Rows {
    std::string q, u;
  };
  Rows rows(std::int64_t generation) const;

  // Of each constraint.
  struct Bonds {
    std::vector<double> impulse, push;
    std::vector<bool> acted;
  };
  // Only the last generations have them.
  bool has_bonds(std::int64_t generation) const;
  Bonds bonds(std::int64_t generation) const;

 private:
  [[noreturn]] void lacks() const;

  std::string head_;  // name of the head, which lists the contents
  std::unique_ptr<sqlite::Database> database_;
  std::size_t points_ = 0, constraints_ = 0;
};

}  // namespace zwang
