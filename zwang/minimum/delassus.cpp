// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/delassus.hpp"

#include <algorithm>
#include <cmath>

namespace zwang::minimum {

bool Delassus::factor(const Matrix& phi) {
  const Eigen::Index k = phi.rows();
  double trace = 0.0;
  largest_ = 0.0;
  for (Eigen::Index i = 0; i < k; ++i) {
    trace += phi(i, i);
    largest_ = std::max(largest_, phi(i, i));
  }
  const double rounding = 4.0 * static_cast<double>(k + 4) * 0x1p-53 * trace;
  // The larger c, the sharper the bound; the smaller, the more rows pass.
  for (const double c : {0x1p-22 * largest_, 0x1p-30 * largest_}) {
    shifted_ = phi;
    for (Eigen::Index i = 0; i < k; ++i) shifted_(i, i) -= c;
    llt_.compute(shifted_);
    least_ = c - rounding;
    if (llt_.info() == Eigen::Success && least_ > 0.5 * c) return true;
  }
  return false;
}

void Delassus::solve(const Matrix& phi, const Vector& right, Vector& z) {
  z = right;
  llt_.solveInPlace(z);
  constexpr int most = 4;
  for (int step = 0;; ++step) {
    rest_ = right;
    rest_.noalias() -= phi.selfadjointView<Eigen::Lower>() * z;
    double squares = 0.0;
    double zz = 0.0;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      squares += rest_[i] * rest_[i];
      zz += z[i] * z[i];
    }
    // each entry is a sum of k + 1 terms; |Φ| ≤ k · largest entry
    const auto k = static_cast<double>(z.size());
    const double rounding = (k + 2.0) * 0x1p-53 * (k * largest_ * std::sqrt(zz));
    residual_ = std::sqrt(squares) + rounding;
    if (step == most || squares <= 0x1p-8 * rounding * rounding) return;
    llt_.solveInPlace(rest_);
    z += rest_;
  }
}

}  // namespace zwang::minimum
