// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/status.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/system/applies.hpp"

namespace zwang {

Zero zero_of(const System& system, const Snapshot& snapshot, int constraint,
             const Nearness& nearness) {
  const Row& row = snapshot.rows[static_cast<std::size_t>(constraint)];
  double squares = 0.0;
  for (const double a : row.a) squares += a * a;
  double length = 1.0;
  double speed = 0.0;
  for (const int j : system.columns(constraint)) {
    length = std::max(length, std::abs(snapshot.state.q[j]));
    speed = std::max(speed, std::abs(snapshot.state.u[j]));
  }
  const double near = nearness.length * std::sqrt(squares);
  const double tau = nearness.time;
  // A moving constraint is as fast as its own part of the rate.
  const double moving = nearness.length * std::abs(row.b1);
  return {near * length, near * (length / tau + speed) + moving,
          near * (length / (tau * tau) + speed / tau) + nearness.length * std::abs(row.b2)};
}

ConstraintStatus first_status(const System& system, const Snapshot& snapshot, int constraint,
                              const Nearness& nearness) {
  const Constraint& asked = system.constraint(constraint);
  if (!asked.holds_at(snapshot.state.t)) return ConstraintStatus::absent;
  if (!applies(asked, snapshot, nearness.length)) return ConstraintStatus::open;
  const Row& row = snapshot.rows[static_cast<std::size_t>(constraint)];
  const Zero zero = zero_of(system, snapshot, constraint, nearness);
  if (asked.equation) {
    const bool obeyed = std::abs(row.f) <= zero.f && std::abs(row.rate) <= zero.rate;
    return obeyed ? ConstraintStatus::held : ConstraintStatus::violated;
  }
  if (asked.of_velocities) {
    if (row.rate < -zero.rate) return ConstraintStatus::open;
    return row.rate > zero.rate ? ConstraintStatus::impacting : ConstraintStatus::closed;
  }
  if (row.f < -zero.f) return ConstraintStatus::open;
  if (row.f > zero.f) return ConstraintStatus::violated;
  if (row.rate < -zero.rate) return ConstraintStatus::leaving;
  return row.rate > zero.rate ? ConstraintStatus::impacting : ConstraintStatus::closed;
}

}  // namespace zwang
