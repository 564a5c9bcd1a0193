// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Conjugate gradients on Φ_FF x = r, preconditioned by an approximate inverse of Φ_FF + ε.
// Dependent rows make Φ_FF singular: along a null direction pᵀΦp is rounding; a step along it would
// ruin x and is not taken. The x with the smallest residual is kept.
//
// The owner of the rows provides the operations, as Equations:
//   rows()              the rows F of this process; vectors have a number for every row
//   prepare(r, z)       z := an approximation of (Φ_FF + ε)⁻¹ r
//   multiply(p, q)      q := Φ_FF p, where p is zero outside of F
//   dot(a, b)           over all of F
//   largest(r)          the largest |r_i| times the length of its row, over all of F
#pragma once

#include <algorithm>
#include <vector>

namespace zwang::minimum {

// Φ has ones on its diagonal. Crystals need the same number of steps from 1e-4 to 1e-8, taut nets
// from 1e-8 to 1e-10.
inline constexpr double shift_of_free_rows = 1e-8;

class GuardedGradients {
 public:
  struct Limits {
    double enough;        // residual at which they end
    int steps;            // at most
    bool stop_at_growth;  // end where the residual grows far beyond the smallest: no gain
  };

  // x is zero outside of F; on return r is the residual. Returns the number of products.
  template <class Equations>
  int solve(Equations&& equations, const Limits& limits, std::vector<double>& r,
            std::vector<double>& x);

  bool met_null() const { return met_null_; }
  // The null direction met; zero outside of F.
  const std::vector<double>& null_direction() const { return p_; }
  // The largest residual, as Equations measure it.
  double left() const { return left_; }

 private:
  // A direction is null if pᵀΦp is less than this fraction of pᵀ(Φ + ε)p.
  static constexpr double null_part = 1e-4;
  // The residual has grown far beyond the smallest one.
  static constexpr double growth = 30.0;

  bool met_null_ = false;
  double left_ = 0.0;
  std::vector<double> p_, q_, z_, best_, best_r_;
};

template <class Equations>
int GuardedGradients::solve(Equations&& equations, const Limits& limits, std::vector<double>& r,
                            std::vector<double>& x) {
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  const std::vector<int>& rows = equations.rows();
  const auto copy = [&](const std::vector<double>& from, std::vector<double>& to) {
    for (const int i : rows) to[index(i)] = from[index(i)];
  };
  met_null_ = false;
  std::fill(x.begin(), x.end(), 0.0);
  for (std::vector<double>* const v : {&p_, &q_, &z_, &best_, &best_r_}) v->resize(r.size());
  std::fill(p_.begin(), p_.end(), 0.0);
  equations.prepare(r, x);
  equations.multiply(x, q_);
  int products = 1;
  for (const int i : rows) r[index(i)] -= q_[index(i)];
  left_ = equations.largest(r);
  if (left_ <= limits.enough) return products;

  copy(x, best_);
  copy(r, best_r_);
  equations.prepare(r, z_);
  copy(z_, p_);
  double rz = equations.dot(r, z_);
  for (int step = 0; step < limits.steps; ++step) {
    equations.multiply(p_, q_);
    ++products;
    const double pq = equations.dot(p_, q_);
    const double pp = equations.dot(p_, p_);
    if (!(pq > null_part * (pq + shift_of_free_rows * pp))) {
      met_null_ = true;
      break;
    }
    const double alpha = rz / pq;
    for (const int i : rows) {
      x[index(i)] += alpha * p_[index(i)];
      r[index(i)] -= alpha * q_[index(i)];
    }
    const double size = equations.largest(r);
    if (size < left_) {
      left_ = size;
      copy(x, best_);
      copy(r, best_r_);
    }
    if (size <= limits.enough || (limits.stop_at_growth && size > growth * left_)) break;
    equations.prepare(r, z_);
    const double rz_next = equations.dot(r, z_);
    const double beta = rz_next / rz;
    rz = rz_next;
    for (const int i : rows) p_[index(i)] = z_[index(i)] + beta * p_[index(i)];
  }
  copy(best_, x);
  copy(best_r_, r);
  return products;
}

}  // namespace zwang::minimum
