// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/succession.hpp"

#include <Eigen/SparseCholesky>

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Gragg's method with `pieces` midpoints.
Vector midpoints(const Rates& rates, double t, double h, const Vector& y, int pieces) {
  const double step = h / pieces;
  Vector before = y, now = y + step * rates(t, y);
  for (int i = 1; i < pieces; ++i) {
    before += 2.0 * step * rates(t + i * step, now);
    before.swap(now);
  }
  return 0.5 * (now + before + step * rates(t + h, now));
}

// Midpoints extrapolated until they agree.
std::optional<Vector> leap(const Rates& rates, double t, double h, const Vector& y,
                           const Vector& accuracy) {
  std::vector<Vector> table;
  Vector last = Vector::Constant(y.size(), unset);
  for (int j = 1; j < 10; ++j) {
    table.push_back(midpoints(rates, t, h, y, 2 * j));
    for (int k = j - 1; k > 0; --k) {
      const double ratio = static_cast<double>(j) / k;
      const Vector& better = table[index(k)];
      table[index(k - 1)] = better + (better - table[index(k - 1)]) / (ratio * ratio - 1.0);
    }
    if (((table[0] - last).cwiseAbs().array() <= accuracy.array()).all()) return table[0];
    last = table[0];
  }
  return std::nullopt;
}

}  // namespace

std::optional<Vector> follow(const Rates& rates, const Vector& y, double t, double until,
                             const Vector& accuracy, int halvings) {
  if (const auto reached = leap(rates, t, until - t, y, accuracy)) return reached;
  if (halvings == 0) return std::nullopt;
  const double middle = 0.5 * (t + until);
  const auto half = follow(rates, y, t, middle, accuracy, halvings - 1);
  return half ? follow(rates, *half, middle, until, accuracy, halvings - 1) : half;
}

Vector bordered(const System& system, const Snapshot& at, const std::vector<int>& conditions,
                const Vector& y, double bend) {
  using Sparse = Eigen::SparseMatrix<double>;
  const auto n = static_cast<int>(y.size()), m = static_cast<int>(conditions.size());
  std::vector<Eigen::Triplet<double>> entries;
  Vector right(n + m), more(n + m), light(n + m), x = Vector::Zero(n + m);
  for (int b = 0; b < at.mass.blocks(); ++b) {
    const int first = at.mass.first(b), width = at.mass.first(b + 1) - first;
    for (int k = 0; k < width * width; ++k)
      entries.emplace_back(first + k % width, first + k / width, at.mass.block(b)[k]);
  }
  right.head(n) = y;
  for (int row = n; const int i : conditions) {
    const auto columns = system.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k)
      entries.emplace_back(row, columns[k], at.rows[index(i)].a[k]);
    right[row++] = -bend * at.rows[index(i)].b2;
  }
  Sparse whole(n + m, n + m), softer(n + m, n + m);
  whole.setFromTriplets(entries.begin(), entries.end());
  // With a little more of M, and a little less than the zeros of the border, there are factors even
  // if a mass is zero or rows depend on each other; some turns of improvement undo it.
  const Vector inertia = whole.diagonal().head(n);
  more.head(n) = 1e-6 * (inertia.array() > 0.0).select(inertia, inertia.maxCoeff());
  light << (inertia + more.head(n)).cwiseInverse(), Vector::Zero(m);
  more.tail(m) = -1e-9 * (whole.cwiseAbs2() * light).tail(m).array() - 1e-300;
  softer = more.asDiagonal();
  softer += whole;
  const Eigen::SimplicialLDLT<Sparse> factors(softer);
  if (factors.info() != Eigen::Success) return Vector::Constant(n, unset);
  for (int turn = 0; turn < 12; ++turn) {
    const Vector rest = right - whole.selfadjointView<Eigen::Lower>() * x;
    x += factors.solve(rest);
  }
  return x.head(n);
}

Rates held_motion(const System& system, const StoredRow& row) {
  std::vector<int> held;
  for (int i = 0; i < system.conditions(); ++i)
    if (row.holds(i)) held.push_back(i);
  return [&system, held, phase = row.t, at = system.snapshot()](double t, const Vector& y) mutable {
    const Eigen::Index n = system.coordinates();
    system.look({y.head(n), y.tail(n), t}, phase, at);
    for (const int i : held) system.row(i, at);
    Vector out(2 * n);
    out << at.rates, bordered(system, at, held, at.pull, 1.0);
    return out;
  };
}

}  // namespace zwang
