// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/expression.hpp"

namespace zwang {
namespace {

// g with every velocity set to zero: what is left is p0.
NodeId without_velocities(Graph& graph, NodeId g) {
  std::unordered_map<NodeId, NodeId> made;
  const auto vanished = [&](NodeId id) {
    return made[id] != id && graph.is_constant(made[id], 0.0);
  };
  for (const NodeId id : graph.below(std::array{g})) {
    const Node node = graph[id];
    if (node.operation == Operation::symbol)
      made[id] = graph.symbol_of(id).kind == Symbol::Kind::velocity ? graph.constant(0.0) : id;
    else if (node.operation == Operation::constant)
      made[id] = id;
    else if (node.operation == Operation::multiply && (vanished(node.a) || vanished(node.b)))
      made[id] = graph.constant(0.0);  // a velocity was a factor: the term is not part of p0
    else if (node.operation == Operation::divide && vanished(node.a))
      made[id] = graph.constant(0.0);
    else
      made[id] = arity(node.operation) == 1
                     ? graph.make(node.operation, made[node.a])
                     : graph.make(node.operation, {made[node.a], made[node.b]});
  }
  return made[g];
}

}  // namespace

Form::Form(Graph& graph, NodeId g) : graph_(&graph) {
  if (degrees(graph, g, Symbol::Kind::velocity).at(g) > 1)
    throw Error(Code::E106, "the condition is not linear in the velocities");
  for (const NodeId id : graph.below(std::array{g})) {
    if (graph[id].operation != Operation::symbol) continue;
    const Symbol& symbol = graph.symbol_of(id);
    if (symbol.kind != Symbol::Kind::velocity) continue;
    coordinates_.push_back(symbol.coordinate);
    coefficients_.push_back(derivative(graph, g, id));
  }
  time_coefficient_ = without_velocities(graph, g);
}

NodeId Form::coefficient_of(SymbolId coordinate) const {
  const auto found = std::ranges::find(coordinates_, coordinate);
  if (found == coordinates_.end()) return graph_->constant(0.0);
  return coefficients_[static_cast<std::size_t>(found - coordinates_.begin())];
}

NodeId Form::covariant(SymbolId x_i, SymbolId x_k) const {
  return graph_->subtract({derivative(*graph_, coefficient_of(x_i), graph_->node_of(x_k)),
                           derivative(*graph_, coefficient_of(x_k), graph_->node_of(x_i))});
}

NodeId Form::time_covariant(SymbolId x_i, NodeId time) const {
  return graph_->subtract({derivative(*graph_, coefficient_of(x_i), time),
                           derivative(*graph_, time_coefficient_, graph_->node_of(x_i))});
}

std::string Form::text() const {
  std::string out;
  const auto add = [&](NodeId p, const std::string& dx) {
    if (graph_->is_constant(p, 0.0)) return;
    const Expression tree = expression_of(*graph_, p);
    const auto kind = tree[tree.root()].kind;
    const bool sum = kind == Expression::Kind::sum || kind == Expression::Kind::difference;
    if (!out.empty()) out += " + ";
    if (!graph_->is_constant(p, 1.0))
      out += sum ? fmt::format("({}) ", tree.text()) : fmt::format("{} ", tree.text());
    out += dx;
  };
  for (std::size_t i = 0; i < coordinates_.size(); ++i)
    add(coefficients_[i], fmt::format("d{}", graph_->symbols()[coordinates_[i]].name));
  add(time_coefficient_, "dt");
  return out.empty() ? "0" : out;
}

}  // namespace zwang
