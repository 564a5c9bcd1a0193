// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/least_norm.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/minimum/active_set.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

// Relations between the rows: an orthonormal basis of {w : Σ w_i a_i = 0}, t × d, column by column.
// By elimination with the largest pivot of the rows scaled to 1, then Gram and Schmidt twice.
std::vector<std::vector<double>> relations(const Problem& problem, const std::vector<int>& rows,
                                           std::vector<double>& length) {
  const int n = problem.unknowns();
  const int t = static_cast<int>(rows.size());
  // columns: rows of the problem, scaled to 1
  std::vector<std::vector<double>> work(index(n), std::vector<double>(index(t)));
  length.assign(index(t), 1.0);
  for (int i = 0; i < t; ++i) {
    double largest = 0.0;
    for (const Entry& entry : problem.entries(rows[index(i)]))
      largest = std::max(largest, std::abs(entry.value));
    if (largest > 0.0) length[index(i)] = largest;
    for (const Entry& entry : problem.entries(rows[index(i)]))
      work[index(entry.column)][index(i)] = entry.value / length[index(i)];
  }
  std::vector<int> pivot_of_row;  // pivot column of each eliminated line
  std::vector<bool> used(index(t));
  int line = 0;
  while (line < std::min(n, t)) {
    int bi = -1;
    int bj = -1;
    double best = 1e-11;
    for (int i = line; i < n; ++i)
      for (int j = 0; j < t; ++j)
        if (!used[index(j)] && std::abs(work[index(i)][index(j)]) > best) {
          best = std::abs(work[index(i)][index(j)]);
          bi = i;
          bj = j;
        }
    if (bi < 0) break;
    std::swap(work[index(line)], work[index(bi)]);
    used[index(bj)] = true;
    pivot_of_row.push_back(bj);
    const double pivot = work[index(line)][index(bj)];
    for (double& entry : work[index(line)]) entry /= pivot;
    for (int i = 0; i < n; ++i) {
      if (i == line) continue;
      const double factor = work[index(i)][index(bj)];
      if (factor == 0.0) continue;
      for (int j = 0; j < t; ++j) work[index(i)][index(j)] -= factor * work[index(line)][index(j)];
    }
    ++line;
  }
  std::vector<std::vector<double>> basis;
  for (int j = 0; j < t; ++j) {
    if (used[index(j)]) continue;
    std::vector<double> w(index(t));
    w[index(j)] = 1.0;
    for (int i = 0; i < line; ++i) w[index(pivot_of_row[index(i)])] = -work[index(i)][index(j)];
    for (int i = 0; i < t; ++i) w[index(i)] /= length[index(i)];  // weights of the rows themselves
    for (int twice = 0; twice < 2; ++twice)
      for (const auto& b : basis) {
        double dot = 0.0;
        for (int i = 0; i < t; ++i) dot += b[index(i)] * w[index(i)];
        for (int i = 0; i < t; ++i) w[index(i)] -= dot * b[index(i)];
      }
    double squares = 0.0;
    for (const double entry : w) squares += entry * entry;
    const double size = std::sqrt(squares);
    for (double& entry : w) entry /= size;
    basis.push_back(std::move(w));
  }
  return basis;
}

// Of rows not longer than 1, by Gram and Schmidt twice.
int rank(const std::vector<std::vector<double>>& rows) {
  std::vector<std::vector<double>> basis;
  for (auto row : rows) {
    double squares = 0.0;
    for (int twice = 0; twice < 2; ++twice) {
      for (const auto& b : basis) {
        double dot = 0.0;
        for (std::size_t j = 0; j < row.size(); ++j) dot += b[j] * row[j];
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= dot * b[j];
      }
      squares = 0.0;
      for (const double entry : row) squares += entry * entry;
    }
    if (squares <= 1e-22) continue;
    for (double& entry : row) entry /= std::sqrt(squares);
    basis.push_back(std::move(row));
  }
  return static_cast<int>(basis.size());
}

// min |v|² − 2 pull·v with rows·v ≤ right (the first may be an equation), in double alone.
std::optional<std::vector<double>> nearest(int d, const std::vector<double>& pull,
                                           const std::vector<std::vector<double>>& rows,
                                           const std::vector<double>& right, bool first_equal) {
  Dense<double> dense;
  dense.n = d;
  dense.m = static_cast<int>(rows.size());
  dense.mass.assign(index(d) * index(d), 0.0);
  for (int i = 0; i < d; ++i) dense.mass[index(i) * index(d) + index(i)] = 1.0;
  dense.force = dense.pull = pull;
  for (const auto& row : rows) {
    dense.a.insert(dense.a.end(), row.begin(), row.end());
    double squares = 0.0;
    for (const double entry : row) squares += entry * entry;
    dense.length.push_back(std::sqrt(squares));
    dense.kind.push_back(Kind::inequality);
    dense.tau.push_back(rounded_data);
  }
  dense.b = right;
  if (first_equal) dense.kind[0] = Kind::equation;
  ActiveSet<double> set(dense, 0.0);
  set.begin({});
  if (set.search(10 * (d + dense.m)) != ActiveSet<double>::Termination::minimum)
    return std::nullopt;
  // an equation that cannot be held
  if (first_equal && !set.holds(0)) return std::nullopt;
  return set.x();
}

}  // namespace

bool shorten(const Problem& problem, const std::vector<int>& rows, Vector& multipliers) {
  const int t = static_cast<int>(rows.size());
  std::vector<double> length;
  const auto basis = relations(problem, rows, length);
  const int d = static_cast<int>(basis.size());
  if (d == 0) return true;
  const auto at = [&](int i) {
    std::vector<double> row(index(d));
    for (int j = 0; j < d; ++j) row[index(j)] = basis[index(j)][index(i)];
    return row;
  };
  double largest = 0.0;
  for (const int k : rows) largest = std::max(largest, std::abs(multipliers[k]));
  // Is there a direction w ≠ 0 along which the multipliers may go: w_i ≥ 0 wherever z_i = 0? An
  // equation among the dependent rows is free to both sides; otherwise Σ w_i = 1 over the rows with
  // z_i = 0.
  std::vector<std::vector<double>> sides(1, std::vector<double>(index(d)));
  std::vector<double> right = {1.0};
  bool free = true;  // no row with z = 0 that must not pull
  for (int i = 0; i < t; ++i) {
    const int k = rows[index(i)];
    if (problem.kind(k) == Kind::equation || multipliers[k] > 1e-14 * largest) continue;
    free = false;
    auto row = at(i);
    for (int j = 0; j < d; ++j) {
      sides[0][index(j)] += row[index(j)];
      row[index(j)] = -row[index(j)];
    }
    sides.push_back(std::move(row));
    right.push_back(0.0);
  }
  double along = 0.0;
  for (const double entry : sides[0]) along = std::max(along, std::abs(entry));
  // d independent relations and fewer independent sides leave a line that touches none of them
  if (!free && rank({sides.begin() + 1, sides.end()}) >= d) {
    if (along <= 1e-12) return true;
    if (!nearest(d, std::vector<double>(index(d)), sides, right, true)) return true;
  }
  // shortest z0 + W v with z ≥ 0 on inequalities: W is orthonormal
  std::vector<double> pull(index(d));
  std::vector<std::vector<double>> signs;
  std::vector<double> from;
  const double unit = largest > 0.0 ? largest : 1.0;
  for (int i = 0; i < t; ++i) {
    auto row = at(i);
    const double z = multipliers[rows[index(i)]] / unit;
    for (int j = 0; j < d; ++j) pull[index(j)] -= row[index(j)] * z;
    if (problem.kind(rows[index(i)]) == Kind::equation) continue;
    for (double& entry : row) entry = -entry;
    signs.push_back(std::move(row));
    from.push_back(z);
  }
  const auto v = nearest(d, pull, signs, from, false);
  if (!v) return false;
  Vector shorter = multipliers;
  for (int i = 0; i < t; ++i) {
    const int k = rows[index(i)];
    double z = multipliers[k] / unit;
    for (int j = 0; j < d; ++j) z += basis[index(j)][index(i)] * (*v)[index(j)];
    if (problem.kind(k) == Kind::inequality && z < 1e-15) z = 0.0;
    shorter[k] = z * unit;
  }
  if (shorter.allFinite()) multipliers = shorter;  // units of 10^±300 may not fit
  return false;
}

}  // namespace zwang::minimum
