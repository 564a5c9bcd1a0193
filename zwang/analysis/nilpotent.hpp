// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers a + b e1 + c e2 + d e1 e2 + ... with e_k e_k = 0: a formula evaluated on them gives its
// value and its mixed derivatives along as many directions as there are e_k, without differencing.
//
// Coefficients are indexed by the set of their e_k: bit k of the index means that e_k is a factor.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace zwang {

template <class K>
class Nilpotent {
 public:
  Nilpotent() : c_(1, K()) {}
  Nilpotent(K body) : c_(1, body) {}

  const K& body() const { return c_[0]; }
  // How many e_k may occur.
  int directions() const { return std::countr_zero(c_.size()); }
  K coefficient(std::size_t set) const { return set < c_.size() ? c_[set] : K(); }

  // a + b e_k with a new e_k; a and b have fewer directions than k + 1.
  static Nilpotent pair(const Nilpotent& a, const Nilpotent& b, int k) {
    Nilpotent sum;
    const std::size_t half = std::size_t{1} << k;
    sum.c_.assign(2 * half, K());
    std::ranges::copy(a.c_, sum.c_.begin());
    std::ranges::copy(b.c_, sum.c_.begin() + static_cast<std::ptrdiff_t>(half));
    return sum;
  }
  // The coefficient of e_k, the last direction.
  Nilpotent slope(int k) const {
    Nilpotent part;
    const std::size_t half = std::size_t{1} << k;
    if (c_.size() <= half) return part;
    part.c_.assign(c_.begin() + static_cast<std::ptrdiff_t>(half), c_.end());
    return part;
  }
  // Without its body.
  Nilpotent rest() const {
    Nilpotent part = *this;
    part.c_[0] = K();
    return part;
  }

  friend Nilpotent operator+(const Nilpotent& a, const Nilpotent& b) {
    if (a.c_.size() < b.c_.size()) return b + a;
    Nilpotent sum = a;
    for (std::size_t i = 0; i < b.c_.size(); ++i) sum.c_[i] = sum.c_[i] + b.c_[i];
    return sum;
  }
  friend Nilpotent operator-(const Nilpotent& a) {
    Nilpotent opposite = a;
    for (K& x : opposite.c_) x = -x;
    return opposite;
  }
  friend Nilpotent operator-(const Nilpotent& a, const Nilpotent& b) { return a + (-b); }
  friend Nilpotent operator*(const Nilpotent& a, const Nilpotent& b) {
    Nilpotent product;
    product.c_.assign(std::max(a.c_.size(), b.c_.size()), K());
    for (std::size_t i = 0; i < a.c_.size(); ++i) {
      if (a.c_[i] == K()) continue;
      for (std::size_t j = 0; j < b.c_.size(); ++j)
        if ((i & j) == 0) product.c_[i | j] = product.c_[i | j] + a.c_[i] * b.c_[j];
    }
    return product;
  }
  friend Nilpotent operator/(const Nilpotent& a, const Nilpotent& b) {
    const K one = b.body() / b.body();
    const K inverse = one / b.body();
    // 1/(b + n) = sum (-n)^k / b^(k + 1)
    std::vector<K> series(static_cast<std::size_t>(b.directions()) + 1, inverse);
    for (std::size_t k = 1; k < series.size(); ++k) series[k] = -(series[k - 1] * inverse);
    return a * b.put_into(series);
  }
  friend bool operator==(const Nilpotent& a, const Nilpotent& b) = default;

  // sum series[k] n^k, where n is this number without its body.
  Nilpotent put_into(const std::vector<K>& series) const {
    const Nilpotent n = rest();
    Nilpotent sum(series.back());
    for (std::size_t k = series.size() - 1; k-- > 0;) sum = sum * n + Nilpotent(series[k]);
    return sum;
  }

 private:
  std::vector<K> c_;
};

}  // namespace zwang
