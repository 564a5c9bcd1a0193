// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The same method in the multipliers alone, for double and for rows that are far from dependent:
// cheaper than the basis of `active_set` by an order of magnitude, and the usual path. Whatever it
// cannot prove goes there.
//
// J is block diagonal with JᵀMJ = 1; B = A J; Φ = B Bᵀ.
#pragma once

#include <vector>

#include "zwang/minimum/attempt.hpp"
#include "zwang/minimum/bundle.hpp"
#include "zwang/minimum/dense_delassus.hpp"
#include "zwang/minimum/scale.hpp"

namespace zwang::minimum {

// The search of `active_set` on Φ (m × m) and w = Φ0 − Φ z, the values of the rows. Keeps T with
// TᵀT = Φ_SS⁻¹ for the held rows S.
class DualSearch {
 public:
  enum class Termination { minimum, dependent, gave_up };

  // Begins with no row held. `phi` must have its columns filled where `column` was called.
  void begin(int m);
  // Adds row k with whatever step makes w_k = 0, dropping rows that would pull. Calls `column(k)`
  // before column k of phi is read.
  template <typename Column>
  Termination take_hold(int k, const std::vector<Kind>& kind, const Matrix& phi, Vector& w,
                        Column&& column);

  const std::vector<int>& held() const { return held_; }
  const std::vector<double>& z() const { return z_; }
  bool holds(int k) const { return place_[static_cast<std::size_t>(k)] >= 0; }

 private:
  void add(double pivot);
  void drop(int l);

  std::vector<int> held_;
  std::vector<int> place_;
  std::vector<double> z_;
  Matrix t_;
  Vector c_, r_, column_;
};

class DualForm {
 public:
  // Solves the scaled problem, or ends in doubt: then `held` is a good guess for `active_set`.
  // Repeated calls allocate nothing.
  void attempt(const Dense<double>& dense, const std::vector<int>& guess, int max_steps,
               Attempt& result);

 private:
  bool read_mass();
  bool read_block(int first, int size, double& largest);
  void turn(const double* a, double* turned) const;  // Jᵀa
  void turn_back(const Vector& y, Vector& x) const;  // J y
  bool settle();                                     // z of the held rows, none pulling; x
  bool search(int max_steps, int& steps);
  int most_violated(const Vector& w) const;
  void prove(Attempt& result);

  const Dense<double>* dense_ = nullptr;
  std::vector<int> held_;
  std::vector<bool> is_held_;

  std::vector<double> j_;  // J, block after block, each column by column
  std::vector<std::size_t> block_;
  double ef_ = 0.0;      // |JᵀMJ − 1|
  double j_size_ = 0.0;  // ≥ |J|
  double mass_size_ = 0.0;
  bool diagonal_ = false;
  Matrix b_;    // held rows times J, each a column
  Matrix all_;  // all rows times J
  Matrix phi_, phi_all_;
  std::vector<bool> have_;
  Vector y0_, y_, x_, right_, z_, w_;
  // for read_block()
  std::vector<double> l_, sizes_;
  std::vector<Extent> extents_;
  Bundle<double> products_;
  std::vector<Bundle<double>::Sums> entries_;
  double a_size_ = 0.0;
  DenseDelassus delassus_;
  DualSearch search_;
};

// --- DualSearch::take_hold ----------------------------------------------------------------------

template <typename Column>
DualSearch::Termination DualSearch::take_hold(int k, const std::vector<Kind>& kind,
                                              const Matrix& phi, Vector& w, Column&& column) {
  const auto at = [](int i) { return static_cast<std::size_t>(i); };
  const auto m = static_cast<Eigen::Index>(place_.size());
  column(k);
  double multiplier = 0.0;
  const bool equation = kind[at(k)] == Kind::equation;
  for (;;) {
    const auto q = static_cast<Eigen::Index>(held_.size());
    for (Eigen::Index l = 0; l < q; ++l) column_[l] = phi(held_[static_cast<std::size_t>(l)], k);
    c_.head(q).noalias() = t_.topLeftCorner(q, q) * column_.head(q);
    r_.head(q).noalias() = t_.topLeftCorner(q, q).transpose() * c_.head(q);
    double squares = phi(k, k);
    for (Eigen::Index l = 0; l < q; ++l) squares -= c_[l] * c_[l];
    // this form goes no further than an eigenvalue near 1e-8
    if (!(squares > 1e-8 * phi(k, k))) return Termination::dependent;
    double step = w[k] / squares;
    Eigen::Index first = -1;
    for (Eigen::Index l = 0; l < q; ++l) {
      if (kind[at(held_[static_cast<std::size_t>(l)])] == Kind::equation) continue;
      if (!(step > 0.0 ? r_[l] > 0.0 : r_[l] < 0.0)) continue;
      const double t = z_[static_cast<std::size_t>(l)] / r_[l];
      if (std::abs(t) < std::abs(step)) {
        step = t;
        first = l;
      }
    }
    // w −= t (Φ_:k − Φ_:S r)
    w.noalias() -= step * phi.col(k).head(m);
    for (Eigen::Index l = 0; l < q; ++l) {
      const double factor = step * r_[l];
      if (factor != 0.0)
        w.noalias() += factor * phi.col(held_[static_cast<std::size_t>(l)]).head(m);
      z_[static_cast<std::size_t>(l)] -= factor;
    }
    multiplier += step;
    if (first < 0) {
      w[k] = 0.0;
      add(std::sqrt(squares));
      place_[at(k)] = static_cast<int>(held_.size());
      held_.push_back(k);
      z_.push_back(multiplier);
      return Termination::minimum;
    }
    if (equation) return Termination::dependent;  // equations come first: nothing can pull
    drop(static_cast<int>(first));
  }
}

}  // namespace zwang::minimum
