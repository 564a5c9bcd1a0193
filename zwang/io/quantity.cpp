// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "zwang/model/shape.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Asked::Asked(const System& system, const std::string& text) : system_(&system) {
  const Model& model = system.model();
  Scope scope = model.scope();
  Graph& graph = model.graph();
  std::map<SymbolId, Argument> extra;
  const auto offer = [&](const std::string& name, Argument argument) {
    if (text.find(name) == std::string::npos || scope.find(name)) return;
    const NodeId node = graph.symbol({.name = name, .kind = Symbol::Kind::coordinate});
    extra.emplace(graph[node].a, argument);
    scope.hide(name, {.levels = {{node}}, .dimension = {}});
  };
  for (int i = 0; i < system.conditions(); ++i) {
    const std::string& name = system.condition(i).name;
    if (text.find(name) == std::string::npos) continue;
    offer(name + ".gap", {What::gap, i});
    offer(name + ".rate", {What::condition_rate, i});
    offer(name + ".multiplier", {What::multiplier, i});
    offer(name + ".state", {What::state, i});
    offer(name + ".tension", {What::tension, i});
  }
  offer("kinetic", {What::kinetic});
  offer("potential", {What::potential});
  offer("energy", {What::energy});
  const Formula formula = Formula::read(text, scope);
  for (const SymbolId symbol : formula.inputs()) {
    if (const auto found = extra.find(symbol); found != extra.end()) {
      arguments_.push_back(found->second);
      continue;
    }
    const int place = model.place(symbol);
    if (place == Model::time_place)
      arguments_.push_back({What::time});
    else
      arguments_.push_back(
          {Model::is_rate(place) ? What::rate : What::coordinate, Model::coordinate_at(place)});
  }
  formula_.push_back(formula);
}

double Asked::value(const State& state, const std::vector<double>& multipliers,
                    const std::vector<int>& states) const {
  std::optional<Snapshot> here;
  const auto snapshot = [&]() -> const Snapshot& {
    if (!here) here = system_->at(state);
    return *here;
  };
  std::vector<double> x;
  for (const Argument& argument : arguments_) {
    switch (argument.what) {
      case What::coordinate: x.push_back(state.q[argument.of]); break;
      case What::rate: x.push_back(system_->rates(state)[argument.of]); break;
      case What::time: x.push_back(state.t); break;
      case What::gap: x.push_back(snapshot().rows[index(argument.of)].f); break;
      case What::condition_rate: x.push_back(snapshot().rows[index(argument.of)].rate); break;
      case What::multiplier: x.push_back(multipliers[index(argument.of)]); break;
      case What::state: x.push_back(states[index(argument.of)]); break;
      case What::kinetic: x.push_back(system_->kinetic(state)); break;
      case What::potential: x.push_back(system_->potential(state)); break;
      case What::energy: x.push_back(system_->kinetic(state) + system_->potential(state)); break;
      case What::tension: {
        // multiplier times the gradient on one of its masses
        const auto columns = system_->columns(argument.of);
        const auto& a = snapshot().rows[index(argument.of)].a;
        const auto shaped = shape_of(system_->model(), system_->condition(argument.of));
        double squares = 0.0;
        for (std::size_t k = 0; k < columns.size(); ++k) {
          if (shaped.first >= 0) {
            const auto& own = system_->model().points()[index(shaped.first)].coordinates;
            if (std::ranges::find(own, columns[k]) == own.end()) continue;
          }
          squares += a[k] * a[k];
        }
        x.push_back(multipliers[index(argument.of)] * std::sqrt(squares));
        break;
      }
    }
  }
  return formula_.front().value(x);
}

}  // namespace zwang
