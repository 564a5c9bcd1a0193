// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// K x = r for K = Φ_FF + ε, by elimination: every process eliminates those of its rows that are
// coupled to other processes only through the seam, the rows in between. This leaves one dense
// matrix there, which every process factors:
//
//   S = K_SS − Σ_p K_Sp K_pp⁻¹ K_pS,    S x_S = r_S − Σ_p K_Sp K_pp⁻¹ r_p,
//   K_pp x_p = r_p − K_pS x_S
//
// The same processes give the same bits.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/SparseCore>
#include <vector>

#include "zwang/scale/dual.hpp"

namespace zwang::scale {

class Seam {
 public:
  explicit Seam(const Processes& processes) : processes_(processes) {}

  // Factors K of these rows. False if the seam would have more than `most` rows, or if S as rounded
  // is not positive definite. Every process calls this, and solve().
  bool factor(const Dual& dual, const std::vector<int>& rows, double shift, int most);
  // r and x in the order of the rows.
  void solve(const std::vector<double>& r, std::vector<double>& x);

  // Additions and multiplications of the factors, on all processes.
  double flops() const { return flops_; }

 private:
  bool lay_out(const Dual& dual, const std::vector<int>& rows, int most);
  void read(const Dual& dual, const std::vector<int>& rows, double shift);
  void factor_inner();
  void eliminate();
  // y := K_pp⁻¹ given
  void solve_inner();

  Processes processes_;
  int inner_ = 0;            // its rows that are not on the seam
  int all_ = 0;              // rows of the seam
  std::vector<int> code_;    // per place of Φ: k + 1 for inner row k, −s − 1 for s on the seam
  std::vector<int> of_row_;  // the same for its rows
  std::vector<int> border_;  // rows of the seam that its inner rows are coupled to
  Held<Mat> k_, k_factor_;   // K_pp
  Held<Vec> in_, out_;
  Eigen::SparseMatrix<double, Eigen::RowMajor> coupling_;  // K_pB
  Eigen::MatrixXd s_;
  Eigen::LLT<Eigen::MatrixXd> s_factor_;
  Vector given_, y_, on_seam_, on_border_;
  double flops_ = 0.0;
};

}  // namespace zwang::scale
