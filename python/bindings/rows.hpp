// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of a motion, contiguous in memory, so that a column can be viewed without a copy.
#pragma once

#include <cstdint>
#include <vector>

#include "zwang/record/recorder.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang::python {

class Rows {
 public:
  // A row has t, q, u, multipliers and, for variational problems, rho; and side (−1, 0, 1), states.
  Rows(const System& system, bool variational);

  void add(const Frame& frame);
  void add(const StoredRow& row);

  std::size_t size() const { return small_.size() / small_width_; }
  std::size_t width() const { return width_; }
  std::size_t small_width() const { return small_width_; }
  const double* numbers() const { return numbers_.data(); }
  const std::int8_t* small() const { return small_.data(); }

  double t(std::size_t row) const { return numbers_[row * width_]; }
  int side(std::size_t row) const { return small_[row * small_width_]; }
  StoredRow row(std::size_t row) const;
  // The row as it was added, without accelerations; statuses as far as states determine them.
  Frame frame(std::size_t row) const;

  // Where a column begins among the numbers of a row.
  std::size_t q(int i) const { return 1 + static_cast<std::size_t>(i); }
  std::size_t u(int i) const { return 1 + coordinates_ + static_cast<std::size_t>(i); }
  std::size_t multiplier(int i) const { return 1 + 2 * coordinates_ + static_cast<std::size_t>(i); }

 private:
  std::size_t coordinates_, constraints_, rhos_, width_, small_width_;
  std::vector<double> numbers_;
  std::vector<std::int8_t> small_;
};

}  // namespace zwang::python
