// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows F whose multipliers are free to move, as equations Φ_FF x = r, by many processes. As on
// one machine (minimum/free_rows.hpp) Φ_FF + ε is prepared and guarded conjugate gradients on Φ_FF
// itself end the work. Where many rows hang together, it is factored as a whole, over the seam
// between the processes; where they are in small pieces or the seam would be too long, every
// process factors the block of its own rows, incompletely if that is too large. So the same
// processes find the same bits, which a factor by a library for all of them (-free_pc_type
// cholesky, as any option of PETSc with the prefix "free_") would not promise.
//
// What was prepared for a set of rows serves for one that differs by a few: rows that went are left
// out and those that came stand each on its own, at the price of some more gradients.
#pragma once

#include <vector>

#include "zwang/minimum/guarded_gradients.hpp"
#include "zwang/scale/seam.hpp"

namespace zwang::scale {

class FreeRows {
 public:
  explicit FreeRows(const Processes& processes);

  void begin(const Dual& dual);
  void take(const Dual& dual, const std::vector<unsigned char>& free);
  void factor(const Dual& dual, const std::vector<unsigned char>& free);

  int solve(const Dual& dual, std::vector<double>& r, double enough, std::vector<double>& x);
  bool met_null() const { return gradients_.met_null(); }
  double left() const { return gradients_.left(); }
  void keep_null(const Dual& dual, std::vector<double>& r);

  const std::vector<int>& rows() const { return rows_; }
  // Whether rows came or went since the factor was made, and how many more may.
  bool bordered() const { return changes_ > 0; }
  int room() const;
  int factorisations() const { return factorisations_; }
  double flops() const { return flops_; }
  // Whether rows depend on each other, as far as a factor tells: at least so many.
  int dependent(const Dual& dual);

 private:
  std::size_t largest_piece(const Dual& dual) const;
  bool set_up_seam(const Dual& dual, double piece);
  void set_up_blocks(double piece);
  void set_up_as_chosen();
  // Whether what is prepared is the inverse itself.
  bool exact() const { return direct_ && changes_ == 0 && (seamed_ || processes_.count() == 1); }
  int changes(const std::vector<unsigned char>& free) const;
  double largest(const Dual& dual, const std::vector<double>& r) const;
  double dot(const std::vector<double>& a, const std::vector<double>& b) const;
  // z := what stands for (Φ_FF + ε)⁻¹ r
  void prepare(const std::vector<double>& r, std::vector<double>& z);

  Processes processes_;
  bool factored_ = false;
  bool chosen_ = false;  // options of PETSc say how to prepare
  bool direct_ = false;
  bool seamed_ = false;    // the seam is what is prepared
  double all_ = 0.0;       // rows of F, of all processes
  int changes_ = 0;        // rows of F that came or went since the factor was made
  std::vector<int> base_;  // the rows of the factor
  std::vector<int> rows_;  // F
  std::vector<unsigned char> taken_, in_base_;
  Held<Mat> shifted_;  // Φ + ε of the base
  Held<PC> before_;
  Held<Vec> in_, out_;
  Seam seam_;
  minimum::GuardedGradients gradients_;
  int factorisations_ = 0;
  double flops_ = 0.0;
  std::vector<double> packed_, solved_, z_;
};

}  // namespace zwang::scale
