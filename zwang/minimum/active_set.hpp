// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which rows are active: the indirect solution of Mayer 1899a, § 2, in the order of Goldfarb &
// Idnani (1983). Begin with the free motion, add the most violated row, drop any row that would
// have to pull. Z grows with every row added, so no active set recurs and the search ends. Unlike
// Mayer, we never guess a set: for two rows, testing the free motion alone (Ostrogradsky) fails
// (§ 3).
//
// Nothing is proved here. `bound` judges what the search finds, and `exact` a contradiction.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_set>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/basis.hpp"

namespace zwang::minimum {

template <typename T>
class ActiveSet {
 public:
  enum class Termination {
    minimum,  // no row is violated beyond rounding
    stuck,    // row `stuck_row()` is violated and depends on the active rows: no step helps
    gave_up,
  };

  ActiveSet(const Dense<T>& dense, double rho) : dense_(dense), place_(index(dense.m), open) {
    usable_ = basis_.factor(dense, rho);
  }

  // Whether the mass could be factored.
  bool usable() const { return usable_; }

  // The equations, then `guess`, which may be empty; rows that would have to pull are dropped.
  void begin(const std::vector<int>& guess);
  Termination search(int max_steps);
  // Continues after `stuck`, leaving that row to the bound.
  void pass_over(int row) {
    place_[index(row)] = passed_over;
    release();
  }

  const Dense<T>& dense() const { return dense_; }
  const Basis<T>& basis() const { return basis_; }
  const std::vector<int>& active() const { return active_; }
  const std::vector<T>& x() const { return x_; }
  const std::vector<T>& z() const { return z_; }
  std::vector<T>& x() { return x_; }
  std::vector<T>& z() { return z_; }
  int steps() const { return steps_; }
  int stuck_row() const { return stuck_; }
  bool holds(int row) const { return place_[index(row)] == held; }

  // Holds a row without a step: it carries no multiplier. False if it depends on the others by more
  // than `least`.
  bool hold(int row, double least);

 private:
  enum Place : char { open, held, passed_over };

  // Whether the row with d = Jᵀa_row depends on the held ones; leaves R⁻¹d in r_: a ≈ Σ r_l a_l.
  bool dependent(int row, const std::vector<T>& d, double least);
  void settle();  // x and z of the active rows as equations
  void release();
  T value(int row) const;
  double tolerance(int row) const;
  int most_violated() const;
  bool take_hold(int row);
  void let_go(int l);
  bool is_new();  // whether this set of rows occurs for the first time

  const Dense<T>& dense_;
  Basis<T> basis_;
  std::vector<int> active_;
  std::vector<T> x_, z_, d_, r_;
  std::vector<double> size_;  // |Jᵀa| of each held row
  std::vector<Place> place_;
  std::unordered_set<std::uint64_t> seen_;
  int steps_ = 0;
  int stuck_ = -1;
  bool usable_ = false;
};

// The free columns of J are orthogonal to each held row only up to rounding, so a combination with
// large weights r leaves rounding of the size of those weights.
template <typename T>
bool ActiveSet<T>::dependent(int row, const std::vector<T>& d, double least) {
  const int q = basis_.q();
  r_.assign(d.begin(), d.begin() + q);
  basis_.solve_r(r_);
  if (q == dense_.n) return true;
  double weights = 0.0;
  for (int l = 0; l < q; ++l) weights += std::abs(number(r_[index(l)])) * size_[index(l)];
  const double allowed = std::max(least, 4.0 * dense_.tau[index(row)]) * Basis<T>::tail(d, 0);
  return !(Basis<T>::tail(d, q) > allowed + 100.0 * Arithmetic<T>::unit * weights);
}

template <typename T>
bool ActiveSet<T>::hold(int row, double least) {
  basis_.turn(dense_.row(row), d_);
  if (dependent(row, d_, least)) return false;
  size_.push_back(Basis<T>::tail(d_, 0));
  basis_.add(d_);
  active_.push_back(row);
  z_.push_back(T(0));
  place_[index(row)] = held;
  return true;
}

// Mx = X − Aᵀz, A x = b in the coordinates of the basis: Rᵀy = b, x = J1 y + J2 J2ᵀX, R z = J1ᵀX −
// y.
template <typename T>
void ActiveSet<T>::settle() {
  const int n = dense_.n;
  const int q = basis_.q();
  std::vector<T> pull;
  basis_.turn(dense_.pull.data(), pull);
  std::vector<T> y(index(q));
  for (int k = 0; k < q; ++k) y[index(k)] = dense_.right(active_[index(k)]);
  basis_.solve_r_transposed(y);
  z_.assign(index(q), T(0));
  for (int k = 0; k < q; ++k) {
    z_[index(k)] = pull[index(k)] - y[index(k)];
    pull[index(k)] = y[index(k)];
  }
  basis_.solve_r(z_);
  x_.assign(index(n), T(0));
  for (int c = 0; c < n; ++c) {
    const T* const jc = basis_.column(c);
    const T factor = pull[index(c)];
    for (int i = 0; i < n; ++i) x_[index(i)] += factor * jc[i];
  }
}

template <typename T>
void ActiveSet<T>::begin(const std::vector<int>& guess) {
  const double least = Arithmetic<T>::dependent;
  for (int k = 0; k < dense_.m; ++k)
    if (dense_.equation(k)) hold(k, least);
  for (const int k : guess)
    if (!dense_.equation(k) && !holds(k)) hold(k, least);
  settle();
  release();
}

// Drops the worst first, until no multiplier pulls: then the rows are a start for the dual method.
template <typename T>
void ActiveSet<T>::release() {
  for (;;) {
    int worst = -1;
    for (int l = 0; l < basis_.q(); ++l)
      if (!dense_.equation(active_[index(l)]) && z_[index(l)] < T(0) &&
          (worst < 0 || z_[index(l)] < z_[index(worst)]))
        worst = l;
    if (worst < 0) return;
    let_go(worst);
    settle();
  }
}

template <typename T>
void ActiveSet<T>::let_go(int l) {
  basis_.drop(l);
  place_[index(active_[index(l)])] = open;
  active_.erase(active_.begin() + l);
  z_.erase(z_.begin() + l);
  size_.erase(size_.begin() + l);
}

// a·x − b
template <typename T>
T ActiveSet<T>::value(int row) const {
  const T* const a = dense_.row(row);
  T sum = -dense_.right(row);
  for (int j = 0; j < dense_.n; ++j) sum += a[j] * x_[index(j)];
  return sum;
}

// Deliberately small: the bound, not the tolerance, carries the proof.
template <typename T>
double ActiveSet<T>::tolerance(int row) const {
  const T* const a = dense_.row(row);
  double sum = std::abs(number(dense_.right(row))) + 1e-3 * dense_.length[index(row)];
  for (int j = 0; j < dense_.n; ++j) sum += std::abs(number(a[j]) * number(x_[index(j)]));
  return std::max(Arithmetic<T>::violation, dense_.tau[index(row)]) * sum;
}

template <typename T>
int ActiveSet<T>::most_violated() const {
  int worst = -1;
  double most = 0.0;
  for (int k = 0; k < dense_.m; ++k) {
    if (place_[index(k)] != open || dense_.equation(k)) continue;
    const double v = number(value(k));
    if (!(v > 0.0)) continue;
    const double length = dense_.length[index(k)];
    const double relative = length > 0.0 ? v / length : v * 1e30;  // 0 ≤ b < 0: nothing is worse
    if (relative > most && v > tolerance(k)) {
      most = relative;
      worst = k;
    }
  }
  return worst;
}

// False if no step is possible: the row depends on the active rows and none of them may be dropped.
template <typename T>
bool ActiveSet<T>::take_hold(int row) {
  const T* const a = dense_.row(row);
  T multiplier(0);
  T violation = value(row);
  for (;;) {
    basis_.turn(a, d_);
    const int q = basis_.q();
    const bool stays = dependent(row, d_, Arithmetic<T>::dependent);
    // When x cannot move, a weight of rounding size is no reason to drop a row.
    double least = 0.0;
    if (stays) {
      for (int l = 0; l < q; ++l) least = std::max(least, std::abs(number(r_[index(l)])));
      least *= std::max(Arithmetic<T>::dependent, dense_.tau[index(row)]);
    }
    int first = -1;  // the active row that would be the first to pull
    T limit(0);
    for (int l = 0; l < q; ++l) {
      if (dense_.equation(active_[index(l)]) || !(r_[index(l)] > T(least))) continue;
      const T t = z_[index(l)] / r_[index(l)];
      if (first < 0 || t < limit) {
        first = l;
        limit = t;
      }
    }
    if (stays && first < 0) return false;
    T squares(0);
    for (int c = q; c < dense_.n; ++c) squares += d_[index(c)] * d_[index(c)];
    bool full = false;
    T step = limit;
    if (!stays) {
      const T whole = violation / squares;
      full = first < 0 || !(limit < whole);
      if (full) step = whole;
      for (int c = q; c < dense_.n; ++c) {
        const T* const jc = basis_.column(c);
        const T factor = step * d_[index(c)];
        for (int i = 0; i < dense_.n; ++i) x_[index(i)] -= factor * jc[i];
      }
      violation -= step * squares;
    }
    for (int l = 0; l < q; ++l) z_[index(l)] -= step * r_[index(l)];
    multiplier += step;
    if (full) break;
    let_go(first);
  }
  size_.push_back(Basis<T>::tail(d_, 0));
  basis_.add(d_);
  active_.push_back(row);
  z_.push_back(multiplier);
  place_[index(row)] = held;
  return true;
}

// Z grows with every row added, so no active set recurs (Goldfarb & Idnani 1983). If rounding makes
// one recur, the search would cycle for ever.
template <typename T>
bool ActiveSet<T>::is_new() {
  std::uint64_t key = 0;
  const auto mix = [&](int row, std::uint64_t turn) {  // splitmix64
    std::uint64_t x = (static_cast<std::uint64_t>(row) + turn) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
    key ^= x ^ (x >> 31U);
  };
  for (const int row : active_) mix(row, 1);
  for (int k = 0; k < dense_.m; ++k)
    if (place_[index(k)] == passed_over) mix(k, 0x100000001ULL);
  return seen_.insert(key).second;
}

template <typename T>
typename ActiveSet<T>::Termination ActiveSet<T>::search(int max_steps) {
  for (;;) {
    const int row = most_violated();
    if (row < 0) return Termination::minimum;
    if (steps_ >= max_steps || !is_new()) return Termination::gave_up;
    ++steps_;
    if (take_hold(row)) continue;
    // Never call a violation of rounding size a contradiction: check again at the settled x.
    settle();
    if (number(value(row)) > 2000.0 * tolerance(row)) {
      stuck_ = row;
      return Termination::stuck;
    }
    place_[index(row)] = passed_over;
    release();
  }
}

}  // namespace zwang::minimum
