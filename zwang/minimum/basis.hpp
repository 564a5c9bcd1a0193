// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The active rows in coordinates in which the mass is 1 and the rows are triangular:
//
//   JᵀMJ = 1,   Jᵀa_k = (column k of R; 0)  for the active rows a_k.
//
// The first q columns of J span the directions bound by the active rows, the others those that stay
// free. A row is added by one reflection, dropped by rotations (Goldfarb & Idnani 1983, section 4).
#pragma once

#include <algorithm>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/bundle.hpp"
#include "zwang/minimum/scalar.hpp"
#include "zwang/minimum/scale.hpp"

namespace zwang::minimum {

template <typename T>
class Basis {
 public:
  // J = L^-T of M + rho EᵀE = LLᵀ, E all equations. False if that is not positive definite.
  bool factor(const Dense<T>& dense, double rho);

  int n() const { return n_; }
  int q() const { return q_; }
  const T* column(int c) const { return j_.data() + index(c) * index(n_); }
  const T& r(int i, int k) const { return r_[index(k) * index(n_) + index(i)]; }

  // The factored matrix, n × n: the mass, or M + rho EᵀE rounded.
  const std::vector<T>& metric() const { return metric_; }
  double rho() const { return rho_; }

  // d = Jᵀa
  void turn(const T* a, std::vector<T>& d) const;
  // The length of d beyond its first `from` entries.
  static double tail(const std::vector<T>& d, int from);

  // Adds the row with d = Jᵀa; overwrites d.
  void add(std::vector<T>& d);
  // Drops the row at position l.
  void drop(int l);

  void solve_r(std::vector<T>& y) const;             // y := R^-1 y
  void solve_r_transposed(std::vector<T>& y) const;  // y := R^-T y

 private:
  T* own_column(int c) { return j_.data() + index(c) * index(n_); }
  T& own_r(int i, int k) { return r_[index(k) * index(n_) + index(i)]; }

  int n_ = 0;
  int q_ = 0;
  std::vector<T> j_;  // column by column
  std::vector<T> r_;  // column by column
  std::vector<T> w_;
  std::vector<T> metric_;
  double rho_ = 0.0;
};

template <typename T>
bool Basis<T>::factor(const Dense<T>& dense, double rho) {
  const int n = n_ = dense.n;
  q_ = 0;
  std::vector<T> l = dense.mass;  // row by row; the lower triangle becomes L
  if (rho > 0.0)
    for (int k = 0; k < dense.m; ++k) {
      if (!dense.equation(k)) continue;
      const T* const e = dense.row(k);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) l[index(i) * index(n) + index(j)] += T(rho) * (e[i] * e[j]);
    }
  metric_ = l;
  rho_ = rho;
  // A pivot that cancels to this fraction of its diagonal is not trusted to be positive.
  const double least = 16.0 * n * Arithmetic<T>::unit;
  // leading zeros of a row stay zero
  std::vector<int> from(index(n));
  for (int i = 0; i < n; ++i) {
    T* const li = l.data() + index(i) * index(n);
    from[index(i)] = extent_of(li, i).from;
    for (int j = 0; j <= i; ++j) {
      const T* const lj = l.data() + index(j) * index(n);
      T sum = li[j];
      const double whole = number(sum);
      for (int k = std::max(from[index(i)], from[index(j)]); k < j; ++k) sum -= li[k] * lj[k];
      if (j < i) {
        li[j] = sum / lj[j];
      } else {
        if (!(number(sum) > least * whole)) return false;
        li[i] = root(sum);
      }
    }
  }
  // J = L^-T: column c of J is row c of L^-1, which is lower triangular.
  j_.assign(index(n) * index(n), T(0));
  r_.assign(index(n) * index(n), T(0));
  w_.assign(index(n), T(0));
  for (int c = 0; c < n; ++c) {
    T* const jc = own_column(c);
    const T* const lc = l.data() + index(c) * index(n);
    for (int k = 0; k < c; ++k) {
      const T factor = lc[k];
      if (factor == T(0)) continue;
      const T* const jk = column(k);
      for (int i = 0; i <= k; ++i) jc[i] -= factor * jk[i];
    }
    jc[c] = T(1);
    const T pivot = lc[c];
    for (int i = 0; i <= c; ++i) jc[i] = jc[i] / pivot;
  }
  return true;
}

template <typename T>
void Basis<T>::turn(const T* a, std::vector<T>& d) const {
  d.resize(index(n_));
  for (int c = 0; c < n_; ++c) {
    const T* const jc = column(c);
    T sum(0);
    for (int i = 0; i < n_; ++i) sum += jc[i] * a[i];
    d[index(c)] = sum;
  }
}

template <typename T>
double Basis<T>::tail(const std::vector<T>& d, int from) {
  double squares = 0.0;
  for (std::size_t c = index(from); c < d.size(); ++c) squares += number(d[c]) * number(d[c]);
  return std::sqrt(squares);
}

template <typename T>
void Basis<T>::add(std::vector<T>& d) {
  T squares(0);
  for (int c = q_; c < n_; ++c) squares += d[index(c)] * d[index(c)];
  const T length = root(squares);
  const T head = d[index(q_)];
  const T pivot = head > T(0) ? -length : length;
  if (squares > head * head) {
    // reflection 1 − β v vᵀ that turns d[q..n) into (pivot, 0, ...)
    d[index(q_)] = head - pivot;
    T vv = d[index(q_)] * d[index(q_)];
    for (int c = q_ + 1; c < n_; ++c) vv += d[index(c)] * d[index(c)];
    const T beta = T(2) / vv;
    for (int i = 0; i < n_; ++i) w_[index(i)] = T(0);
    for (int c = q_; c < n_; ++c) {
      const T v = d[index(c)];
      if (v == T(0)) continue;
      const T* const jc = column(c);
      for (int i = 0; i < n_; ++i) w_[index(i)] += v * jc[i];
    }
    for (int i = 0; i < n_; ++i) w_[index(i)] = beta * w_[index(i)];
    for (int c = q_; c < n_; ++c) {
      const T v = d[index(c)];
      if (v == T(0)) continue;
      T* const jc = own_column(c);
      for (int i = 0; i < n_; ++i) jc[i] -= v * w_[index(i)];
    }
    d[index(q_)] = pivot;
  }
  for (int i = 0; i <= q_; ++i) own_r(i, q_) = d[index(i)];
  ++q_;
}

template <typename T>
void Basis<T>::drop(int l) {
  for (int k = l + 1; k < q_; ++k)
    for (int i = 0; i <= k; ++i) own_r(i, k - 1) = r(i, k);
  --q_;
  for (int i = 0; i <= q_; ++i) own_r(i, q_) = T(0);
  for (int k = l; k < q_; ++k) {
    // rotate rows k, k + 1 of R so that r(k + 1, k) vanishes
    const T a = r(k, k);
    const T b = r(k + 1, k);
    if (b == T(0)) continue;
    const T h = root(a * a + b * b);
    const T c = a / h;
    const T s = b / h;
    own_r(k, k) = h;
    own_r(k + 1, k) = T(0);
    for (int j = k + 1; j < q_; ++j) {
      const T upper = r(k, j);
      const T lower = r(k + 1, j);
      own_r(k, j) = c * upper + s * lower;
      own_r(k + 1, j) = c * lower - s * upper;
    }
    T* const j0 = own_column(k);
    T* const j1 = own_column(k + 1);
    for (int i = 0; i < n_; ++i) {
      const T left = j0[i];
      const T right = j1[i];
      j0[i] = c * left + s * right;
      j1[i] = c * right - s * left;
    }
  }
}

template <typename T>
void Basis<T>::solve_r(std::vector<T>& y) const {
  for (int k = q_ - 1; k >= 0; --k) {
    y[index(k)] = y[index(k)] / r(k, k);
    const T value = y[index(k)];
    for (int i = 0; i < k; ++i) y[index(i)] -= r(i, k) * value;
  }
}

template <typename T>
void Basis<T>::solve_r_transposed(std::vector<T>& y) const {
  for (int k = 0; k < q_; ++k) {
    T sum = y[index(k)];
    for (int i = 0; i < k; ++i) sum -= r(i, k) * y[index(i)];
    y[index(k)] = sum / r(k, k);
  }
}

}  // namespace zwang::minimum
