// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Exact decisions about rows, in integers: whether a row depends on others, and whether rows
// contradict each other. Every double is an integer times a power of two, so nothing is rounded.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <vector>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/scale.hpp"

namespace zwang::minimum {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// Brings numbers[i]·2^(exponents[i]) to one exponent, which is returned.
int to_integers(const std::vector<double>& numbers, const std::vector<int>& exponents,
                std::vector<Integer>& integers);

// Row k of the scaled problem in integers, b last: (a | b) = 2^exponent · integers.
int integer_row(const Problem& problem, const Scaling& scaling, int k,
                std::vector<Integer>& integers);

// Fraction-free elimination (Bareiss 1968), row by row.
class Echelon {
 public:
  // `identity` extra columns after the right-hand side record how rows were combined.
  explicit Echelon(int n, int identity = 0) : n_(n), identity_(identity) {}

  // Adds a row if it is independent of the earlier ones.
  bool add(std::vector<Integer> row);
  // The remainder of the row: p (row − Σ c_i row_i), p the last pivot.
  void reduce(std::vector<Integer>& row) const;
  bool vanishes(const std::vector<Integer>& row) const;
  int pivot_sign() const { return pivots_.empty() ? 1 : pivots_.back().sign(); }
  int rank() const { return static_cast<int>(rows_.size()); }

 private:
  int n_;
  int identity_;
  std::vector<std::vector<Integer>> rows_;
  std::vector<int> columns_;
  std::vector<Integer> pivots_;
};

// The rows `held`, independent as far as the search knows, and their consequences.
class Relations {
 public:
  Relations(const Problem& problem, const Scaling& scaling, std::vector<int> held);

  // Empty if row k is independent of the held rows, or these are dependent themselves; otherwise
  // the sign of b_k − Σ c_i b_i where a_k = Σ c_i a_i.
  std::optional<int> sign(int k);

 private:
  const Problem& problem_;
  const Scaling& scaling_;
  std::vector<int> held_;
  std::optional<Echelon> echelon_;
  bool sound_ = true;
};

// Farkas (theory 4.5): weights y with Σ y_i a_i = 0, y_i ≥ 0 on inequalities and Σ y_i b_i < 0,
// from rows `held` and one more. Empty if these rows give no such proof. One weight per row of the
// problem, in the problem's own units and rounded to double: the support alone determines the exact
// ones.
std::optional<Vector> contradiction(const Problem& problem, const Scaling& scaling,
                                    const std::vector<int>& held, int row);

}  // namespace zwang::minimum
