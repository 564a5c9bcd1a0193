// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/standing.hpp"

#include <algorithm>
#include <cmath>

namespace zwang {

Zero zero_of(const System& system, const Snapshot& snapshot, int condition,
             const Nearness& nearness) {
  const Row& row = snapshot.rows[static_cast<std::size_t>(condition)];
  double squares = 0.0;
  for (const double a : row.a) squares += a * a;
  double length = 1.0;
  double speed = 0.0;
  for (const int j : system.columns(condition)) {
    length = std::max(length, std::abs(snapshot.state.q[j]));
    speed = std::max(speed, std::abs(snapshot.state.u[j]));
  }
  const double near = nearness.length * std::sqrt(squares);
  const double tau = nearness.time;
  // A moving condition is as fast as its own part of the rate.
  const double moving = nearness.length * std::abs(row.b1);
  return {near * length, near * (length / tau + speed) + moving,
          near * (length / (tau * tau) + speed / tau) + nearness.length * std::abs(row.b2)};
}

Standing first_standing(const System& system, const Snapshot& snapshot, int condition,
                        const Nearness& nearness) {
  const Condition& asked = system.condition(condition);
  if (!asked.holds_at(snapshot.state.t)) return Standing::absent;
  const Row& row = snapshot.rows[static_cast<std::size_t>(condition)];
  const Zero zero = zero_of(system, snapshot, condition, nearness);
  if (asked.equation) {
    const bool obeyed = std::abs(row.f) <= zero.f && std::abs(row.rate) <= zero.rate;
    return obeyed ? Standing::held : Standing::violated;
  }
  if (asked.of_velocities) {
    if (row.rate < -zero.rate) return Standing::open;
    return row.rate > zero.rate ? Standing::striking : Standing::closed;
  }
  if (row.f < -zero.f) return Standing::open;
  if (row.f > zero.f) return Standing::violated;
  if (row.rate < -zero.rate) return Standing::leaving;
  return row.rate > zero.rate ? Standing::striking : Standing::closed;
}

}  // namespace zwang
