// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A symmetric positive matrix with its entries near the diagonal, as for a chain, and its L D Lᵀ
// factors. Rows are eliminated from both ends at once and meet in the middle: the divisions, each
// of which waits for the one before, form two chains that run in parallel.
#pragma once

#include <vector>

namespace zwang {

class Band {
 public:
  // For wider ones a sparse factor is better.
  static constexpr int widest = 12;

  Band() = default;
  // Entries (i, j) with |i − j| ≤ width, all zero.
  Band(int size, int width);

  // The index of entry (i, j) in entries().
  int place(int i, int j) const;
  double* entries() { return entries_.data(); }
  const double* entries() const { return entries_.data(); }

  // False if a pivot is not above zero.
  bool factor();
  // D, by rows: the part of the diagonal that does not depend on rows eliminated before.
  const double* pivots() const { return pivots_.data(); }
  void solve(double* x) const;  // x becomes the inverse times x

 private:
  template <int W>
  void eliminate();
  template <int W>
  void solve_ends(double* x) const;
  void factor_middle();
  void solve_middle(double* x) const;

  int size_ = 0, width_ = 0;
  int steps_ = 0;  // rows eliminated from either end
  int rest_ = 0;   // rows in the middle
  int middle_at_ = 0;
  // For step j and distance d: two numbers from 2 (j (width + 1) + d) on, one for each end. After
  // the last step as many rows of zeros as the width; then the middle, a full square.
  std::vector<double> entries_, factors_;
  std::vector<double> full_;  // factors of the middle
  std::vector<double> pivots_;
  mutable std::vector<double> ends_;  // right-hand side, by steps
};

}  // namespace zwang
