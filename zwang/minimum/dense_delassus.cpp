// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/dense_delassus.hpp"

#include <algorithm>
#include <cmath>

// Wider registers where the machine has them; the same sums in the same order, so the same bits.
// The choice is made before the thread sanitizer is ready.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define ZWANG_WIDE __attribute__((target_clones("avx", "default")))
#else
#define ZWANG_WIDE
#endif

namespace zwang::minimum {
namespace {

constexpr int width = 4;

// Products of four columns with four columns, each packed unknown by unknown.
ZWANG_WIDE void multiply(const double* left, const double* right, int n, double* products) {
  double sums[width][width] = {};
  for (int j = 0; j < n; ++j)
    for (int c = 0; c < width; ++c)
      for (int r = 0; r < width; ++r) sums[c][r] += left[width * j + c] * right[width * j + r];
  for (int c = 0; c < width; ++c)
    for (int r = 0; r < width; ++r) products[width * c + r] = sums[c][r];
}

}  // namespace

void DenseDelassus::assemble(const Matrix& b, Matrix& phi) {
  const int n = static_cast<int>(b.rows());
  const int q = static_cast<int>(b.cols());
  phi.resize(q, q);
  constexpr int few = 16;  // measured: below, packing costs more than it saves
  if (q < few) {
    for (int c = 0; c < q; ++c)
      for (int r = c; r < q; ++r) phi(r, c) = dot(b.col(c).data(), b.col(r).data(), n);
    return;
  }
  const auto at = [n](int column) {
    return static_cast<std::size_t>(column) * static_cast<std::size_t>(n);
  };
  packed_.resize(at((q + width - 1) / width * width));
  for (int first = 0; first < q; first += width) {
    const double* column[width];
    for (int c = 0; c < width; ++c) column[c] = b.col(std::min(first + c, q - 1)).data();
    double* const to = packed_.data() + at(first);
    for (int j = 0; j < n; ++j)
      for (int c = 0; c < width; ++c) to[j * width + c] = column[c][j];
  }
  double products[width * width];
  for (int first = 0; first < q; first += width)
    for (int below = first; below < q; below += width) {
      multiply(packed_.data() + at(first), packed_.data() + at(below), n, products);
      for (int c = 0; c < std::min(width, q - first); ++c)
        for (int r = 0; r < std::min(width, q - below); ++r)
          phi(below + r, first + c) = products[width * c + r];
    }
}

bool DenseDelassus::factor(const Matrix& phi) {
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

void DenseDelassus::solve(const Matrix& phi, const Vector& right, Vector& z) {
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
