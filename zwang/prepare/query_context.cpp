// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/query_context.hpp"

#include "zwang/arc/departure.hpp"
#include "zwang/arc/passage.hpp"
#include "zwang/base/index.hpp"
#include "zwang/prepare/path_numbers.hpp"
#include "zwang/system/applies.hpp"
#include "zwang/system/status.hpp"

namespace zwang {
namespace {

// In a singular position: what multipliers leave of the reaction M a − X.
Vector rest_of_reaction(const System& system, const State& start, const Vector& accelerations) {
  const Snapshot snapshot = system.at(start);
  Vector rest = snapshot.mass.times(accelerations) - snapshot.net_force;
  std::vector<int> bound;
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    if (applies(constraint, snapshot) && (constraint.equation || snapshot.rows[index(i)].f == 0.0))
      bound.push_back(i);
  }
  const Departure departure(system, start, accelerations, bound, {});
  const std::vector<double> z = departure.first_multipliers();
  Vector row;
  for (std::size_t k = 0; k < z.size(); ++k) {
    system.write_row(snapshot, departure.bound()[k], row);
    rest += z[k] * row;
  }
  return rest;
}

// The same where a motion passes one.
Vector rest_in_passing(const System& system, const State& state) {
  std::vector<int> bound;
  const Snapshot snapshot = system.at(state);
  for (int i = 0; i < system.constraints(); ++i) {
    const ConstraintStatus status = first_status(system, snapshot, i, {});
    if (status == ConstraintStatus::held || status == ConstraintStatus::closed) bound.push_back(i);
  }
  const Vector passing = passing_accelerations(system, state, bound);
  return passing.size() > 0 ? rest_of_reaction(system, state, passing) : Vector();
}

Pull pull_of(const ModelFile& file, const System& system) {
  if (file.problem.is_mechanical()) {
    const bool few = system.constraints() <= 30 && system.rates_are_parameters();
    const bool begins_singular = file.run.branch.size() > 0;
    if (!begins_singular && (!few || system.constraints() == 0)) return {};
    return [&system, few, begins_singular, from = file.run.from, branch = file.run.branch](
               const State& state, const Vector&) {
      if (begins_singular && state.t == from) return rest_of_reaction(system, state, branch);
      return few ? rest_in_passing(system, state) : Vector();
    };
  }
  return [variation = file.problem.variation(system)](const State& state, const Vector& rho) {
    return rho.size() > 0 ? variation.pull(state, rho) : Vector();
  };
}

}  // namespace

QueryContext query_context(const ModelFile& file, const System& system) {
  return {.pull = pull_of(file, system), .paths = path_numbers(system, file.problem)};
}

}  // namespace zwang
