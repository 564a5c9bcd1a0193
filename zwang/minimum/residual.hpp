// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sums of products with a radius: the true sum lies within `radius` of `value`.
#pragma once

#include <cmath>

#include "zwang/minimum/scalar.hpp"

namespace zwang::minimum {

// Norms and radii are sums of fewer than 2^20 non-negative doubles, each within a few roundings of
// the exact number; this factor covers the rounding of such a sum.
inline constexpr double safety = 1.0 + 0x1p-20;

template <typename T>
class Sum {
 public:
  void add(const T& a) {
    value_ += a;
    size_ += std::abs(number(a));
    ++terms_;
  }
  void add(const T& a, const T& b) { add(T(a * b)); }

  T value() const { return value_; }
  // Each of the products and sums errs by at most one unit roundoff of a part of Σ|a b|.
  double radius() const { return safety * (terms_ + 2) * Arithmetic<T>::unit * size_; }
  double size() const { return size_; }

 private:
  T value_ = T(0);
  double size_ = 0.0;
  int terms_ = 0;
};

// In double the products and sums are split into pairs without error (Dekker 1971, Knuth), and the
// errors are summed: Ogita, Rump & Oishi 2005, Dot2, as good as twice the digits.
template <>
class Sum<double> {
 public:
  void add(double a) {
    const double before = high_;
    high_ = before + a;
    const double part = high_ - before;
    low_ += (before - (high_ - part)) + (a - part);
    size_ += std::abs(a);
    ++terms_;
  }
  void add(double a, double b) {
    const double product = a * b;
    constexpr double splitter = 134217729.0;  // 2^27 + 1
    const double ca = splitter * a;
    const double ah = ca - (ca - a);
    const double al = a - ah;
    const double cb = splitter * b;
    const double bh = cb - (cb - b);
    const double bl = b - bh;
    low_ += ((ah * bh - product) + ah * bl + al * bh) + al * bl;
    add(product);
  }

  double value() const { return high_ + low_; }
  // 2^-1000 per term covers products whose error is below the range of double.
  double radius() const {
    const double n = terms_ + 2;
    constexpr double u = Arithmetic<double>::unit;
    return safety * (u * std::abs(value()) + 4.0 * n * n * u * u * size_) + n * 0x1p-1000;
  }
  double size() const { return size_; }

 private:
  double high_ = 0.0;
  double low_ = 0.0;
  double size_ = 0.0;
  int terms_ = 0;
};

}  // namespace zwang::minimum
