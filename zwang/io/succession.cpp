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

}  // namespace

bool Succession::accelerate(Vector& u) {
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

bool Succession::rates(double t, const Vector& y, Vector& out) {
  const int n = system_.coordinates();
  if (!y.allFinite()) return false;
  system_.look({y.head(n), y.tail(y.size() - n), t}, phase_, snapshot_);
  Vector accelerations;
  if (!accelerate(accelerations)) return false;
  out.resize(y.size());
  out << snapshot_.rates, accelerations;
  return out.allFinite();
}

Vector Succession::midpoints(double t, double h, const Vector& y, const Vector& slope, int pieces) {
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

bool Succession::leap(double t, double h, const Vector& y, Vector& out) {
  constexpr int columns = 9;
  Vector slope;
  if (!rates(t, y, slope)) return false;
  std::vector<Vector> last, now;
  for (int j = 0; j < columns; ++j) {
    now = {midpoints(t, h, y, slope, 2 * (j + 1))};
    if (now[0].size() == 0) return false;
    for (int k = 1; k <= j; ++k) {
      const double ratio = double(j + 1) / double(j + 1 - k);
      now.push_back(now.back() + (now.back() - last[index(k - 1)]) / (ratio * ratio - 1.0));
    }
    if (j >= 1 && ((now.back() - last.back()).cwiseAbs().array() <= accuracy_.array()).all()) {
      out = now.back();
      return true;
    }
    last = now;
  }
  return false;
}

std::optional<State> Succession::follow(const State& from, const std::vector<int>& held, double t,
                                        const Vector& accuracy) {
  held_ = held;
  phase_ = from.t;
  accuracy_ = accuracy;
  const int n = system_.coordinates();
  Vector y(n + system_.velocities()), next;
  y << from.q, from.u;
  // pieces are halved until extrapolation converges
  constexpr double shortest = 1.0 / 1024;
  double now = from.t, h = t - from.t;
  while (now < t) {
    h = std::min(h, t - now);
    if (leap(now, h, y, next)) {
      now = t - now <= h ? t : now + h;
      y = next;
      h *= 2.0;
    } else {
      h *= 0.5;
      if (h < shortest * (t - from.t)) return std::nullopt;
    }
  }
  return State{y.head(n), y.tail(y.size() - n), t};
}

}  // namespace zwang
