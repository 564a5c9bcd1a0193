// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/start.hpp"

#include <fmt/format.h>

#include <cmath>

namespace zwang {

RunOutcome outcome_of(const Error& complaint) {
  return complaint.code() == Code::E311 ? RunOutcome::not_finite : RunOutcome::outside_domain;
}

std::optional<Refusal> refused_start(const System& system, const Snapshot& snapshot, bool strikes) {
  if (const auto complaint = system.complaint(snapshot))
    return Refusal{outcome_of(*complaint), complaint->what()};
  const Nearness near{.length = near_start};
  for (int i = 0; i < system.conditions(); ++i) {
    const Condition& condition = system.condition(i);
    if (!condition.holds_at(snapshot.state.t)) continue;
    const Row& row = snapshot.rows[static_cast<std::size_t>(i)];
    const Zero zero = zero_of(system, snapshot, i, near);
    if (condition.equation ? std::abs(row.f) > zero.f : row.f > zero.f)
      return Refusal{
          RunOutcome::start_violates,
          fmt::format("the start violates condition {}: f = {:.6g}", condition.name, row.f)};
    if (strikes) continue;
    if (condition.equation && std::abs(row.rate) > zero.rate)
      return Refusal{RunOutcome::start_velocity,
                     fmt::format("the start velocity violates condition {}: {:.6g} instead of 0",
                                 condition.name, row.rate)};
    const bool touches = condition.of_velocities || row.f >= -zero.f;
    if (!condition.equation && touches && row.rate > zero.rate)
      return Refusal{
          RunOutcome::start_strikes,
          fmt::format("the start strikes condition {}: f' = {:.6g}", condition.name, row.rate)};
  }
  return std::nullopt;
}

std::optional<Refusal> refused_beginning(const System& system, const Snapshot& snapshot,
                                         int condition, const Nearness& nearness) {
  const double f = snapshot.rows[static_cast<std::size_t>(condition)].f;
  const double zero = 1e3 * zero_of(system, snapshot, condition, nearness).f;
  const Condition& what = system.condition(condition);
  if (what.equation ? std::abs(f) <= zero : f <= zero) return std::nullopt;
  return Refusal{RunOutcome::begins_violated,
                 fmt::format("condition {} begins at t = {} but does not hold: f = {:.6g}",
                             what.name, snapshot.state.t, f)};
}

}  // namespace zwang
