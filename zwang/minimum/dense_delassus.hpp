// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Φ z = Φ0 for the active rows, Φ = A M⁻¹ Aᵀ (Mayer 1899a, (15), (16)), with a proof that Φ is far
// from singular. One Cholesky factorisation serves both: that of Φ − c·1 exists only if every
// eigenvalue of Φ is above c, and two refinement steps make its solution that of Φ itself.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang::minimum {

// Eight partial sums, so that each term goes through at most n/8 + 4 roundings: written out because
// the order decides the bits.
inline double dot(const double* a, const double* b, int n) {
  double sums[8] = {};
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int j = 0; j < 8; ++j) sums[j] += a[i + j] * b[i + j];
  for (int j = 0; i + j < n; ++j) sums[j] += a[i + j] * b[i + j];
  return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

class DenseDelassus {
 public:
  // Φ = BᵀB, the lower triangle: the order of the sums, and so the bits, depends on the size alone.
  void assemble(const Matrix& b, Matrix& phi);
  // Factors Φ − c·1 (reads the lower triangle of `phi`). False if an eigenvalue lies below c: the
  // rows are too close to dependent for this form.
  bool factor(const Matrix& phi);
  // z with Φ z = right; `phi` as given to factor().
  void solve(const Matrix& phi, const Vector& right, Vector& z);

  // A lower bound of the eigenvalues of Φ: c minus the rounding of the factorisation (Rump 2006).
  double least() const { return least_; }
  // |right − Φ z| of the last solve, rounding included.
  double residual() const { return residual_; }

 private:
  Eigen::LLT<Matrix> llt_;
  Matrix shifted_;
  std::vector<double> packed_;
  Vector rest_;
  double least_ = 0.0;
  double residual_ = 0.0;
  double largest_ = 0.0;
};

}  // namespace zwang::minimum
