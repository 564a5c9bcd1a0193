// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/scale.hpp"

#include <algorithm>
#include <bit>
#include <climits>
#include <cmath>
#include <cstdint>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

constexpr int none = INT_MIN;

// Of a finite number; `none` for zero.
int exponent(double x) {
  const int biased = static_cast<int>((std::bit_cast<std::uint64_t>(x) >> 52U) & 0x7FFU);
  if (biased != 0) return biased - 1023;
  return x == 0.0 ? none : std::ilogb(x);
}

// Column exponents d: from the diagonal of the mass; an unknown without mass is made comparable
// with its neighbours in the first equation that ties it.
void set_columns(const Problem& problem, Scaling& scaling) {
  const int n = problem.unknowns();
  std::vector<int> diagonal(index(n), none);
  int largest = none;
  for (int i = 0; i < problem.blocks(); ++i) {
    const int size = problem.first(i + 1) - problem.first(i);
    for (int c = 0; c < size; ++c) {
      const int e = exponent(problem.mass(i)[index(c * size + c)]);
      diagonal[index(problem.first(i) + c)] = e;
      largest = std::max(largest, e);
    }
  }
  scaling.mass = largest == none ? 0 : largest;
  scaling.column.assign(index(n), 0);
  bool massless = false;
  for (int i = 0; i < n; ++i) {
    if (diagonal[index(i)] == none)
      massless = true;
    else
      scaling.column[index(i)] =
          (diagonal[index(i)] - scaling.mass - 1) / 2;  // at most 0: rounded down
  }
  if (!massless) return;
  std::vector<bool> set(index(n));
  for (int k = 0; k < problem.rows(); ++k) {
    if (problem.kind(k) != Kind::equation) continue;
    int others = none;
    for (const Entry& entry : problem.entries(k))
      if (entry.value != 0.0 && diagonal[index(entry.column)] != none)
        others = std::max(others, exponent(entry.value) - scaling.column[index(entry.column)]);
    if (others == none)  // no mass in this row: comparable with each other
      for (const Entry& entry : problem.entries(k))
        others = std::max(others, exponent(entry.value));
    for (const Entry& entry : problem.entries(k)) {
      if (entry.value == 0.0 || diagonal[index(entry.column)] != none || set[index(entry.column)])
        continue;
      scaling.column[index(entry.column)] = exponent(entry.value) - others;
      set[index(entry.column)] = true;
    }
  }
}

// The smallest and largest exponent seen among the scaled numbers.
struct Range {
  int low = INT_MAX;
  int high = INT_MIN;
  void see(int e) {
    low = std::min(low, e);
    high = std::max(high, e);
  }
};

}  // namespace

Scaling scaling_of(const Problem& problem) {
  Scaling scaling;
  set_columns(problem, scaling);
  const auto& d = scaling.column;
  Range matrix, right;
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    const auto block = problem.mass(i);
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r)
        if (const int e = exponent(block[index(c * size + r)]); e != none)
          matrix.see(e - scaling.mass - d[index(first + r)] - d[index(first + c)]);
  }
  scaling.row.assign(index(problem.rows()), 0);
  for (int k = 0; k < problem.rows(); ++k) {
    Range row;
    for (const Entry& entry : problem.entries(k))
      if (entry.value != 0.0) row.see(exponent(entry.value) - d[index(entry.column)]);
    if (row.high == INT_MIN) continue;  // an empty row
    scaling.row[index(k)] = -row.high - 1;
    matrix.see(row.low - row.high - 1);
    if (const int e = exponent(problem.offset(k)); e != none) right.see(e + scaling.row[index(k)]);
  }
  for (Eigen::Index i = 0; i < problem.force().size(); ++i)
    if (const int e = exponent(problem.force()[i]); e != none)
      right.see(e - scaling.mass - d[static_cast<std::size_t>(i)]);
  for (Eigen::Index i = 0; i < problem.free().size(); ++i)
    if (const int e = exponent(problem.free()[i]); e != none)
      right.see(e + d[static_cast<std::size_t>(i)]);
  if (right.high > INT_MIN) scaling.size = right.high + 1;
  for (int k = 0; k < problem.rows(); ++k) {  // of an empty row only the sign of b matters
    bool empty = true;
    for (const Entry& entry : problem.entries(k)) empty = empty && entry.value == 0.0;
    const int e = exponent(problem.offset(k));
    if (empty && e != none) scaling.row[index(k)] = scaling.size - e - 1;
  }
  // 2^-400: the products of two such numbers are exact pairs of doubles.
  scaling.fits_double = (matrix.high == INT_MIN || (matrix.low >= -400 && matrix.high <= 400)) &&
                        (right.high == INT_MIN || right.low - scaling.size >= -400);
  return scaling;
}

template <typename T>
Dense<T> written_out(const Problem& problem, const Scaling& scaling) {
  Dense<T> dense;
  const int n = dense.n = problem.unknowns();
  const int m = dense.m = problem.rows();
  const auto& d = scaling.column;
  for (int i = 0; i <= problem.blocks(); ++i) dense.block.push_back(problem.first(i));
  dense.mass.assign(index(n) * index(n), T(0));
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    const auto block = problem.mass(i);
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r)
        if (const double value = block[index(c * size + r)]; value != 0.0)
          dense.mass[index(first + c) * index(n) + index(first + r)] =
              times_power(T(value), -scaling.mass - d[index(first + r)] - d[index(first + c)]);
  }
  dense.force.assign(index(n), T(0));
  if (problem.has_force())
    for (int i = 0; i < n; ++i)
      dense.force[index(i)] =
          times_power(T(problem.force()[i]), -scaling.mass - scaling.size - d[index(i)]);
  dense.pull = dense.force;
  if (problem.has_free()) {
    dense.free.resize(index(n));
    for (int i = 0; i < n; ++i)
      dense.free[index(i)] = times_power(T(problem.free()[i]), -scaling.unknown(i));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        dense.pull[index(i)] += dense.mass[index(i) * index(n) + index(j)] * dense.free[index(j)];
  }
  dense.a.assign(index(m) * index(n), T(0));
  dense.b.resize(index(m));
  dense.length.resize(index(m));
  double rounding = 0.0;
  dense.kind.resize(index(m));
  for (int k = 0; k < m; ++k) {
    T* const row = dense.a.data() + index(k) * index(n);
    for (const Entry& entry : problem.entries(k))
      row[entry.column] =
          times_power(T(entry.value), scaling.row[index(k)] - d[index(entry.column)]);
    double squares = 0.0;
    for (int j = 0; j < n; ++j) squares += number(row[j]) * number(row[j]);
    dense.length[index(k)] = std::sqrt(squares);
    dense.b[index(k)] = times_power(T(-problem.offset(k)), scaling.row[index(k)] - scaling.size);
    rounding = std::max(rounding, problem.tau(k));
    dense.kind[index(k)] = problem.kind(k);
  }
  // One rounded row makes every relation between rows a rounded one.
  dense.tau.assign(index(m), rounding);
  return dense;
}

template Dense<double> written_out(const Problem&, const Scaling&);
template Dense<Quad> written_out(const Problem&, const Scaling&);
template Dense<Octuple> written_out(const Problem&, const Scaling&);

}  // namespace zwang::minimum
