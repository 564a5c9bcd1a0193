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

// p with the signs of its factors in front: u*(-v) as -(u*v), also within sums.
NodeId with_sign_in_front(Graph& graph, NodeId p, int depth = 0) {
  constexpr int deepest = 20;
  const Node node = graph[p];
  if (depth == deepest) return p;
  if (node.operation == Operation::add || node.operation == Operation::subtract) {
    const NodeId a = with_sign_in_front(graph, node.a, depth + 1);
    const NodeId b = with_sign_in_front(graph, node.b, depth + 1);
    if (graph[b].operation != Operation::negate && graph[a].operation == Operation::negate &&
        node.operation == Operation::add)
      return graph.make(Operation::subtract, {b, graph[a].a});
    if (graph[b].operation != Operation::negate)
      return a == node.a && b == node.b ? p : graph.make(node.operation, {a, b});
    const bool sum = node.operation == Operation::add;
    return graph.make(sum ? Operation::subtract : Operation::add, {a, graph[b].a});
  }
  if (node.operation != Operation::multiply && node.operation != Operation::divide) return p;
  bool negative = false;
  const auto size = [&](NodeId factor) {
    const NodeId tidy = with_sign_in_front(graph, factor, depth + 1);
    if (graph[tidy].operation != Operation::negate) return tidy;
    negative = !negative;
    return graph[tidy].a;
  };
  const NodeId a = size(node.a), b = size(node.b);
  if (a == node.a && b == node.b) return p;
  const NodeId whole = graph.make(node.operation, {a, b});
  return negative ? graph.negate(whole) : whole;
}

// Adds "+ p dx", or what is shorter.
void add_term(const Graph& given, NodeId coefficient, const std::string& x, std::string& out) {
  Graph graph = Graph::over(given);
  NodeId p = with_sign_in_front(graph, coefficient);
  if (graph.is_constant(p, 0.0)) return;
  const bool minus = graph[p].operation == Operation::negate;
  if (minus) p = graph[p].a;
  const Expression tree = expression_of(graph, p);
  const auto kind = tree[tree.root()].kind;
  const bool sum = kind == Expression::Kind::sum || kind == Expression::Kind::difference;
  std::string factor = graph.is_constant(p, 1.0)    ? ""
                       : graph.is_constant(p, -1.0) ? "-"
                       : sum                        ? fmt::format("({}) ", tree.text())
                                                    : fmt::format("{} ", tree.text());
  const bool sign_inside = factor.starts_with('-'), negative = sign_inside != minus;
  if (sign_inside) factor.erase(0, 1);
  const char* const sign = out.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
  out += fmt::format("{}{}d{}", sign, factor, x);
}

}  // namespace

Form::Form(Graph& graph, NodeId g) : graph_(&graph) {
  if (degrees(graph, g, Symbol::Kind::velocity).at(g) > 1)
    throw Error(Code::E106, "the constraint is not linear in the velocities");
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
  std::string out = form_text(*graph_, coordinates_, coefficients_);
  if (graph_->is_constant(time_coefficient_, 0.0)) return out;
  if (out == "0") out.clear();
  add_term(*graph_, time_coefficient_, "t", out);
  return out;
}

std::string form_text(const Graph& graph, std::span<const SymbolId> x,
                      std::span<const NodeId> coefficients) {
  std::string out;
  for (std::size_t i = 0; i < x.size(); ++i)
    add_term(graph, coefficients[i], graph.symbol_at(x[i]).name, out);
  return out.empty() ? "0" : out;
}

}  // namespace zwang
