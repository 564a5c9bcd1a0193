// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/query_context.hpp"

#include "zwang/arc/departure.hpp"
#include "zwang/base/index.hpp"
#include "zwang/prepare/path_numbers.hpp"

namespace zwang {
namespace {

// At a singular start: what multipliers leave of the reaction M a − X.
Vector rest_of_reaction(const System& system, const State& start, const Vector& accelerations) {
  const Snapshot snapshot = system.at(start);
  Vector rest = snapshot.mass.times(accelerations) - snapshot.net_force;
  std::vector<int> bound;
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    if (constraint.holds_at(start.t) && (constraint.equation || snapshot.rows[index(i)].f == 0.0))
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

Pull pull_of(const ModelFile& file, const System& system) {
  if (file.run.branch.size() > 0)
    return [&system, from = file.run.from, branch = file.run.branch](const State& state,
                                                                     const Vector&) {
      return state.t == from ? rest_of_reaction(system, state, branch) : Vector();
    };
  if (file.problem.is_mechanical()) return {};
  return [variation = file.problem.variation(system)](const State& state, const Vector& rho) {
    return rho.size() > 0 ? variation.pull(state, rho) : Vector();
  };
}

}  // namespace

QueryContext query_context(const ModelFile& file, const System& system) {
  return {.pull = pull_of(file, system), .paths = path_numbers(system, file.problem)};
}

}  // namespace zwang
