// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/succession.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

using Triplets = std::vector<Eigen::Triplet<double>>;

// Solves the bordered system; where rows depend on each other, by least squares.
bool solve(const Triplets& entries, const Vector& right, Vector& x) {
  constexpr Eigen::Index small = 64, largest_dense = 3000;
  const Eigen::Index size = right.size();
  const auto is_small = [&](const Vector& rest) {
    return rest.lpNorm<Eigen::Infinity>() <= 1e-10 * right.lpNorm<Eigen::Infinity>();
  };
  if (size > small) {
    Eigen::SparseMatrix<double> matrix(size, size);
    matrix.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(matrix);
    if (factors.info() == Eigen::Success) x = factors.solve(right);
    if (x.size() == size && is_small(matrix * x - right)) return true;
    if (size > largest_dense) return false;
  }
  Matrix matrix = Matrix::Zero(size, size);
  for (const auto& entry : entries) matrix(entry.row(), entry.col()) += entry.value();
  if (size <= small) {
    const Eigen::PartialPivLU<Matrix> factors(matrix);
    x = factors.solve(right);
    if (factors.rcond() > 1e-12 && is_small(matrix * x - right)) return true;
  }
  x = matrix.completeOrthogonalDecomposition().solve(right);
  return x.allFinite();
}

// Gragg's method with `pieces` midpoints; empty where there are no rates.
Vector midpoints(const Rates& rates, double t, double h, const Vector& y, const Vector& slope,
                 int pieces) {
  const double step = h / pieces;
  Vector before = y, now = y + step * slope, next;
  for (int i = 1; i <= pieces; ++i) {
    if (!rates(t + i * step, now, next)) return {};
    if (i == pieces) break;
    next = before + 2.0 * step * next;
    before = now;
    now = next;
  }
  return 0.5 * (now + before + step * next);
}

bool leap(const Rates& rates, double t, double h, const Vector& y, const Vector& accuracy,
          Vector& out) {
  constexpr std::size_t columns = 9;
  Vector slope;
  if (!rates(t, y, slope)) return false;
  std::vector<Vector> last, now;
  for (std::size_t j = 0; j < columns; ++j) {
    now = {midpoints(rates, t, h, y, slope, 2 * static_cast<int>(j + 1))};
    if (now[0].size() == 0) return false;
    for (std::size_t k = 1; k <= j; ++k) {
      const double ratio = static_cast<double>(j + 1) / static_cast<double>(j + 1 - k);
      now.push_back(now.back() + (now.back() - last[k - 1]) / (ratio * ratio - 1.0));
    }
    if (j >= 1 && ((now.back() - last.back()).cwiseAbs().array() <= accuracy.array()).all()) {
      out = now.back();
      return true;
    }
    last = now;
  }
  return false;
}

}  // namespace

std::optional<Vector> follow(const Rates& rates, Vector y, double t, double until,
                             const Vector& accuracy) {
  // pieces are halved until extrapolation converges
  const double shortest = (until - t) / 1024.0;
  double h = until - t;
  Vector next;
  while (t < until) {
    h = std::min(h, until - t);
    if (leap(rates, t, h, y, accuracy, next)) {
      t = until - t <= h ? until : t + h;
      y = next;
      h *= 2.0;
    } else {
      h *= 0.5;
      if (h < shortest) return std::nullopt;
    }
  }
  return y;
}

void HeldMotion::hold(std::vector<int> conditions, double phase) {
  held_ = std::move(conditions);
  phase_ = phase;
}

bool HeldMotion::accelerate(Vector& u) {
  const int n = system_.velocities();
  Triplets entries;
  const MassMatrix& mass = snapshot_.mass;
  for (int b = 0; b < mass.blocks(); ++b) {
    const int first = mass.first(b), size = mass.first(b + 1) - first;
    for (int k = 0; k < size * size; ++k)
      entries.emplace_back(first + k % size, first + k / size, mass.block(b)[k]);
  }
  Vector right(n + static_cast<int>(held_.size()));
  right.head(n) = snapshot_.pull;
  int row = n;
  for (const int i : held_) {
    system_.row(i, snapshot_);
    const Row& here = snapshot_.rows[index(i)];
    const auto columns = system_.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      entries.emplace_back(row, columns[k], here.a[k]);
      entries.emplace_back(columns[k], row, here.a[k]);
    }
    right[row++] = -here.b2;
  }
  Vector x;
  if (!right.allFinite() || !solve(entries, right, x)) return false;
  u = x.head(n);
  return true;
}

bool HeldMotion::rates(double t, const Vector& y, Vector& out) {
  const int n = system_.coordinates();
  if (!y.allFinite()) return false;
  system_.look({y.head(n), y.tail(y.size() - n), t}, phase_, snapshot_);
  Vector accelerations;
  if (!accelerate(accelerations)) return false;
  out.resize(y.size());
  out << snapshot_.rates, accelerations;
  return out.allFinite();
}

}  // namespace zwang
