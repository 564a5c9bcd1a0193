// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The directions that forms leave free, as fields around a point (theory 11): with the first r
// differentials solved for,
//
//   A_l = d/dx_l + sum_p a_lp d/dx_p,      [X, Y] = DY X - DX Y
//
// K is double, or Residue for formulas without rounding. Brackets of any depth come from evaluating
// the formulas on nilpotent numbers.
#pragma once

#include <span>
#include <vector>

#include "zwang/analysis/nilpotent.hpp"
#include "zwang/laws/pfaffian.hpp"
#include "zwang/laws/residue.hpp"

namespace zwang {

// [A_l1, [A_l2, ... A_lk]]
using Bracket = std::vector<int>;

// All p_si as one list of steps.
template <class K>
class FormValues {
 public:
  using Number = Nilpotent<K>;

  explicit FormValues(const PfaffianSystem& system);

  // p_si, row by row. Throws std::domain_error where a form has no value.
  std::vector<Number> at(std::span<const Number> x) const;
  std::vector<K> at(std::span<const K> x) const;

 private:
  struct Step {
    Operation operation = Operation::constant;
    std::size_t a = 0, b = 0;
    K number = {};       // of a constant
    int input = -1;      // of a coordinate
    int exponent = 0;    // of a power with a whole exponent
    bool whole = false;  // whether it is one
  };

  std::vector<Step> steps_;
  std::vector<std::size_t> places_;  // of p_si among the steps
};

template <class K>
class Distribution {
 public:
  using Number = Nilpotent<K>;

  // Around x. Throws std::domain_error where a form has no value.
  Distribution(const PfaffianSystem& system, std::vector<K> x);

  int coordinates() const { return static_cast<int>(x_.size()); }
  int fields() const { return static_cast<int>(open_.size()); }
  // Forms that are independent at x.
  int rank() const { return static_cast<int>(solved_.size()); }

  // At x: the fields, their brackets [A_l, A_m] for l < m, and longer brackets.
  std::vector<std::vector<K>> values() const;
  std::vector<std::vector<K>> pair_values() const;
  std::vector<K> value(const Bracket& bracket) const;

  // Voss's covariants in the fields: for each pair l < m, omega_s([A_l, A_m]) for all forms.
  std::vector<std::vector<K>> covariants() const;

 private:
  void choose_pivots();
  // Some of the fields at a point near x.
  template <class T>
  std::vector<std::vector<T>> fields_at(std::span<const T> x, std::span<const int> which) const;
  std::vector<Number> value_at(std::span<const int> bracket, std::span<const Number> x,
                               int directions) const;

  FormValues<K> forms_;
  std::vector<K> x_;
  std::vector<int> rows_, solved_, open_;
};

// Whether all coefficients are rational.
bool is_rational(const PfaffianSystem& system);

extern template class FormValues<double>;
extern template class Distribution<double>;
extern template class Distribution<Residue>;

}  // namespace zwang
