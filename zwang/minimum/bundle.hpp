// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A few vectors side by side, for sums of products with all of them at once. Each sum has the terms
// of a plain loop in the same order, so its bits are the same; but no term has to wait for the one
// before.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "zwang/base/index.hpp"

namespace zwang::minimum {

template <typename T>
class Bundle {
 public:
  static constexpr int width = 8;
  using Sums = std::array<T, width>;

  explicit Bundle(int n = 0) { resize(n); }
  void resize(int n) {
    n_ = n;
    data_.resize(index(n) * width);
  }

  // Sets the number of vectors, at most `width`.
  void hold(int count) { count_ = count; }
  int count() const { return count_; }
  void put(int i, int vector, const T& x) { data_[index(i) * width + index(vector)] = x; }
  void put(int vector, const T* x) {
    for (int i = 0; i < n_; ++i) put(i, vector, x[i]);
  }

  // Adds Σ a_i x_i, i from `from` to before `to`, for each vector x.
  void add(const T* a, int from, int to, Sums& sums) const {
    const T* x = data_.data() + index(from) * width;
    if constexpr (std::is_same_v<T, double>)
      if (count_ == width) {
        using Eight = Eigen::Array<double, width, 1>;
        Eight total = Eigen::Map<const Eight>(sums.data());
        for (int i = from; i < to; ++i, x += width) total += a[i] * Eigen::Map<const Eight>(x);
        Eigen::Map<Eight>(sums.data()) = total;
        return;
      }
    for (int i = from; i < to; ++i, x += width)
      for (std::size_t k = 0; k < index(count_); ++k) sums[k] += a[i] * x[k];
  }

 private:
  int n_ = 0;
  int count_ = width;
  std::vector<T> data_;
};

// Where the nonzero entries of a vector begin and end.
struct Extent {
  int from = 0, to = 0;
};
template <typename T>
Extent extent_of(const T* x, int n) {
  Extent extent{0, n};
  while (extent.from < n && x[extent.from] == T(0)) ++extent.from;
  while (extent.to > extent.from && x[extent.to - 1] == T(0)) --extent.to;
  return extent;
}

}  // namespace zwang::minimum
