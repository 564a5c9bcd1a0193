// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of many constraints, eight at a time: constraints whose formulas differ only in their
// coordinates form a family and are evaluated together. Sines that several constraints need are
// computed once. Every row has the bits of System::row, with any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "zwang/base/thread_pool.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// Thread safety: one thread at a time.
class RowBatches {
 public:
  // The system must outlive it. Few constraints do not justify more than one thread.
  RowBatches(const System& system, const std::vector<int>& constraints, int threads = 1);

  // The rows of the constraints, after System::evaluate().
  void fill(Snapshot& snapshot);

 private:
  // Up to eight constraints; unused lanes repeat the first.
  struct Batch {
    std::vector<int> constraints;
    const Program* program = nullptr;  // shared by the family: it stays in the cache
    std::size_t inputs = 0;
    bool plain = false;      // holonomic, everywhere, of rates that are velocity parameters, and of
    bool turned = false;     // parts that turn with bodies
    bool equations = false;  // all of them
    std::vector<int> places;     // of lane l and input i at i * 8 + l
    std::vector<int> positions;  // likewise, among the columns of the constraint
    std::vector<int> angles;     // for each sincos eight numbers of angles_, or −1
  };

  void add_batch(const Program& program, std::span<const int> constraints,
                 std::vector<int>& angle_of_place);
  void fill(const Batch& batch, Snapshot& snapshot) const;
  void write(const Batch& batch, const Taylor<Pack, 2>& course, const Pack* gradient,
             Snapshot& snapshot) const;

  const System* system_;
  std::vector<Batch> batches_;
  std::vector<int> single_;  // without a family, or code
  std::vector<int> angles_;  // places whose sine and cosine are needed
  std::vector<double> sines_, cosines_;
  std::unique_ptr<ThreadPool> pool_;  // if there is enough to share
};

}  // namespace zwang
