// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A rigorous bound on the distance of a computed x from the true minimum x*. It proves the
// solution, not the active set, so that rows which only touch cost nothing.
//
// Given rows S, a point x, multipliers z (≥ 0 on inequalities) with residuals
//
//   r1 = X + M x_free − M x − A_Sᵀz,      r2 = b_S − A_S x,
//
// let x̃ be the point nearest to x with A_S x̃ = b_S, and |x̃ − x|_M = |r2|_{Φ⁻¹} ≤ δ. If x̃ is
// admissible then
//
//   |x − x*|_M ≤ |r1|_{M⁻¹} + 2 δ.                                                        (B)
//
// Proof. Put g = X + M x_free − M x̃ − A_Sᵀz = r1 − M(x̃ − x), so |g|_{M⁻¹} ≤ |r1|_{M⁻¹} + δ. The
// minimum satisfies (M x* − X − M x_free)ᵀ(x̃ − x*) ≥ 0 as x̃ is admissible, and z ≥ 0 gives
// (A_Sᵀz)ᵀ(x* − x̃) = zᵀ(A_S x* − b_S) ≤ 0. Adding both: −|x̃ − x*|² + gᵀ(x* − x̃) ≥ 0, that is |x̃
// − x*|_M ≤ |g|_{M⁻¹}; the triangle x, x̃, x* gives (B). Where M alone is not positive the same
// holds with M + ρEᵀE: on the admissible points that adds a constant, and multipliers absorb it.
//
// Norms are taken in the coordinates of the basis, whose own errors are bounded first:
//   |JᵀMJ − 1| ≤ eF,   |R R⁻¹ − 1| ≤ ei,   |A_S J − [Rᵀ 0]| |R⁻¹| ≤ eta,  each below 1/2.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/active_set.hpp"
#include "zwang/minimum/bundle.hpp"
#include "zwang/minimum/exact.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/residual.hpp"

namespace zwang::minimum {

struct Verdict {
  bool proved = false;
  double bound = 0.0;             // |x − x*|_M, scaled
  std::vector<double> component;  // |x_i − x*_i|, scaled
  double shift = 0.0;             // largest relative change of a right-hand side, rounded data only
  double moved = 0.0;             // how far x would move were dependent rows held as they are
  std::vector<int> spare;         // rows that depend on the held ones and hold as equations too
  int against = -1;               // a row that contradicts the held ones at x̃, or -1
};

template <typename T>
class Bound {
 public:
  Bound(const Problem& problem, const Scaling& scaling, ActiveSet<T>& set)
      : problem_(problem), scaling_(scaling), set_(set), dense_(set.dense()) {}

  Verdict judge();

 private:
  enum class Row { holds, independent, against, in_doubt };
  static constexpr double hardly = 0x1p-40;  // of the free motion

  static double length(const std::vector<T>& v);

  void residuals();
  void refine();
  bool measure_basis();
  void measure_point();
  Row judge_row(int k, Verdict& verdict);
  Row judge_dependent(int k, const Sum<T>& slack, double radius, Verdict& verdict);

  const Problem& problem_;
  const Scaling& scaling_;
  ActiveSet<T>& set_;
  const Dense<T>& dense_;
  std::optional<Relations> relations_;

  std::vector<T> r1_, r2_;  // values
  double e1_ = 0.0;         // lengths of the radii
  double e2_ = 0.0;
  double ef_ = 0.0;
  double ei_ = 0.0;
  double eta_ = 0.0;
  double rin_ = 0.0;        // ≥ |R⁻¹|
  double j_ = 0.0;          // |J|_F
  double rho1_ = 0.0;       // ≥ |r1|_{M⁻¹}
  double delta_ = 0.0;      // ≥ |x̃ − x|_M
  double derr_ = 0.0;       // error of y_ as x̃ − x in the basis
  std::vector<T> y_;        // R⁻ᵀr2
  std::vector<T> inverse_;  // R⁻¹, column by column, q × q
  std::vector<T> d_;
};

template <typename T>
double Bound<T>::length(const std::vector<T>& v) {
  return safety * Basis<T>::tail(v, 0);
}

template <typename T>
void Bound<T>::residuals() {
  const int n = dense_.n;
  const int q = set_.basis().q();
  const auto& x = set_.x();
  const auto& z = set_.z();
  double squares = 0.0;
  r1_.resize(index(n));
  for (int i = 0; i < n; ++i) {
    Sum<T> sum;
    sum.add(dense_.force[index(i)]);
    const T* const mass = dense_.mass.data() + index(i) * index(n);
    for (int j = 0; j < n; ++j) {
      if (mass[j] == T(0)) continue;
      if (!dense_.free.empty()) sum.add(mass[j], dense_.free[index(j)]);
      sum.add(mass[j], T(-x[index(j)]));
    }
    for (int l = 0; l < q; ++l) {
      const T a = dense_.row(set_.active()[index(l)])[i];
      if (a != T(0) && z[index(l)] != T(0)) sum.add(a, T(-z[index(l)]));
    }
    r1_[index(i)] = sum.value();
    squares += sum.radius() * sum.radius();
  }
  e1_ = safety * std::sqrt(squares);
  squares = 0.0;
  r2_.resize(index(q));
  for (int l = 0; l < q; ++l) {
    const int k = set_.active()[index(l)];
    const T* const a = dense_.row(k);
    Sum<T> sum;
    sum.add(dense_.right(k));
    for (int j = 0; j < n; ++j)
      if (a[j] != T(0)) sum.add(a[j], T(-x[index(j)]));
    r2_[index(l)] = sum.value();
    squares += sum.radius() * sum.radius();
  }
  e2_ = safety * std::sqrt(squares);
}

// One step of refinement: y = R⁻ᵀr2, R dz = J1ᵀr1 − y, dx = J1 y + J2 J2ᵀr1. Afterwards no
// multiplier of an inequality is negative.
template <typename T>
void Bound<T>::refine() {
  const Basis<T>& basis = set_.basis();
  const int n = dense_.n;
  const int q = basis.q();
  basis.turn(r1_.data(), d_);
  std::vector<T> y = r2_;
  basis.solve_r_transposed(y);
  std::vector<T> dz(index(q));
  for (int l = 0; l < q; ++l) {
    dz[index(l)] = d_[index(l)] - y[index(l)];
    d_[index(l)] = y[index(l)];
  }
  basis.solve_r(dz);
  auto& x = set_.x();
  auto& z = set_.z();
  std::vector<T> dx(index(n), T(0));
  for (int c = 0; c < n; ++c) {
    const T* const jc = basis.column(c);
    for (int i = 0; i < n; ++i) dx[index(i)] += d_[index(c)] * jc[i];
  }
  for (int i = 0; i < n; ++i) x[index(i)] += dx[index(i)];
  for (int l = 0; l < q; ++l) {
    z[index(l)] += dz[index(l)];
    if (z[index(l)] < T(0) && !dense_.equation(set_.active()[index(l)])) z[index(l)] = T(0);
  }
}

template <typename T>
bool Bound<T>::measure_basis() {
  const Basis<T>& basis = set_.basis();
  const int n = dense_.n;
  const int q = basis.q();
  constexpr double u = Arithmetic<T>::unit;
  double squares = 0.0;
  for (int c = 0; c < n; ++c)
    for (int i = 0; i < n; ++i) {
      const double entry = number(basis.column(c)[i]);
      squares += entry * entry;
    }
  j_ = safety * std::sqrt(squares);

  // eF: the product as computed, plus its rounding, at most (2n + 4)u |J|ᵀ|M||J|. For a positive M
  // |M_ij| ≤ √(M_ii M_jj), so that this is at most (2n + 4)u |w|², w = |J|ᵀ √diag M.
  const std::vector<T>& metric = basis.metric();
  squares = 0.0;
  double spread = 0.0;
  std::vector<double> size(index(n) * index(n));
  if (basis.rho() > 0.0) {
    // the metric is itself a rounded sum of M and ρEᵀE
    for (std::size_t i = 0; i < size.size(); ++i) size[i] = std::abs(number(dense_.mass[i]));
    for (int k = 0; k < dense_.m; ++k)
      if (dense_.equation(k))
        for (int i = 0; i < n; ++i)
          for (int j = 0; j < n; ++j)
            size[index(i) * index(n) + index(j)] +=
                basis.rho() * std::abs(number(dense_.row(k)[i]) * number(dense_.row(k)[j]));
  }
  // √diag M, and how far any |M_ij| exceeds √(M_ii M_jj): not at all if M is positive
  std::vector<double> diagonal(index(n));
  double wide = 1.0;
  if (basis.rho() == 0.0) {
    for (int i = 0; i < n; ++i)
      diagonal[index(i)] = std::sqrt(number(metric[index(i) * index(n) + index(i)]));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const double entry = std::abs(number(metric[index(i) * index(n) + index(j)]));
        const double limit = diagonal[index(i)] * diagonal[index(j)];
        if (entry > wide * limit) wide = entry / limit;
      }
  }
  // leading and trailing zero terms are skipped
  std::vector<Extent> in_metric(index(n)), in_basis(index(n));
  for (int i = 0; i < n; ++i) {
    in_metric[index(i)] = extent_of(metric.data() + index(i) * index(n), n);
    in_basis[index(i)] = extent_of(basis.column(i), n);
  }
  constexpr int width = Bundle<T>::width;
  Bundle<T> columns(n), products(n);  // J and MJ
  std::vector<typename Bundle<T>::Sums> entries(index(n));
  for (int first = 0; first < n; first += width) {
    const int count = std::min(width, n - first);
    columns.hold(count);
    products.hold(count);
    for (int k = 0; k < count; ++k) columns.put(k, basis.column(first + k));
    for (int i = 0; i < n; ++i) {
      typename Bundle<T>::Sums sums{};
      columns.add(metric.data() + index(i) * index(n), in_metric[index(i)].from,
                  in_metric[index(i)].to, sums);
      for (int k = 0; k < count; ++k) products.put(i, k, sums[index(k)]);
    }
    for (int b = 0; b < first + count; ++b) {
      typename Bundle<T>::Sums& sums = entries[index(b)];
      sums.fill(T(0));
      if (b >= first) sums[index(b - first)] = T(-1);
      products.add(basis.column(b), in_basis[index(b)].from, in_basis[index(b)].to, sums);
    }
    for (int c = first; c < first + count; ++c)
      for (int b = 0; b <= c; ++b) {
        const double entry = number(entries[index(b)][index(c - first)]);
        squares += (b == c ? 1.0 : 2.0) * entry * entry;
      }
  }
  if (basis.rho() > 0.0) {
    std::vector<double> others(index(n));  // |J|ᵀ row sums: an upper bound of the Frobenius norm
    std::vector<Extent> in_size(index(n));
    for (int i = 0; i < n; ++i) {
      for (int b = 0; b < n; ++b) others[index(i)] += std::abs(number(basis.column(b)[i]));
      in_size[index(i)] = extent_of(size.data() + index(i) * index(n), n);
    }
    for (int c = 0; c < n; ++c)
      for (int i = 0; i < n; ++i) {
        double w = 0.0;
        for (int j = in_size[index(i)].from; j < in_size[index(i)].to; ++j)
          w += size[index(i) * index(n) + index(j)] * std::abs(number(basis.column(c)[j]));
        spread += others[index(i)] * w;
      }
  } else {
    for (int c = 0; c < n; ++c) {
      double w = 0.0;
      for (int i = 0; i < n; ++i) w += std::abs(number(basis.column(c)[i])) * diagonal[index(i)];
      spread += wide * w * w;
    }
  }
  const double roundings = 4.0 * n + 8.0 + (basis.rho() > 0.0 ? 4.0 * dense_.m : 0.0);
  ef_ = safety * (std::sqrt(squares) + roundings * u * (spread + 1.0));
  if (!(ef_ < 0.5)) return false;

  // ei and R⁻¹
  inverse_.assign(index(q) * index(q), T(0));
  double inverse_size = 0.0;
  double r_size = 0.0;
  squares = 0.0;
  std::vector<T> column;
  for (int k = 0; k < q; ++k) {
    column.assign(index(q), T(0));
    column[index(k)] = T(1);
    basis.solve_r(column);
    for (int i = 0; i <= k; ++i) {
      inverse_[index(k) * index(q) + index(i)] = column[index(i)];
      inverse_size += number(column[index(i)]) * number(column[index(i)]);
      r_size += number(basis.r(i, k)) * number(basis.r(i, k));
    }
    for (int i = 0; i <= k; ++i) {
      T sum(i == k ? -1 : 0);
      for (int j = i; j <= k; ++j) sum += basis.r(i, j) * column[index(j)];
      squares += number(sum) * number(sum);
    }
  }
  const double inverse_length = safety * std::sqrt(inverse_size);
  ei_ = safety * (std::sqrt(squares) + (q + 3.0) * u * std::sqrt(r_size) * inverse_length);
  if (!(ei_ < 0.5)) return false;
  rin_ = safety * inverse_length / (1.0 - ei_);

  // eta
  squares = 0.0;
  double rows = 0.0;
  for (int l = 0; l < q; ++l) {
    const int k = set_.active()[index(l)];
    basis.turn(dense_.row(k), d_);
    for (int c = 0; c < n; ++c) {
      const double entry = number(c <= l ? T(d_[index(c)] - basis.r(c, l)) : d_[index(c)]);
      squares += entry * entry;
    }
    rows += dense_.length[index(k)] * dense_.length[index(k)];
  }
  eta_ = safety * rin_ * (std::sqrt(squares) + (n + 3.0) * u * j_ * std::sqrt(rows));
  return eta_ < 0.5;
}

// δ, |r1|_{M⁻¹} and y = R⁻ᵀr2, which is x̃ − x in the basis up to derr.
template <typename T>
void Bound<T>::measure_point() {
  const Basis<T>& basis = set_.basis();
  const int n = dense_.n;
  const int q = basis.q();
  constexpr double u = Arithmetic<T>::unit;
  y_.assign(index(q), T(0));
  for (int k = 0; k < q; ++k)
    for (int i = 0; i <= k; ++i)
      y_[index(k)] += inverse_[index(k) * index(q) + index(i)] * r2_[index(i)];
  const double off = safety * rin_ * (2.0 * e2_ + (q + 2.0) * u * length(r2_));
  // squares below the range of double vanish: `underflow` exceeds the root of what they can hide
  constexpr double underflow = 0x1p-500;
  delta_ =
      safety * std::sqrt(1.0 + ef_) / (1.0 - eta_) * (length(y_) + off) / (1.0 - ei_) + underflow;
  derr_ = safety * (off + 8.0 * (eta_ + ei_ + ef_) * delta_);
  basis.turn(r1_.data(), d_);
  rho1_ = safety * (length(d_) + j_ * (e1_ + (n + 2.0) * u * length(r1_))) / std::sqrt(1.0 - ef_) +
          underflow;
}

// A row that depends on the held ones: exact data are decided exactly; rounded data may be off by
// their rounding, and so may their combination from the held rows.
template <typename T>
typename Bound<T>::Row Bound<T>::judge_dependent(int k, const Sum<T>& slack, double radius,
                                                 Verdict& verdict) {
  const double tau = dense_.tau[index(k)];
  if (tau == 0.0) {
    if (!relations_) relations_.emplace(problem_, scaling_, set_.active());
    const std::optional<int> sign = relations_->sign(k);
    if (!sign) return Row::in_doubt;
    if (*sign == 0) verdict.spare.push_back(k);
    if (*sign == 0 || (*sign > 0 && !dense_.equation(k))) return Row::holds;
    verdict.against = k;
    return Row::against;
  }
  const Basis<T>& basis = set_.basis();
  const int q = basis.q();
  std::vector<T> c(d_.begin(), d_.begin() + q);
  basis.solve_r(c);
  const double whole = slack.size() + dense_.length[index(k)];
  double allowed = slack.size(), lengths = dense_.length[index(k)];
  for (int l = 0; l < q; ++l) {
    const int held = set_.active()[index(l)];
    double size = std::abs(number(dense_.right(held)));
    for (int j = 0; j < dense_.n; ++j)
      size += std::abs(number(dense_.row(held)[j]) * number(set_.x()[index(j)]));
    allowed += std::abs(number(c[index(l)])) * size;
    lengths += std::abs(number(c[index(l)])) * dense_.length[index(held)];
  }
  allowed *= tau;
  const double s = number(slack.value());
  // Where x is much smaller than the free motion, as in a body that comes to rest, the rounding at
  // that counts, if x would hardly move were the row held as it is.
  const double against = dense_.equation(k) ? std::abs(s) : -s;
  if (against > allowed && against + radius <= allowed + tau * lengths) {
    const double tail = std::max(Basis<T>::tail(d_, q), tau * Basis<T>::tail(d_, 0));
    const double moves = (against + radius) / tail;
    if (moves <= hardly) {
      verdict.moved += moves;
      allowed += tau * lengths;
    }
  }
  const bool touches = std::abs(s) <= allowed + radius;
  if (touches) verdict.spare.push_back(k);
  if (dense_.equation(k) ? touches : s + radius >= -allowed) {
    const double moved = (dense_.equation(k) ? std::abs(s) : std::max(0.0, -s)) + radius;
    if (whole > 0.0) verdict.shift = std::max(verdict.shift, moved / whole);
    return Row::holds;
  }
  verdict.against = k;
  return Row::against;
}

template <typename T>
typename Bound<T>::Row Bound<T>::judge_row(int k, Verdict& verdict) {
  const T* const a = dense_.row(k);
  Sum<T> slack;
  slack.add(dense_.right(k));
  for (int j = 0; j < dense_.n; ++j)
    if (a[j] != T(0)) slack.add(a[j], T(-set_.x()[index(j)]));
  const double s = number(slack.value());
  const double in_metric = safety * delta_ / std::sqrt(1.0 - ef_);
  const double easy = safety * (slack.radius() + j_ * dense_.length[index(k)] * in_metric);
  if (!dense_.equation(k) && s - easy > 0.0) return Row::holds;
  const Basis<T>& basis = set_.basis();
  basis.turn(a, d_);
  const double turned =
      length(d_) + (dense_.n + 2.0) * Arithmetic<T>::unit * j_ * dense_.length[index(k)];
  const double radius = safety * (slack.radius() + turned * in_metric);
  if (!dense_.equation(k)) {
    if (s - radius > 0.0) return Row::holds;
    // sharper: the position of x̃, to first order
    T towards(0);
    for (int l = 0; l < basis.q(); ++l) towards += d_[index(l)] * y_[index(l)];
    const double sharp = number(T(slack.value() - towards));
    const double sharp_radius =
        safety * (slack.radius() + turned * (derr_ + (dense_.n + 4.0) * Arithmetic<T>::unit *
                                                         (delta_ + std::abs(number(towards)))));
    if (sharp - sharp_radius > 0.0) return Row::holds;
  }
  const double least = std::max(Arithmetic<T>::independent, 4.0 * dense_.tau[index(k)]);
  if (basis.q() < dense_.n && Basis<T>::tail(d_, basis.q()) > least * Basis<T>::tail(d_, 0))
    return Row::independent;
  return judge_dependent(k, slack, radius, verdict);
}

template <typename T>
Verdict Bound<T>::judge() {
  constexpr int passes = 12;
  for (int pass = 0; pass < passes; ++pass) {
    Verdict verdict;
    relations_.reset();
    residuals();
    refine();
    residuals();
    if (!measure_basis()) return verdict;
    measure_point();
    if (!std::isfinite(rho1_ + delta_)) return verdict;
    std::vector<int> doubtful;
    bool sound = true;
    for (int k = 0; k < dense_.m && sound; ++k) {
      if (set_.holds(k)) continue;
      const Row row = judge_row(k, verdict);
      if (row == Row::independent)
        doubtful.push_back(k);
      else
        sound = row == Row::holds;
    }
    if (!sound) return verdict;
    // Rows that touch and are independent are held as well, all in one pass: their slack is then
    // exactly zero at x̃ and their multiplier is rounding.
    bool added = false;
    for (const int k : doubtful) added = set_.hold(k, Arithmetic<T>::independent) || added;
    if (added) continue;
    if (!doubtful.empty()) return verdict;
    verdict.proved = true;
    verdict.bound = safety * (rho1_ + 2.0 * delta_) + verdict.moved;
    verdict.component.resize(index(dense_.n));
    const double per_length = safety * verdict.bound / std::sqrt(1.0 - ef_);
    for (int i = 0; i < dense_.n; ++i) {
      double squares = 0.0;
      for (int c = 0; c < dense_.n; ++c) {
        const double entry = number(set_.basis().column(c)[i]);
        squares += entry * entry;
      }
      verdict.component[index(i)] = safety * std::sqrt(squares) * per_length;
    }
    return verdict;
  }
  return {};
}

}  // namespace zwang::minimum
