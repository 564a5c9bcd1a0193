// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/schedule.hpp"

#include <set>

namespace zwang {

std::vector<double> schedule(const Model& model, double from, double until) {
  std::set<double> times;
  const auto add = [&](double t) {
    if (t > from && t <= until) times.insert(t);
  };
  for (const Impulse& impulse : model.impulses()) add(impulse.at);
  for (const Force& force : model.forces()) {
    add(force.options.from);
    add(force.options.until);
  }
  for (const Constraint& constraint : model.constraints()) {
    add(constraint.options.from);
    add(constraint.options.until);
  }
  return {times.begin(), times.end()};
}

Vector impulse_at(const Model& model, double t) {
  Vector impulse;
  for (const Impulse& one : model.impulses()) {
    if (one.at != t) continue;
    if (impulse.size() == 0)
      impulse = Vector::Zero(static_cast<Eigen::Index>(model.coordinate_names().size()));
    impulse[one.coordinate] += one.value;
  }
  return impulse;
}

State after_impulse(const System& system, State state) {
  const Vector impulse = impulse_at(system.model(), state.t);
  if (impulse.size() == 0) return state;
  Snapshot snapshot = system.snapshot();
  system.evaluate(state, state.t, snapshot);
  Vector change = system.along_velocities(impulse, snapshot);
  if (!snapshot.mass.factor()) return state;
  snapshot.mass.solve(change.data());
  state.u += change;
  return state;
}

}  // namespace zwang
