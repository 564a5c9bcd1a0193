// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/linear/mass.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang {
MassMatrix::MassMatrix(std::vector<int> first) : first_(std::move(first)) {
  std::size_t entries = 0;
  for (int i = 0; i < blocks(); ++i) {
    start_.push_back(entries);
    const auto size = index(first_[index(i + 1)] - first_[index(i)]);
    entries += size * size;
  }
  data_.assign(entries, 0.0);
  lower_.assign(entries, 0.0);
}

Vector MassMatrix::times(const Vector& x) const {
  Vector result = Vector::Zero(x.size());
  for (int i = 0; i < blocks(); ++i) {
    const int from = first(i);
    const int size = first(i + 1) - from;
    const double* const m = block(i);
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r) result[from + r] += m[c * size + r] * x[from + c];
  }
  return result;
}

double MassMatrix::dot(const Vector& x, const Vector& y) const {
  if (blocks() == size()) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < x.size(); ++i)
      sum += data_[static_cast<std::size_t>(i)] * x[i] * y[i];
    return sum;
  }
  const Vector my = times(y);
  double sum = 0.0;
  for (Eigen::Index i = 0; i < my.size(); ++i) sum += x[i] * my[i];
  return sum;
}

bool MassMatrix::factor() {
  for (int i = 0; i < blocks(); ++i) {
    const int size = first(i + 1) - first(i);
    const double* const m = block(i);
    double* const l = lower_.data() + start_[index(i)];
    if (size == 1) {
      if (!(m[0] > 0.0)) return false;
      l[0] = 1.0 / m[0];
      continue;
    }
    for (int c = 0; c < size; ++c) {
      double* const lc = l + c * size;
      for (int r = c; r < size; ++r) lc[r] = m[c * size + r];
      for (int k = 0; k < c; ++k) {
        const double* const lk = l + k * size;
        const double factor = lk[c];
        for (int r = c; r < size; ++r) lc[r] -= lk[r] * factor;
      }
      if (!(lc[c] > 0.0)) return false;
      lc[c] = std::sqrt(lc[c]);
      for (int r = c + 1; r < size; ++r) lc[r] /= lc[c];
    }
  }
  return true;
}

double MassMatrix::work() const {
  double products = 0.0;
  for (int i = 0; i < blocks(); ++i) {
    const double size = first(i + 1) - first(i);
    products += size * size * size / 6.0;
  }
  return products;
}

void MassMatrix::solve(double* x) const {
  if (blocks() == size()) {
    for (std::size_t i = 0; i < lower_.size(); ++i) x[i] *= lower_[i];
    return;
  }
  for (int i = 0; i < blocks(); ++i) solve_block(i, x);
}

void MassMatrix::solve_block(int block, double* x) const {
  const int from = first(block);
  const int size = first(block + 1) - from;
  const double* const l = lower_.data() + start_[index(block)];
  double* const y = x + from;
  if (size == 1) {
    y[0] *= l[0];
    return;
  }
  for (int c = 0; c < size; ++c) {
    y[c] /= l[c * size + c];
    for (int r = c + 1; r < size; ++r) y[r] -= l[c * size + r] * y[c];
  }
  for (int c = size - 1; c >= 0; --c) {
    for (int r = c + 1; r < size; ++r) y[c] -= l[c * size + r] * y[r];
    y[c] /= l[c * size + c];
  }
}

int MassMatrix::block_of(int unknown) const {
  return static_cast<int>(std::ranges::upper_bound(first_, unknown) - first_.begin()) - 1;
}

Matrix MassMatrix::dense() const {
  Matrix result = Matrix::Zero(size(), size());
  for (int i = 0; i < blocks(); ++i) {
    const int from = first(i);
    const int n = first(i + 1) - from;
    for (int c = 0; c < n; ++c)
      for (int r = 0; r < n; ++r) result(from + r, from + c) = block(i)[c * n + r];
  }
  return result;
}

}  // namespace zwang
