// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/bends.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/calculus/derivative.hpp"

namespace zwang {
namespace {

// max(x, -x), which is how absolute values are written.
bool is_absolute(const Graph& graph, const Node& node) {
  return node.operation == Operation::max && graph[node.b].operation == Operation::negate &&
         graph[node.b].a == node.a;
}

}  // namespace

Bends::Watched Bends::watched(const Model& model, NodeId node) {
  Formula formula(model.graph(), node);
  std::vector<int> places = model.places(formula);
  return {std::move(formula), std::move(places)};
}

Bends::Bends(const System& system) {
  watch_lengths(system.model());
  watch_switches(system.model());
}

void Bends::watch_lengths(const Model& model) {
  const Graph& graph = model.graph();
  std::vector<NodeId> formulas;
  for (const Force& force : model.forces()) formulas.push_back(force.formula.node());
  for (const NodeId node : nodes_of(graph, formulas)) {
    if (graph[node].operation != Operation::sqrt && !is_absolute(graph, graph[node])) continue;
    Watched length = watched(model, node);
    if (std::ranges::any_of(length.places, Model::is_rate)) lengths_.push_back(std::move(length));
  }
}

void Bends::watch_switches(const Model& model) {
  const Graph& graph = model.graph();
  std::vector<NodeId> formulas;
  for (const Force& force : model.forces()) formulas.push_back(force.formula.node());
  for (const Formula& energy : model.potential_formulas()) formulas.push_back(energy.node());
  for (const Formula& energy : model.kinetic_formulas()) formulas.push_back(energy.node());
  for (const Constraint& constraint : model.constraints())
    if (constraint.formula) formulas.push_back(constraint.formula->node());
  for (const NodeId node : nodes_of(graph, formulas)) {
    const Node& here = graph[node];
    if (here.operation == Operation::min || here.operation == Operation::max) {
      switches_.push_back({.formula = watched(model, here.a), .other = watched(model, here.b)});
    } else if (here.operation == Operation::smooth) {
      switches_.push_back({.formula = watched(model, here.a), .other = std::nullopt});
      switches_.push_back({.formula = watched(model, here.a), .other = watched(model, here.b)});
    }
  }
}

void Bends::mark_end() {
  for (Switch& one : switches_) one.end = one.now;
}

void Bends::begin_here() {
  for (Switch& one : switches_) one.begin = one.now;
}

void Bends::begin_at_end() {
  for (Switch& one : switches_) one.begin = one.end;
}

void Bends::forget() {
  seen_.clear();
  for (Switch& one : switches_) {
    one.seen_below = one.begin < 0.0;
    one.seen_above = one.begin > 0.0;
  }
}

double Bends::value(const Watched& watched, const Snapshot& snapshot) {
  arguments_.clear();
  for (const int place : watched.places)
    arguments_.push_back(snapshot.motion[static_cast<std::size_t>(place)][0]);
  return watched.formula.value(arguments_);
}

void Bends::see(const Snapshot& snapshot) {
  for (const Watched& length : lengths_) seen_.push_back(std::abs(value(length, snapshot)));
  for (Switch& one : switches_) {
    one.now = value(one.formula, snapshot) - (one.other ? value(*one.other, snapshot) : 0.0);
    one.seen_below = one.seen_below || one.now < 0.0;
    one.seen_above = one.seen_above || one.now > 0.0;
  }
}

bool Bends::passed_zero() const {
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    double least = seen_[k];
    double most = seen_[k];
    for (std::size_t i = k; i < seen_.size(); i += lengths_.size()) {
      least = std::min(least, seen_[i]);
      most = std::max(most, seen_[i]);
    }
    if (least < 0.5 * most) return true;
  }
  return false;
}

bool Bends::switched() const {
  return std::ranges::any_of(switches_,
                             [](const Switch& one) { return one.seen_below && one.seen_above; });
}

}  // namespace zwang
