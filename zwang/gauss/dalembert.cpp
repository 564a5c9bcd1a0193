// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/dalembert.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/polyhedron.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_candidates = 6;

// The largest entry becomes ±1; what is zero beside it, 0.
Vector scaled(const Vector& direction) {
  const Vector x = direction / direction.cwiseAbs().maxCoeff();
  return x.unaryExpr([](double e) { return std::abs(e) < 1e-14 ? 0.0 : e; });
}

void clear_small(Vector& numbers, const Vector& terms) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i)
    if (std::abs(numbers[i]) <= zero_beside_terms * terms[i]) numbers[i] = 0.0;
}

Matrix rows_of(const System& system, const Snapshot& snapshot, const std::vector<int>& which) {
  Matrix rows(static_cast<Eigen::Index>(which.size()), system.velocities());
  Vector row;
  for (std::size_t i = 0; i < which.size(); ++i) {
    system.write_row(snapshot, which[i], row);
    rows.row(static_cast<Eigen::Index>(i)) = row.transpose();
  }
  return rows;
}

// u with A u ≤ 0 on `held` and > 0 on a row: the part of that row's gradient which the others leave
// (Moreau). Zero if every direction that obeys the others obeys the row (Farkas).
Vector beyond(const KineticFrame& frame, const std::vector<int>& held, int row) {
  minimum::Problem nearest;
  nearest.point(1.0, frame.dimensions());
  nearest.free(frame.rows.row(row).transpose());
  for (const int i : held) nearest.at_most_zero(Vector(frame.rows.row(i).transpose()), 0.0);
  const minimum::Solution found = minimum::solve(nearest);
  if (!found.usable() || found.x.norm() <= 1e-8 * frame.rows.row(row).norm()) return {};
  return frame.back * found.x;
}

}  // namespace

Allowed allowed(const KineticFrame& frame, const Vector& truth) {
  Allowed result;
  if (frame.candidates.size() > most_candidates) return result;
  result.enumerated = true;
  const auto k = frame.rows.cols();

  // w = −Σ z rows, z ≥ 0: a cone, by its faces; and f'' ≤ 0
  std::vector<Vector> faces;
  if (k > 0) faces = extreme_rays(-frame.rows);
  const auto count = static_cast<Eigen::Index>(faces.size());
  Matrix& rows = result.faces;
  Vector& limits = result.limits;
  rows.resize(count + frame.rows.rows(), k);
  limits = Vector::Zero(rows.rows());
  for (Eigen::Index i = 0; i < count; ++i)
    rows.row(i) = faces[static_cast<std::size_t>(i)].transpose();
  rows.bottomRows(frame.rows.rows()) = frame.rows;
  limits.tail(frame.rows.rows()) = -frame.second;
  // a row that the equations alone decide restricts nothing
  for (Eigen::Index i = 0; i < frame.rows.rows(); ++i)
    if (frame.rows.row(i).norm() == 0.0) limits[count + i] = std::max(0.0, limits[count + i]);
  const Corners found = corners(rows, limits);
  result.in_doubt = found.in_doubt;

  const Vector gauss = frame.forward * (truth - frame.origin);
  const double zero = frame.terms.size() == 0
                          ? 0.0
                          : zero_beside_terms * frame.terms.cwiseQuotient(frame.lengths).maxCoeff();
  const bool independent = frame.rows.rows() == k && k > 0;
  const Matrix inverse = independent ? Matrix(frame.rows.transpose().inverse()) : Matrix();
  for (std::size_t i = 0; i < found.vertices.size(); ++i) {
    const Vector& w = found.vertices[i];
    const Vector& sizes = found.sizes[i];
    AllowedVertex vertex;
    vertex.accelerations = frame.accelerations(w);
    vertex.zwang = frame.zwang + w.squaredNorm();
    vertex.gauss = ((w - gauss).array().abs() <= 1e-8 * sizes.array() + zero).all();
    vertex.second = frame.second + frame.rows * w;
    clear_small(vertex.second, frame.terms + frame.rows.cwiseAbs() * sizes);
    if (independent) {
      vertex.multipliers = -inverse * w;
      clear_small(vertex.multipliers, inverse.cwiseAbs() * sizes);
    }
    result.vertices.push_back(std::move(vertex));
  }
  std::ranges::stable_sort(result.vertices, {}, &AllowedVertex::zwang);
  for (const Vector& w : found.rays) result.rays.push_back(scaled(frame.back * w));
  return result;
}

Cones cones(const System& system, const State& state, const KineticFrame& frame,
            const Trial& truth) {
  const Snapshot snapshot = system.at(state);
  Cones result;
  result.equations = rows_of(system, snapshot, frame.equations);
  result.displacements = {frame.candidates, rows_of(system, snapshot, frame.candidates)};
  std::vector<int> held;
  for (std::size_t i = 0; i < frame.candidates.size(); ++i)
    if (truth.second[static_cast<Eigen::Index>(i)] == 0.0) {
      held.push_back(static_cast<int>(i));
      result.changes.of.push_back(frame.candidates[i]);
    }
  result.changes.rows = rows_of(system, snapshot, result.changes.of);
  for (std::size_t i = 0; i < frame.candidates.size() && !result.only_change; ++i) {
    const int row = static_cast<int>(i);
    if (std::ranges::find(held, row) != held.end()) continue;
    if (const Vector u = beyond(frame, held, row); u.size() > 0) {
      result.only_change = scaled(u);
      result.excluded_by = frame.candidates[i];
    }
  }
  return result;
}

}  // namespace zwang
