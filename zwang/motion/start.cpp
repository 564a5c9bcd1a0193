// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/start.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zwang/system/applies.hpp"

namespace zwang {

RunOutcome outcome_of(const Error& domain_error) {
  return domain_error.code() == Code::E311 ? RunOutcome::not_finite : RunOutcome::outside_domain;
}

std::optional<Refusal> refused_start(const System& system, const Snapshot& snapshot, bool strikes) {
  if (const auto domain_error = system.domain_error(snapshot))
    return Refusal{outcome_of(*domain_error), domain_error->what()};
  const Nearness near{.length = near_start};
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    if (!applies(constraint, snapshot)) continue;
    const Row& row = snapshot.rows[static_cast<std::size_t>(i)];
    const Zero zero = zero_of(system, snapshot, i, near);
    if (constraint.equation ? std::abs(row.f) > zero.f : row.f > zero.f)
      return Refusal{
          RunOutcome::start_violates,
          fmt::format("the start violates constraint {}: f = {:.6g}", constraint.name, row.f)};
    if (strikes) continue;
    if (constraint.equation && std::abs(row.rate) > zero.rate)
      return Refusal{RunOutcome::start_velocity,
                     fmt::format("the start velocity violates constraint {}: {:.6g} instead of 0",
                                 constraint.name, row.rate)};
    if (constraint.nonlinear && !constraint.equation && row.rate > zero.rate)
      return Refusal{
          RunOutcome::start_velocity,
          fmt::format("the start velocity violates constraint {}: {:.6g} instead of at most 0",
                      constraint.name, row.rate)};
    const bool touches = constraint.of_velocities || row.f >= -zero.f;
    if (!constraint.equation && touches && row.rate > zero.rate)
      return Refusal{
          RunOutcome::start_strikes,
          fmt::format("the start strikes constraint {}: f' = {:.6g}", constraint.name, row.rate)};
  }
  return std::nullopt;
}

std::optional<Refusal> refused_beginning(const System& system, const Snapshot& snapshot,
                                         int constraint, const Nearness& nearness) {
  const double f = snapshot.rows[static_cast<std::size_t>(constraint)].f;
  const double zero = 1e3 * zero_of(system, snapshot, constraint, nearness).f;
  const Constraint& what = system.constraint(constraint);
  if (what.equation ? std::abs(f) <= zero : f <= zero || !applies(what, snapshot))
    return std::nullopt;
  return Refusal{RunOutcome::begins_violated,
                 fmt::format("constraint {} begins at t = {} but does not hold: f = {:.6g}",
                             what.name, snapshot.state.t, f)};
}

}  // namespace zwang
