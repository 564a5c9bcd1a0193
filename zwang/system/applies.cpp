// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/applies.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

std::vector<double> arguments(const std::vector<int>& places, const State& state) {
  std::vector<double> x;
  for (const int place : places)
    x.push_back(place == Model::time_place ? state.t : state.q[Model::coordinate_at(place)]);
  return x;
}

// Whether a condition holds, or is on its border and, if that counts, not about to be left.
bool is_met(const Domain::Condition& condition, const Snapshot& at, double near, bool leaving) {
  const std::vector<double> x = arguments(condition.places, at.state);
  std::vector<double> g(x.size());
  const double value =
      condition.formula.value_and_gradient(std::span<const double>(x), std::span<double>(g));
  double zero = 0.0, rate = 0.0, size = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int place = condition.places[i];
    const double moves = place == Model::time_place ? 1.0 : at.rates[Model::coordinate_at(place)];
    zero += near * std::abs(g[i]) * std::max(1.0, std::abs(x[i]));
    rate += g[i] * moves;
    size += std::abs(g[i] * moves);
  }
  if (!(std::abs(value) <= zero)) return value < 0.0;
  return leaving || rate <= std::max(zero, 1e-12 * size);
}

bool are_met(const Constraint& constraint, const Snapshot& at, double near, bool leaving) {
  if (!constraint.holds_at(at.state.t)) return false;
  return !constraint.domain ||
         std::ranges::all_of(constraint.domain->conditions, [&](const auto& condition) {
           return is_met(condition, at, near, leaving);
         });
}

}  // namespace

bool applies(const Constraint& constraint, const Snapshot& at, double near) {
  return are_met(constraint, at, near, false);
}

bool may_apply(const Constraint& constraint, const Snapshot& at, double near) {
  return are_met(constraint, at, near, true);
}

double out_of_domain(const Constraint& constraint, const Snapshot& at) {
  if (!constraint.domain) return -always;
  const Domain& domain = *constraint.domain;
  return domain.border.value(arguments(domain.places, at.state));
}

}  // namespace zwang
