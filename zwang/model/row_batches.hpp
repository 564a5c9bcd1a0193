// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of many conditions, eight at a time: conditions whose formulas differ in their coordinates
// only are one family and are evaluated together. Sines that several conditions need are computed
// once. Every row has the bits of System::row, with any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "zwang/base/crew.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// For one thread at a time.
class RowBatches {
 public:
  // The system must outlive it. Few conditions are not worth more threads than one.
  RowBatches(const System& system, const std::vector<int>& conditions, int threads = 1);

  // The rows of the conditions, after System::look().
  void fill(Snapshot& snapshot);

 private:
  // Up to eight conditions; lanes without one repeat the first.
  struct Batch {
    std::vector<int> conditions;
    const Program* program = nullptr;  // one for all of the family: it stays in the cache
    std::size_t inputs = 0;
    bool plain = false;          // between positions, with rates that are velocity parameters
    bool equations = false;      // all of them
    std::vector<int> places;     // of lane l and input i at i * 8 + l
    std::vector<int> positions;  // likewise, among the columns of the condition
    std::vector<int> angles;     // of each sincos eight numbers of angles_, or −1
  };

  void add_batch(const Program& program, std::span<const int> conditions,
                 std::vector<int>& angle_of_place);
  void fill(const Batch& batch, Snapshot& snapshot) const;
  void write(const Batch& batch, const Taylor<Pack, 2>& course, const Pack* gradient,
             Snapshot& snapshot) const;

  const System* system_;
  std::vector<Batch> batches_;
  std::vector<int> single_;  // have no family, or are code
  std::vector<int> angles_;  // places whose sine and cosine are needed
  std::vector<double> sines_, cosines_;
  std::unique_ptr<Crew> crew_;  // where there is enough to share
};

}  // namespace zwang
