// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/schedule.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "zwang/calculus/derivative.hpp"

namespace zwang {
namespace {

// When `formula`, less `other`, is 0, if it goes evenly with time alone.
std::optional<double> passes_zero(const Model& model, NodeId formula, std::optional<NodeId> other) {
  std::array<double, 3> at = {};
  for (const auto& [node, sign] :
       {std::pair(std::optional(formula), 1.0), std::pair(other, -1.0)}) {
    if (!node) continue;
    const Formula read(model.graph(), *node);
    const std::vector<int> places = model.places(read);
    if (places.size() > 1 || (places.size() == 1 && places[0] != Model::time_place))
      return std::nullopt;
    for (std::size_t k = 0; k < at.size(); ++k) {
      const std::array<double, 1> time = {static_cast<double>(k)};
      at[k] += sign * read.value(std::span(time).first(places.size()));
    }
  }
  const double slope = at[1] - at[0];
  const double sizes = std::abs(at[0]) + std::abs(at[1]) + std::abs(at[2]);
  if (slope == 0.0 || !(std::abs(at[2] - at[1] - slope) <= 1e-14 * sizes)) return std::nullopt;
  return -at[0] / slope;
}

// When equations begin to lead or to leave alone what they drive: a formula of time passes from one
// branch to another, so smoothly that no multiplier tells.
std::vector<double> switches(const Model& model) {
  const Graph& graph = model.graph();
  std::vector<NodeId> formulas;
  for (const Constraint& constraint : model.constraints())
    if (constraint.equation && constraint.formula && !constraint.friction)
      formulas.push_back(constraint.formula->node());
  std::vector<double> times;
  for (const NodeId node : nodes_of(graph, formulas)) {
    const Node& here = graph[node];
    const bool chooses = here.operation == Operation::min || here.operation == Operation::max;
    if (!chooses && here.operation != Operation::smooth) continue;
    if (!chooses)
      if (const auto t = passes_zero(model, here.a, std::nullopt)) times.push_back(*t);
    if (const auto t = passes_zero(model, here.a, here.b)) times.push_back(*t);
  }
  return times;
}

}  // namespace

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
  // who is led over a rough surface sticks or slips from there
  if (model.has_friction())
    for (const double t : switches(model)) add(t);
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
