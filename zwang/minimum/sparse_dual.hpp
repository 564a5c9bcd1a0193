// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The minimum problem in its multipliers, with many sparse rows:
//
//   ½ zᵀΦz − bᵀz  →  min,   z_i ≥ 0 for inequalities,   Φ = C Cᵀ,   b = A x_free + c
//
// Every row is divided by its length in M⁻¹, so Φ has ones on its diagonal and z is measured in one
// unit. Its gradient w = Φ z − b is the value of the rows with opposite sign: w ≥ 0 is admissible.
// (Mayer 1899a, (15), (16), for all rows instead of the active ones.)
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang::minimum {

class Problem;

// Rows of numbers with their columns; an unchanged pattern is not laid out again.
struct SparseRows {
  std::vector<int> start = {0};
  std::vector<int> column;
  std::vector<double> value;

  int rows() const { return static_cast<int>(start.size()) - 1; }
};

class SparseDual {
 public:
  // Reads the problem; offsets up to `touching` count as 0. False if a block of mass is not
  // positive definite. The numbers do not depend on what was read before.
  bool read(const Problem& problem, double touching);

  int rows() const { return phi_.rows(); }
  const SparseRows& phi() const { return phi_; }
  // Counts the patterns of Φ seen so far: the same number means the same pattern.
  int pattern() const { return pattern_; }
  const std::vector<double>& right() const { return b_; }
  // 0 for an inequality, −∞ for an equation: z_i is at least this.
  const std::vector<double>& least() const { return least_; }
  bool equation(int i) const { return least_[static_cast<std::size_t>(i)] < 0.0; }
  // Whether the row touches at the free point's position: its offset is not below 0.
  bool touches(int i) const { return touches_[static_cast<std::size_t>(i)] != 0; }
  // |a_i| in M⁻¹, 0 for an empty row, which takes no part.
  double length(int i) const { return length_[static_cast<std::size_t>(i)]; }
  // max |A x_free|, the unit of residuals; 1 if that is 0.
  double scale() const { return scale_; }
  // Rows of all processes, here one; additions and multiplications of a gradient step.
  double all_rows() const { return rows(); }
  double flops() const { return 2.0 * (static_cast<double>(phi_.value.size()) + 4.0 * rows()); }
  // The number of unknowns these rows move together.
  int unknowns_of(const std::vector<unsigned char>& rows);

  int snapped() const { return snapped_; }
  double moved() const { return moved_; }  // the largest offset taken as 0

  // w = Φ z − b
  void gradient(const std::vector<double>& z, std::vector<double>& w) const;
  // The largest |min(z, w)|, |w| for equations, in units of the scale.
  double natural(const std::vector<double>& z, const std::vector<double>& w) const;
  // ½ zᵀΦz − bᵀz, where w is the gradient at z
  double value(const std::vector<double>& z, const std::vector<double>& w) const;

  // The point y = Lᵀx, M = LLᵀ, that belongs to z: x = x_free − M⁻¹Aᵀ z.
  void point(const std::vector<double>& z, Vector& y) const;
  // y := y − Cᵀ z
  void move(const std::vector<double>& z, Vector& y) const;
  // The same gradient from the point: w = −(C y + c). Where large multipliers balance each other it
  // is exact to the rounding of y, not of z.
  void gradient_at(const Vector& y, std::vector<double>& w) const;
  // x = L⁻ᵀy
  Vector unscaled(Vector y) const;

 private:
  bool factor_mass(const Problem& problem);
  void find_free(const Problem& problem);
  void scale_rows(const Problem& problem, double touching);
  void lay_out();
  void assemble();
  void lower(int block, double* v) const;  // v := L⁻¹v
  void upper(int block, double* v) const;  // v := L⁻ᵀv

  std::vector<int> first_;     // of each block of mass, and one past the last
  std::vector<int> block_of_;  // of each unknown
  std::vector<std::size_t> factor_start_;
  std::vector<double> factor_;  // M = LLᵀ, block by block, column by column
  Vector free_, start_;         // x_free, Lᵀx_free

  SparseRows c_, before_;        // rows of A L⁻ᵀ, each of length 1; the same of the last problem
  std::vector<int> down_start_;  // columns of C
  std::vector<int> down_row_;    // the row of each entry of a column
  std::vector<int> down_place_;  // and its index in C
  std::vector<double> down_value_;
  SparseRows phi_;
  int pattern_ = 0;

  std::vector<double> b_, offset_, least_, length_, sum_;
  std::vector<unsigned char> touches_, seen_;
  double scale_ = 1.0;
  int snapped_ = 0;
  double moved_ = 0.0;
};

}  // namespace zwang::minimum
