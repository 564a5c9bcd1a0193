// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows F whose multipliers are free to move, as equations: Φ_FF x = r.
//
// Dependent rows make Φ_FF singular, so Φ_FF + ε is factored, and conjugate gradients on Φ_FF
// itself, preconditioned by that factor, finish the work.
//
// A set F that differs by a few rows from the factored set F0 needs no new factor: rows that came
// or went border it (Schur complement), at the cost of one solve each. Where more have changed and
// F is not yet the final set, the factor still preconditions the gradients, with rows that went
// omitted and rows that came each on its own: that gives a few digits of x for less than a
// factorisation, once per factor.
#pragma once

#include <Eigen/LU>
#include <Eigen/SparseCholesky>
#include <vector>

#include "zwang/minimum/guarded_gradients.hpp"
#include "zwang/minimum/sparse_dual.hpp"

namespace zwang::minimum {

class FreeRows {
 public:
  // A new problem: factors are out of date, an elimination order lasts as long as Φ's pattern.
  void begin(const SparseDual& dual);
  // Takes the rows with `free[i]` as F. Factors if these are too far from the factor at hand.
  void take(const SparseDual& dual, const std::vector<unsigned char>& free);
  // The same for a rough x; false, and nothing taken, if the factor at hand is good enough for an
  // accurate one, is too far away, or has served for a rough one before.
  bool take_roughly(const std::vector<unsigned char>& free);
  // The same with a factor of F itself.
  void factor(const SparseDual& dual, const std::vector<unsigned char>& free);

  // x with Φ_FF x = r, zero outside of F; on return r is the residual, at most `enough` in each row
  // (times its length) if that could be reached. Returns the number of products.
  int solve(const SparseDual& dual, std::vector<double>& r, double enough, std::vector<double>& x);
  // The same until r has shrunk to a third, after take_roughly().
  int solve_roughly(const SparseDual& dual, std::vector<double>& r, std::vector<double>& x);
  // Whether the last solve() met a null direction.
  bool met_null() const { return gradients_.met_null(); }
  // The largest residual it left, times the length of its row.
  double left() const { return gradients_.left(); }
  // r := ε(Φ_FF + ε)⁻¹ r: components in the null space stay, all others shrink to ε/λ.
  void keep_null(const SparseDual& dual, std::vector<double>& r);

  const std::vector<int>& rows() const { return rows_; }
  bool bordered() const { return !borders_.empty(); }
  // How many rows may come or go before the next factorisation.
  int room() const { return most_changes_ - static_cast<int>(borders_.size()); }
  int factorisations() const { return factorisations_; }
  // Additions and multiplications of the last factorisation.
  double flops() const { return flops_; }
  // A lower bound on the number of rows of F that depend on the others.
  int dependent(const SparseDual& dual);

 private:
  enum class State : unsigned char { outside, factored, gone, come };

  // A row that came or went after the factor was made: column u of the border, K0⁻¹u.
  struct Border {
    int row = 0;
    bool come = false;
    Vector solved = {};
  };

  int changes(const std::vector<unsigned char>& free) const;
  double largest(const SparseDual& dual, const std::vector<double>& r) const;
  void order(const SparseDual& dual);
  void add_border(const SparseDual& dual, int row, bool come);
  double along(const SparseDual& dual, const Border& border, const Vector& packed) const;
  void close_border(const SparseDual& dual);
  // q_F := Φ_FF p, where p is zero outside of F
  void multiply(const SparseDual& dual, const std::vector<double>& p, std::vector<double>& q) const;
  void solve_factor(Vector& packed) const;  // packed := K0⁻¹ packed
  void solve_shifted(const SparseDual& dual, const std::vector<double>& r, std::vector<double>& x);

  using Factor =
      Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>, Eigen::Upper, Eigen::NaturalOrdering<int>>;
  int pattern_ = 0;
  std::vector<int> order_;  // all rows in the order of elimination
  std::vector<int> base_;   // F0 in that order
  std::vector<int> analysed_;
  std::vector<int> place_;  // of a row in base_, or −1
  std::vector<State> state_;
  std::vector<int> rows_;  // F
  Eigen::SparseMatrix<double> upper_;
  Factor factor_;
  std::vector<Border> borders_, spare_;
  Matrix complement_;
  Eigen::PartialPivLU<Matrix> complement_factor_;
  int most_changes_ = 0;
  bool factored_ = false;
  bool rough_ = false;      // F has rows unknown to factor and borders
  bool roughened_ = false;  // the factor has served for a rough x
  GuardedGradients gradients_;
  int factorisations_ = 0;
  double flops_ = 0.0;
  Vector packed_, side_;
  std::vector<double> p_, q_;
};

}  // namespace zwang::minimum
