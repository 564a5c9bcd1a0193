// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/exact.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

// x = mantissa·2^exponent, mantissa odd or zero.
std::pair<std::int64_t, int> split(double x) {
  if (x == 0.0) return {0, 0};
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int zeros = __builtin_ctzll(static_cast<unsigned long long>(mantissa));
  return {mantissa >> zeros, exponent - 53 + zeros};
}

// A number as big as n·2^exponent, for sorting weights by size: exponent of 2 and a double near n.
double rounded(const Integer& n, int& exponent) {
  if (n.is_zero()) {
    exponent = 0;
    return 0.0;
  }
  const Integer size = abs(n);
  const auto bits = static_cast<int>(msb(size));
  const int shift = std::max(0, bits - 60);
  const auto head = static_cast<Integer>(size >> shift).convert_to<std::int64_t>();
  exponent += shift;
  return n.sign() * static_cast<double>(head);
}

}  // namespace

int to_integers(const std::vector<double>& numbers, const std::vector<int>& exponents,
                std::vector<Integer>& integers) {
  int low = INT_MAX;
  std::vector<std::pair<std::int64_t, int>> parts(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    parts[i] = split(numbers[i]);
    parts[i].second += exponents[i];
    if (parts[i].first != 0) low = std::min(low, parts[i].second);
  }
  integers.resize(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    integers[i] = parts[i].first;
    if (parts[i].first != 0) integers[i] <<= parts[i].second - low;
  }
  return low == INT_MAX ? 0 : low;
}

int integer_row(const Problem& problem, const Scaling& scaling, int k,
                std::vector<Integer>& integers) {
  const auto n = index(problem.unknowns());
  std::vector<double> numbers(n + 1);
  std::vector<int> exponents(n + 1);
  const int r = scaling.row[index(k)];
  for (const Entry& entry : problem.entries(k)) {
    numbers[index(entry.column)] = entry.value;
    exponents[index(entry.column)] = r - scaling.column[index(entry.column)];
  }
  numbers[n] = -problem.offset(k);
  exponents[n] = r - scaling.size;
  return to_integers(numbers, exponents, integers);
}

void Echelon::reduce(std::vector<Integer>& row) const {
  Integer t;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::vector<Integer>& by = rows_[i];
    const Integer& pivot = pivots_[i];
    const Integer factor = row[index(columns_[i])];
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j].is_zero() && (factor.is_zero() || by[j].is_zero())) continue;
      row[j] *= pivot;
      if (!factor.is_zero() && !by[j].is_zero()) {
        t = factor * by[j];
        row[j] -= t;
      }
      if (i > 0) row[j] /= pivots_[i - 1];
    }
  }
}

bool Echelon::vanishes(const std::vector<Integer>& row) const {
  return std::all_of(row.begin(), row.begin() + n_, [](const Integer& e) { return e.is_zero(); });
}

bool Echelon::add(std::vector<Integer> row) {
  row.resize(index(n_ + 1 + identity_));
  reduce(row);
  // The smallest pivot keeps the numbers short.
  int best = -1;
  for (int j = 0; j < n_; ++j)
    if (!row[index(j)].is_zero() && (best < 0 || abs(row[index(j)]) < abs(row[index(best)])))
      best = j;
  if (best < 0) return false;
  pivots_.push_back(row[index(best)]);
  columns_.push_back(best);
  rows_.push_back(std::move(row));
  return true;
}

Relations::Relations(const Problem& problem, const Scaling& scaling, std::vector<int> held)
    : problem_(problem), scaling_(scaling), held_(std::move(held)) {}

std::optional<int> Relations::sign(int k) {
  if (problem_.entries(k).empty())
    return problem_.offset(k) < 0.0 ? 1 : problem_.offset(k) > 0.0 ? -1 : 0;
  std::vector<Integer> row;
  if (!echelon_) {
    echelon_.emplace(problem_.unknowns());
    for (const int i : held_) {
      integer_row(problem_, scaling_, i, row);
      sound_ = echelon_->add(row) && sound_;
    }
  }
  if (!sound_) return std::nullopt;
  integer_row(problem_, scaling_, k, row);
  echelon_->reduce(row);
  if (!echelon_->vanishes(row)) return std::nullopt;
  return row.back().sign() * echelon_->pivot_sign();
}

std::optional<Vector> contradiction(const Problem& problem, const Scaling& scaling,
                                    const std::vector<int>& held, int row) {
  const int n = problem.unknowns();
  const int q = static_cast<int>(held.size());
  Echelon echelon(n, q + 1);
  std::vector<int> exponents(index(q + 1));
  std::vector<Integer> integers;
  for (int i = 0; i < q; ++i) {
    exponents[index(i)] = integer_row(problem, scaling, held[index(i)], integers);
    integers.resize(index(n + 1 + q + 1));
    integers[index(n + 1 + i)] = 1;
    if (!echelon.add(integers)) return std::nullopt;
  }
  exponents[index(q)] = integer_row(problem, scaling, row, integers);
  integers.resize(index(n + 1 + q + 1));
  integers[index(n + 1 + q)] = 1;
  echelon.reduce(integers);
  if (!echelon.vanishes(integers)) return std::nullopt;
  // The identity columns hold the weights: Σ w_i row_i = 0 in every column of a, Σ w_i b_i on the
  // right.
  int turn = -integers[index(n)].sign();
  if (turn == 0) return std::nullopt;
  for (int i = 0; i <= q; ++i) {
    const int k = i < q ? held[index(i)] : row;
    const int sign = turn * integers[index(n + 1 + i)].sign();
    if (problem.kind(k) == Kind::inequality && sign < 0) return std::nullopt;
  }
  Vector proof = Vector::Zero(problem.rows());
  std::vector<double> heads(index(q + 1));
  int largest = INT_MIN;
  for (int i = 0; i <= q; ++i) {
    const int k = i < q ? held[index(i)] : row;
    // row k of the problem · 2^(r_k − exponent) are the integers
    int& e = exponents[index(i)];
    e = scaling.row[index(k)] - e;
    int power = e;
    heads[index(i)] = turn * rounded(integers[index(n + 1 + i)], power);
    e = power;
    if (heads[index(i)] != 0.0) largest = std::max(largest, e + std::ilogb(heads[index(i)]));
  }
  for (int i = 0; i <= q; ++i) {
    const int k = i < q ? held[index(i)] : row;
    if (heads[index(i)] == 0.0) continue;
    // The largest weight lies in [1, 2). None that is not zero may vanish by underflow.
    const double weight =
        std::ldexp(heads[index(i)], std::max(exponents[index(i)] - largest, -1060));
    proof[k] = weight;
  }
  return proof;
}

}  // namespace zwang::minimum
