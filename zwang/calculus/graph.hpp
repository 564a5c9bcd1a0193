// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One graph for all formulas of a model: equal parts are stored once (hash-consing), constants are
// folded, and a node never changes. A node's arguments always stand before it.
//
// Only rules that change no bit of a value are applied: x + 0, x * 1, -(-x), a + (-b) = a - b, a -
// (-3) = a + 3, and the exchange of the arguments of a sum or a product.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/calculus/operation.hpp"

namespace zwang {

using NodeId = std::uint32_t;
using SymbolId = std::uint32_t;

struct Node {
  Operation operation = Operation::constant;
  NodeId a = 0;  // of a symbol: its SymbolId
  NodeId b = 0;
  double number = 0.0;  // of a constant
};

// A leaf with a name. A parameter has a value and keeps its name when the formula is printed.
struct Symbol {
  enum class Kind { parameter, coordinate, velocity, time };
  std::string name = {};
  Kind kind = Kind::coordinate;
  double value = 0.0;       // of a parameter
  SymbolId coordinate = 0;  // of a velocity: whose rate it is
};

class Graph {
 public:
  // Nodes a graph may have; the next one is E110.
  static constexpr std::size_t max_nodes = 1'000'000;

  NodeId constant(double number);
  NodeId symbol(Symbol symbol);  // a new one, even if another has the same name

  // Two arguments are written in braces, graph.add({f(), g()}): they are made from left to right,
  // so every compiler numbers the nodes alike.
  struct Two {
    NodeId a;
    NodeId b;
  };

  // One argument, or two. Throws E110 at the limit.
  NodeId make(Operation operation, NodeId a);
  NodeId make(Operation operation, Two arguments);

  NodeId add(Two arguments) { return make(Operation::add, arguments); }
  NodeId subtract(Two arguments) { return make(Operation::subtract, arguments); }
  NodeId multiply(Two arguments) { return make(Operation::multiply, arguments); }
  NodeId divide(Two arguments) { return make(Operation::divide, arguments); }
  NodeId negate(NodeId a) { return make(Operation::negate, a); }
  NodeId pow(NodeId a, double exponent) { return make(Operation::pow, {a, constant(exponent)}); }

  const Node& operator[](NodeId node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  const Symbol& symbol_of(NodeId node) const { return symbols_[nodes_[node].a]; }
  std::span<const Symbol> symbols() const { return symbols_; }
  NodeId node_of(SymbolId symbol) const { return symbol_nodes_[symbol]; }
  bool is_constant(NodeId node, double number) const {
    return nodes_[node].operation == Operation::constant && nodes_[node].number == number;
  }

  // The nodes `roots` are made of, each once, arguments first.
  std::vector<NodeId> below(std::span<const NodeId> roots) const;

 private:
  NodeId find_or_add(const Node& node);
  std::optional<NodeId> opposite(const Node& node);
  void grow();

  std::vector<Node> nodes_;
  std::vector<Symbol> symbols_;
  std::vector<NodeId> symbol_nodes_;
  std::vector<NodeId> table_;  // open addressing; its size is a power of two
};

}  // namespace zwang
