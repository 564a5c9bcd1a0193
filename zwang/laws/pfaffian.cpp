// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/pfaffian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "zwang/base/disjoint_sets.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"

namespace zwang {
namespace {

// Symbols of the graph by the coordinate they stand for; time comes last, if there is any.
struct Symbols {
  std::vector<SymbolId> coordinates;
  std::optional<SymbolId> time;

  explicit Symbols(const Model& model) : coordinates(model.coordinate_names().size()) {
    for (SymbolId id = 0; id < model.graph().symbols(); ++id) {
      if (model.graph().symbol_at(id).kind == Symbol::Kind::time) time = id;
      if (!model.is_coordinate(id)) continue;
      const int place = model.place(id);
      coordinates[index(Model::coordinate_at(place))] = id;
    }
  }
};

std::shared_ptr<Graph> layer_over(const Model& model) {
  return std::make_shared<Graph>(Graph::over(model.graph()));
}

}  // namespace

void PfaffianSystem::add(std::string name, std::vector<NodeId> coefficients) {
  names_.push_back(std::move(name));
  coefficients_.push_back(std::move(coefficients));
}

PfaffianSystem PfaffianSystem::of(const Model& model, double t, std::span<const int> without) {
  std::vector<const Constraint*> equations;
  for (int i = 0; const Constraint& constraint : model.constraints())
    if (std::ranges::find(without, i++) == without.end() && constraint.equation &&
        constraint.holds_at(t))
      equations.push_back(&constraint);
  return of(model, equations, layer_over(model));
}

void PfaffianSystem::keep_lengths(const Model& model) {
  for (const Body& body : model.bodies()) {
    if (body.in_plane) continue;
    std::vector<NodeId> row(coordinates_.size(), graph_->constant(0.0));
    for (int k = body.first; k < body.first + 4; ++k)
      row[index(k)] = graph_->node_of(coordinate(k));
    add(body.name + ".quaternion", std::move(row));
  }
}

PfaffianSystem PfaffianSystem::of(const Model& model, const Constraint& constraint) {
  return of(model, constraint, layer_over(model));
}

PfaffianSystem PfaffianSystem::of(const Model& model, const Constraint& constraint,
                                  std::shared_ptr<Graph> layer) {
  const PfaffianSystem whole = of(model, {&constraint}, std::move(layer));
  return whole.part(whole.needed(0, whole.places()), {0});
}

PfaffianSystem PfaffianSystem::of(const Model& model,
                                  const std::vector<const Constraint*>& equations,
                                  std::shared_ptr<Graph> layer) {
  Graph& graph = *layer;
  const Symbols symbols(model);
  std::vector<std::string> names;
  std::vector<std::vector<NodeId>> rows;
  std::vector<NodeId> time_row;
  bool in_time = false;
  for (const Constraint* const one : equations) {
    const Constraint& constraint = *one;
    if (!constraint.formula)
      throw Error(Code::E120, fmt::format("constraint '{}' is given as code: its derivatives as "
                                          "formulas, which are needed here, are not known",
                                          constraint.name));
    if (constraint.nonlinear)
      throw Error(Code::E106,
                  fmt::format("constraint '{}' is not linear in the velocities: it is no "
                              "form sum p dx + p0 dt, which is needed here",
                              constraint.name));
    const NodeId node = constraint.formula->node();
    std::vector<NodeId> row(symbols.coordinates.size(), graph.constant(0.0));
    NodeId time_part = graph.constant(0.0);
    if (constraint.of_velocities) {
      const Form form(graph, node);
      for (std::size_t k = 0; k < form.coordinates().size(); ++k) {
        const auto at = std::ranges::find(symbols.coordinates, form.coordinates()[k]);
        row[static_cast<std::size_t>(at - symbols.coordinates.begin())] = form.coefficient(k);
      }
      time_part = form.time_coefficient();
    } else {
      for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = derivative(graph, node, graph.node_of(symbols.coordinates[i]));
      if (symbols.time) time_part = derivative(graph, node, graph.node_of(*symbols.time));
    }
    in_time = in_time || !graph.is_constant(time_part, 0.0);
    if (symbols.time)
      for (const NodeId p : row)
        in_time =
            in_time || (!graph.is_constant(p, 0.0) && depends_on(graph, p, Symbol::Kind::time));
    names.push_back(constraint.name);
    rows.push_back(std::move(row));
    time_row.push_back(time_part);
  }
  std::vector<SymbolId> coordinates = symbols.coordinates;
  // a constant p0 alone, x' = 1, needs time too: there may be no symbol of it yet
  if (in_time)
    coordinates.push_back(symbols.time ? *symbols.time
                                       : graph[graph.symbol({"t", Symbol::Kind::time})].a);
  PfaffianSystem system(std::move(layer), std::move(coordinates));
  for (std::size_t s = 0; s < rows.size(); ++s) {
    if (in_time) rows[s].push_back(time_row[s]);
    system.add(std::move(names[s]), std::move(rows[s]));
  }
  return system;
}

bool PfaffianSystem::has_time() const {
  return !coordinates_.empty() && graph_->symbol_at(coordinates_.back()).kind == Symbol::Kind::time;
}

std::vector<double> PfaffianSystem::place(const Model& model, const State& state) const {
  std::vector<double> out;
  for (const SymbolId id : coordinates_) {
    const int at =
        graph_->symbol_at(id).kind == Symbol::Kind::time ? Model::time_place : model.place(id);
    out.push_back(at == Model::time_place ? state.t : state.q[Model::coordinate_at(at)]);
  }
  return out;
}

std::string PfaffianSystem::text(int s) const {
  return form_text(*graph_, coordinates_, coefficients_[index(s)]);
}

std::vector<int> PfaffianSystem::places() const {
  std::vector<int> place(graph_->symbols(), -1);
  for (int i = 0; i < coordinates(); ++i) place[coordinate(i)] = i;
  return place;
}

std::vector<int> PfaffianSystem::needed(int s, const std::vector<int>& place) const {
  std::vector<NodeId> coefficients;
  std::vector<int> all;
  for (int i = 0; i < coordinates(); ++i) {
    if (graph_->is_constant(coefficient(s, i), 0.0)) continue;
    all.push_back(i);
    coefficients.push_back(coefficient(s, i));
  }
  for (const NodeId id : graph_->below(coefficients))
    if ((*graph_)[id].operation == Operation::symbol && place[(*graph_)[id].a] >= 0)
      all.push_back(place[(*graph_)[id].a]);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

PfaffianSystem PfaffianSystem::part(const std::vector<int>& columns,
                                    const std::vector<int>& forms) const {
  std::vector<SymbolId> symbols;
  for (const int i : columns) symbols.push_back(coordinate(i));
  PfaffianSystem part(graph_, std::move(symbols));
  for (const int s : forms) {
    std::vector<NodeId> row;
    for (const int i : columns) row.push_back(coefficient(s, i));
    part.add(name(s), std::move(row));
  }
  return part;
}

std::vector<PfaffianSystem> PfaffianSystem::parts() const {
  // forms hang together if one needs a coordinate of the other
  DisjointSets partition(coordinates());
  std::vector<int> first(index(forms()), -1);
  const std::vector<int> place = places();
  for (int s = 0; s < forms(); ++s)
    for (const int i : needed(s, place)) {
      int& one = first[index(s)];
      if (one < 0) one = i;
      partition.join(one, i);
    }
  std::map<int, std::vector<int>> columns, members;  // by the lowest coordinate
  for (int i = 0; i < coordinates(); ++i) columns[partition.lowest(i)].push_back(i);
  for (int s = 0; s < forms(); ++s)
    if (first[index(s)] >= 0) members[partition.lowest(first[index(s)])].push_back(s);
  std::vector<PfaffianSystem> parts;
  for (const auto& [lowest, all] : columns) parts.push_back(part(all, members[lowest]));
  return parts;
}

}  // namespace zwang
