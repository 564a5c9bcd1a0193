// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <queue>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/calculus/apply.hpp"

namespace zwang {
namespace {

constexpr NodeId nobody = ~NodeId{0};

std::uint64_t hash(const Node& node) {
  std::uint64_t h = std::bit_cast<std::uint64_t>(node.number);
  h = (h ^ (std::uint64_t{node.a} << 32U | node.b)) * 0x9E3779B97F4A7C15U;
  h = (h ^ (h >> 29U) ^ static_cast<std::uint64_t>(node.operation)) * 0xBF58476D1CE4E5B9U;
  return h ^ (h >> 32U);
}

bool same(const Node& x, const Node& y) {
  return x.operation == y.operation && x.a == y.a && x.b == y.b &&
         std::bit_cast<std::uint64_t>(x.number) == std::bit_cast<std::uint64_t>(y.number);
}

bool commutes(Operation operation) {
  return operation == Operation::add || operation == Operation::multiply;
}

}  // namespace

Graph Graph::over(const Graph& base) {
  Graph layer;
  layer.base_ = &base;
  layer.first_ = static_cast<NodeId>(base.size());
  layer.first_symbol_ = base.symbols();
  return layer;
}

std::optional<NodeId> Graph::find(const Node& node, std::uint64_t hash) const {
  if (base_)
    if (const auto found = base_->find(node, hash); found && *found < first_) return found;
  if (table_.empty()) return std::nullopt;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = hash & mask; table_[slot] != nobody; slot = (slot + 1) & mask)
    if (same(nodes_[table_[slot] - first_], node)) return table_[slot];
  return std::nullopt;
}

NodeId Graph::find_or_add(const Node& node) {
  const std::uint64_t h = hash(node);
  if (const auto found = find(node, h)) return *found;
  if (size() >= max_nodes)
    throw Error(Code::E110, fmt::format("the formulas have more than {} parts", max_nodes));
  const auto id = static_cast<NodeId>(size());
  nodes_.push_back(node);
  if (2 * nodes_.size() > table_.size())
    grow();
  else
    enter(id, h);
  return id;
}

void Graph::enter(NodeId id, std::uint64_t hash) {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  while (table_[slot] != nobody) slot = (slot + 1) & mask;
  table_[slot] = id;
}

void Graph::grow() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), nobody);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    enter(first_ + static_cast<NodeId>(i), hash(nodes_[i]));
}

NodeId Graph::take(const Graph& layer, NodeId node) {
  if (&layer == this) return node;
  std::map<NodeId, NodeId> made;
  const auto here = [&](NodeId id) { return id < layer.first_ ? id : made.at(id); };
  for (const NodeId id : layer.below(std::array{node})) {
    if (id < layer.first_) continue;
    const Node one = layer[id];
    if (one.operation == Operation::symbol)
      throw Error(Code::E120,
                  fmt::format("'{}' is not a name in the model", layer.symbol_of(id).name));
    switch (arity(one.operation)) {
      case 1: made[id] = make(one.operation, here(one.a)); break;
      case 2: made[id] = make(one.operation, {here(one.a), here(one.b)}); break;
      default: made[id] = constant(one.number);
    }
  }
  return here(node);
}

NodeId Graph::constant(double number) {
  return find_or_add({.number = number == 0.0 ? 0.0 : number});  // -0 is 0
}

NodeId Graph::symbol(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  symbol_nodes_.push_back(find_or_add({.operation = Operation::symbol, .a = symbols() - 1}));
  return symbol_nodes_.back();
}

// What stands behind a minus: x of -x, 3 of -3.
std::optional<NodeId> Graph::opposite(const Node& node) {
  if (node.operation == Operation::negate) return node.a;
  if (node.operation == Operation::constant && node.number < 0.0) return constant(-node.number);
  return std::nullopt;
}

NodeId Graph::make(Operation operation, NodeId a) {
  const Node x = (*this)[a];
  if (x.operation == Operation::constant) {
    const double number = apply(operation, x.number);
    if (std::isfinite(number)) return constant(number);
  }
  if (operation == Operation::negate) {
    if (x.operation == Operation::negate) return x.a;
    if (x.operation == Operation::subtract) return subtract({x.b, x.a});
  }
  return find_or_add({.operation = operation, .a = a});
}

NodeId Graph::make(Operation operation, Two arguments) {
  auto [a, b] = arguments;
  const Node x = (*this)[a];
  const Node y = (*this)[b];
  if (x.operation == Operation::constant && y.operation == Operation::constant) {
    const double number = apply(operation, x.number, y.number);
    if (std::isfinite(number)) return constant(number);
  }
  switch (operation) {
    case Operation::add:
      if (is_constant(a, 0.0)) return b;
      if (is_constant(b, 0.0)) return a;
      if (const auto positive = opposite(y)) return subtract({a, *positive});
      if (const auto positive = opposite(x)) return subtract({b, *positive});
      break;
    case Operation::subtract:
      if (is_constant(b, 0.0)) return a;
      if (is_constant(a, 0.0)) return negate(b);
      if (const auto positive = opposite(y)) return add({a, *positive});
      break;
    case Operation::multiply:
      if (is_constant(a, 1.0)) return b;
      if (is_constant(b, 1.0)) return a;
      if (is_constant(a, -1.0)) return negate(b);
      if (is_constant(b, -1.0)) return negate(a);
      break;
    case Operation::divide:
    case Operation::pow:
      if (is_constant(b, 1.0)) return a;
      break;
    default: break;
  }
  if (commutes(operation) && a > b) std::swap(a, b);
  return find_or_add({.operation = operation, .a = a, .b = b});
}

// The largest node found so far is taken next. Arguments are smaller than what is made of them, so
// a node that was found several times comes up at once.
std::vector<NodeId> Graph::below(std::span<const NodeId> roots) const {
  std::priority_queue<NodeId> found(roots.begin(), roots.end());
  std::vector<NodeId> result;
  while (!found.empty()) {
    const NodeId id = found.top();
    found.pop();
    if (!result.empty() && result.back() == id) continue;
    result.push_back(id);
    const Node& node = (*this)[id];
    const int arguments = arity(node.operation);
    if (arguments > 0) found.push(node.a);
    if (arguments > 1) found.push(node.b);
  }
  std::ranges::reverse(result);
  return result;
}

}  // namespace zwang
