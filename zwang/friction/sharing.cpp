// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/friction/sharing.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {
namespace {

constexpr double dependent = 1e-9;  // of the length of rows made unit vectors
constexpr double left_over = 0.1;   // of each bound

// Directions in which loads change and exert nothing.
Matrix idle_of(const Matrix& unit) {
  const Svd axes = svd(unit, Directions::left);
  Eigen::Index rank = 0;
  while (rank < axes.values.size() && axes.values[rank] > dependent) ++rank;
  return axes.u.rightCols(unit.rows() - rank);
}

// Loads in units of force, and what bounds them.
struct Forces {
  Matrix unit;
  Vector length, load;
  // of each sticking row: the bound is slope · load of the normal, or constant
  std::vector<double> slope;
  double least = 0.0;  // what counts as a bound of who carries nothing

  double bound(const StickingRow& one, double slope_of) const {
    return one.normal ? slope_of * load[static_cast<Eigen::Index>(*one.normal)] : slope_of;
  }
  double scale(const StickingRow& one, double slope_of) const {
    return std::max(bound(one, slope_of), least);
  }
};

Forces forces_of(const SharedLoads& loads, std::span<const double> z) {
  Forces forces;
  forces.length = loads.rows.rowwise().norm();
  for (double& one : forces.length)
    if (one == 0.0) one = 1.0;
  forces.unit = forces.length.cwiseInverse().asDiagonal() * loads.rows;
  forces.load = forces.length.cwiseProduct(
      Eigen::Map<const Vector>(z.data(), static_cast<Eigen::Index>(z.size())));
  double largest = 0.0;
  for (const StickingRow& one : loads.sticking) {
    const double length = forces.length[static_cast<Eigen::Index>(one.row)];
    forces.slope.push_back(
        one.bound * length /
        (one.normal ? forces.length[static_cast<Eigen::Index>(*one.normal)] : 1.0));
    largest = std::max(largest, forces.bound(one, forces.slope.back()));
  }
  forces.least = std::max(1e-9 * largest, 1e-300);
  return forces;
}

// f²/bound of friction alone → min: of two feet of one body each uses the same part.
void by_bounds(const SharedLoads& loads, Forces& forces) {
  const auto n = static_cast<Eigen::Index>(loads.sticking.size());
  Matrix unit(n, loads.rows.cols());
  Vector root(n), friction(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const auto row = static_cast<Eigen::Index>(loads.sticking[k].row);
    unit.row(i) = forces.unit.row(row);
    root[i] = std::sqrt(forces.scale(loads.sticking[k], forces.slope[k]));
    friction[i] = forces.load[row];
  }
  const Matrix idle = idle_of(unit);
  if (idle.cols() == 0) return;
  const Matrix weighed = root.cwiseInverse().asDiagonal() * idle;
  const Vector change = idle * shortest_solution(weighed, -friction.cwiseQuotient(root));
  for (Eigen::Index i = 0; i < n; ++i)
    forces.load[static_cast<Eigen::Index>(loads.sticking[static_cast<std::size_t>(i)].row)] +=
        change[i];
}

bool near_a_bound(const SharedLoads& loads, const Forces& forces) {
  for (std::size_t k = 0; k < loads.sticking.size(); ++k) {
    const StickingRow& one = loads.sticking[k];
    if (std::abs(forces.load[static_cast<Eigen::Index>(one.row)]) >
        (1.0 - left_over) * forces.bound(one, forces.slope[k]))
      return true;
  }
  return false;
}

void relieve(const SharedLoads& loads, Forces& forces) {
  const Matrix idle = idle_of(forces.unit);
  if (idle.cols() == 0) return;
  Relief relief(idle.cols(), forces.load.lpNorm<Eigen::Infinity>());
  for (std::size_t k = 0; k < loads.sticking.size(); ++k) {
    const StickingRow& one = loads.sticking[k];
    const auto at = static_cast<Eigen::Index>(one.row);
    for (const double sign : {1.0, -1.0}) {
      Vector row = sign * idle.row(at).transpose();
      if (one.normal)
        row -= forces.slope[k] * idle.row(static_cast<Eigen::Index>(*one.normal)).transpose();
      relief.add(row, sign * forces.load[at] - forces.bound(one, forces.slope[k]),
                 forces.scale(one, forces.slope[k]));
    }
  }
  for (std::size_t k = 0; k < loads.pushes.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    if (loads.pushes[k])
      relief.add(-idle.row(at).transpose(), -forces.load[at],
                 std::max(forces.load[at], forces.least));
  }
  forces.load += idle * relief.solve();
}

}  // namespace

// The first unknown is t.
Relief::Relief(Eigen::Index directions, double unit) : unit_(unit) {
  problem_.point(1.0).point(1e-4, static_cast<int>(directions));
  Vector free = Vector::Zero(1 + directions);
  free[0] = -left_over;
  problem_.free(free);
}

void Relief::add(const Vector& row, double value, double part) {
  Vector whole(1 + row.size());
  whole << -part / unit_, row;
  problem_.at_most_zero(whole, value / unit_);
}

Vector Relief::solve() const {
  const minimum::Solution solution = minimum::solve(problem_);
  const Eigen::Index directions = problem_.unknowns() - 1;
  if (!solution.usable()) return Vector::Zero(directions);
  return unit_ * solution.x.tail(directions);
}

void share(const SharedLoads& loads, std::span<double> z) {
  Forces forces = forces_of(loads, z);
  by_bounds(loads, forces);
  if (near_a_bound(loads, forces)) relieve(loads, forces);
  for (std::size_t i = 0; i < z.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    z[i] = forces.load[k] / forces.length[k];
  }
}

}  // namespace zwang
