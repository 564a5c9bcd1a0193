// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows F whose multipliers are free to move, as equations Φ_FF x = r, on many processes. As on
// one machine (minimum/free_rows.hpp), a preconditioner for Φ_FF + ε is set up, and guarded
// conjugate gradients on Φ_FF itself finish the work. Where many rows are coupled, Φ_FF + ε is
// factored as a whole, across the seam between the processes; where they form small pieces or the
// seam would be too long, every process factors the block of its own rows, incompletely if that is
// too large. So the same processes give the same bits, which a parallel library factor
// (-free_pc_type cholesky, like any PETSc option with the prefix "free_") would not guarantee.
//
// The preconditioner for one set of rows also serves a set that differs by a few: rows that went
// are omitted, rows that came stand each on its own, at the cost of a few more iterations.
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
  // A lower bound on the number of dependent rows, as far as a factor shows.
  int dependent(const Dual& dual);

 private:
  std::size_t largest_piece(const Dual& dual) const;
  bool set_up_seam(const Dual& dual, double piece);
  void set_up_blocks(double piece);
  void set_up_as_chosen();
  // Whether the preconditioner is the inverse itself.
  bool exact() const { return direct_ && changes_ == 0 && (seamed_ || processes_.count() == 1); }
  int changes(const std::vector<unsigned char>& free) const;
  double largest(const Dual& dual, const std::vector<double>& r) const;
  double dot(const std::vector<double>& a, const std::vector<double>& b) const;
  // z := (Φ_FF + ε)⁻¹ r, approximately
  void prepare(const std::vector<double>& r, std::vector<double>& z);

  Processes processes_;
  bool factored_ = false;
  bool chosen_ = false;  // PETSc options choose the preconditioner
  bool direct_ = false;
  bool seamed_ = false;    // the seam is the preconditioner
  double all_ = 0.0;       // rows of F on all processes
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
