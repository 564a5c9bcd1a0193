// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/hard-problems/enumerate.hpp"

#include <cstdint>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang::hard {
namespace {

using Line = std::vector<Fraction>;

struct Exact {
  int n = 0;
  std::vector<Line> mass;
  Line force;
  std::vector<Line> rows;
  Line right;
};

Exact exact(const HardProblem& problem) {
  Exact e;
  e.n = problem.n;
  for (int i = 0; i < e.n; ++i) {
    Line line;
    for (int j = 0; j < e.n; ++j) line.push_back(fraction(problem.m(i, j)));
    e.mass.push_back(std::move(line));
    e.force.push_back(fraction(problem.force[index(i)]));
  }
  for (const HardRow& row : problem.rows) {
    Line line;
    for (const Dyadic& entry : row.a) line.push_back(fraction(entry));
    e.rows.push_back(std::move(line));
    e.right.push_back(fraction(row.b));
  }
  return e;
}

// Gauss elimination; empty if the system is singular.
std::optional<Line> solved(std::vector<Line> system) {
  const int size = static_cast<int>(system.size());
  for (int c = 0; c < size; ++c) {
    int pivot = c;
    while (pivot < size && system[index(pivot)][index(c)].is_zero()) ++pivot;
    if (pivot == size) return std::nullopt;
    std::swap(system[index(c)], system[index(pivot)]);
    for (int r = 0; r < size; ++r) {
      if (r == c || system[index(r)][index(c)].is_zero()) continue;
      const Fraction factor = system[index(r)][index(c)] / system[index(c)][index(c)];
      for (int j = c; j <= size; ++j)
        system[index(r)][index(j)] -= factor * system[index(c)][index(j)];
    }
  }
  Line x;
  for (int c = 0; c < size; ++c) x.push_back(system[index(c)].back() / system[index(c)][index(c)]);
  return x;
}

// x of the rows `set` as equations, if Mayer's criteria (19) and (20) hold: λ ≥ 0, no row violated.
std::optional<Line> tried(const HardProblem& problem, const Exact& e, const std::vector<int>& set) {
  const int q = static_cast<int>(set.size());
  std::vector<Line> system;
  for (int i = 0; i < e.n; ++i) {
    Line line = e.mass[index(i)];
    for (const int k : set) line.push_back(e.rows[index(k)][index(i)]);
    line.push_back(e.force[index(i)]);
    system.push_back(std::move(line));
  }
  for (const int k : set) {
    Line line = e.rows[index(k)];
    line.resize(index(e.n + q));
    line.push_back(e.right[index(k)]);
    system.push_back(std::move(line));
  }
  auto x = solved(std::move(system));
  if (!x) return std::nullopt;
  for (int l = 0; l < q; ++l)
    if (!problem.rows[index(set[index(l)])].equation && (*x)[index(e.n + l)] < 0)
      return std::nullopt;
  x->resize(index(e.n));
  for (std::size_t k = 0; k < e.rows.size(); ++k) {
    Fraction value = -e.right[k];
    for (int j = 0; j < e.n; ++j) value += e.rows[k][index(j)] * (*x)[index(j)];
    if (problem.rows[k].equation ? !value.is_zero() : value > 0) return std::nullopt;
  }
  return x;
}

}  // namespace

Fraction fraction(const Dyadic& number) {
  using Integer = boost::multiprecision::cpp_int;
  const Wide m = number.mantissa();
  const bool negative = m < 0;
  const auto size = static_cast<UnsignedWide>(negative ? -m : m);
  Integer whole = static_cast<std::uint64_t>(size >> 64U);
  whole = (whole << 64U) + static_cast<std::uint64_t>(size);
  if (negative) whole = -whole;
  if (number.exponent() >= 0) return Fraction(Integer(whole << number.exponent()));
  return Fraction(whole, Integer(Integer(1) << -number.exponent()));
}

std::optional<std::vector<Fraction>> enumerate(const HardProblem& problem) {
  const Exact e = exact(problem);
  std::vector<int> inequalities;
  std::vector<int> equations;  // an independent part of them: the rest is only checked
  for (int k = 0; k < static_cast<int>(problem.rows.size()); ++k) {
    if (!problem.rows[index(k)].equation) {
      inequalities.push_back(k);
      continue;
    }
    // independent if the rows' Gram matrix is regular
    std::vector<int> with = equations;
    with.push_back(k);
    std::vector<Line> gram;
    for (const int a : with) {
      Line line;
      for (const int b : with) {
        Fraction sum;
        for (int j = 0; j < e.n; ++j)
          sum += e.rows[index(a)][index(j)] * e.rows[index(b)][index(j)];
        line.push_back(sum);
      }
      line.emplace_back(0);
      gram.push_back(std::move(line));
    }
    if (solved(std::move(gram))) equations.push_back(k);
  }
  const auto all = std::uint64_t{1} << inequalities.size();
  for (int size = 0; size <= e.n - static_cast<int>(equations.size()); ++size)
    for (std::uint64_t choice = 0; choice < all; ++choice) {
      if (__builtin_popcountll(choice) != size) continue;
      std::vector<int> set = equations;
      for (std::size_t i = 0; i < inequalities.size(); ++i)
        if (((choice >> i) & 1U) != 0) set.push_back(inequalities[i]);
      if (auto x = tried(problem, e, set)) return x;
    }
  return std::nullopt;
}

}  // namespace zwang::hard
