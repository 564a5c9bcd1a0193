// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of many conditions, eight at a time: conditions whose formulas differ in their coordinates
// only are one family and are evaluated together. Every row has the bits of System::row.
#pragma once

#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

class RowBatches {
 public:
  // The system must outlive it.
  RowBatches(const System& system, const std::vector<int>& conditions);

  // The rows of the conditions, after System::look().
  void fill(Snapshot& snapshot) const;

 private:
  // Up to eight conditions; lanes without one repeat the first.
  struct Batch {
    std::vector<int> conditions;
    std::size_t inputs = 0;
    std::vector<int> places;  // of lane l and input i at i * 8 + l
  };

  void fill(const Batch& batch, Snapshot& snapshot) const;

  const System* system_;
  std::vector<Batch> batches_;
  std::vector<int> single_;  // have no family, or are code
};

}  // namespace zwang
