// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/second_rates.hpp"

#include <Eigen/LU>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// A constraint with this state or a higher one holds as an equation.
constexpr int holds = 2;

// u' by the constraints that hold, as at the instant: M u' + Aᵀz = F, A u' = −b2.
Vector bordered(const System& system, const Snapshot& snapshot, std::span<const int> states,
                const Vector& force) {
  std::vector<int> rows;
  for (int i = 0; i < system.constraints(); ++i)
    if (states[index(i)] >= holds) rows.push_back(i);
  const auto n = static_cast<Eigen::Index>(system.velocities());
  const auto k = static_cast<Eigen::Index>(rows.size());
  Matrix matrix = Matrix::Zero(n + k, n + k);
  Vector right(n + k), row;
  matrix.topLeftCorner(n, n) = snapshot.mass.dense();
  right.head(n) = force;
  for (Eigen::Index r = 0; r < k; ++r) {
    const int i = rows[static_cast<std::size_t>(r)];
    system.write_row(snapshot, i, row);
    matrix.row(n + r).head(n) = row;
    matrix.col(n + r).head(n) = row;
    right[n + r] = -snapshot.rows[index(i)].b2;
  }
  const Eigen::FullPivLU<Matrix> solver(matrix);
  const bool determined = solver.rank() == n + k;
  return determined ? Vector(solver.solve(right).head(n)) : Vector::Constant(n, unset);
}

}  // namespace

Vector second_rates(const System& system, const State& state, double phase,
                    std::span<const double> multipliers, std::span<const int> states,
                    const Vector& added) {
  Snapshot snapshot = system.snapshot();
  system.evaluate(state, phase, snapshot);
  Vector force = snapshot.net_force;
  if (added.size() > 0) force += added;
  for (int i = 0; i < system.constraints(); ++i) system.row(i, snapshot);
  const Vector outside = force;
  for (int i = 0; i < system.constraints(); ++i) {
    if (multipliers[index(i)] == 0.0) continue;
    const auto columns = system.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k)
      force[columns[k]] -= multipliers[index(i)] * snapshot.rows[index(i)].a[k];
  }
  const bool inertia = snapshot.mass.factor();
  if (inertia) snapshot.mass.solve(force.data());
  const Vector u = inertia ? force : bordered(system, snapshot, states, outside);
  return second_rates(system, snapshot, u);
}

// The rates are linear in u: q' = G u + g.
Vector second_rates(const System& system, const Snapshot& snapshot, const Vector& accelerations) {
  const State& state = snapshot.state;
  const Vector moved = system.rates({state.q, accelerations, state.t});
  const Vector still = system.rates({state.q, Vector::Zero(accelerations.size()), state.t});
  return moved - still + snapshot.drift;
}

}  // namespace zwang
