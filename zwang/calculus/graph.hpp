// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One graph for all formulas of a model: equal parts are stored once (hash-consing), constants are
// folded, and nodes never change. Arguments always precede the node that uses them.
//
// A layer over a graph sees all of its nodes and adds its own, which the graph below does not know:
// analysing a model never changes it. Any number of layers over one graph may be used by as many
// threads, as long as nobody adds to the graph itself; a layer belongs to one thread at a time.
//
// Only rules that change no bit of a value are applied: x + 0, x * 1, -(-x), a + (-b) = a - b, a -
// (-3) = a + 3, and swapping the arguments of a sum or a product.
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

// A named leaf. A parameter has a value, and keeps its name in printed formulas.
struct Symbol {
  enum class Kind { parameter, coordinate, velocity, time };
  std::string name = {};
  Kind kind = Kind::coordinate;
  double value = 0.0;       // of a parameter
  SymbolId coordinate = 0;  // of a velocity: whose rate it is
};

// Thread safety: one thread adds, or any number read. Nodes live as long as the graph.
class Graph {
 public:
  // The most nodes a graph may have; one more throws E110.
  static constexpr std::size_t max_nodes = 1'000'000;

  Graph() = default;
  // A layer over `base` as it is now, at no cost. `base` must outlive it.
  static Graph over(const Graph& base);

  NodeId constant(double number);
  NodeId symbol(Symbol symbol);  // a new one, even if another has the same name

  // Two arguments are written in braces, graph.add({f(), g()}): braces evaluate from left to right,
  // so all compilers number the nodes alike.
  struct Two {
    NodeId a;
    NodeId b;
  };

  // One argument or two. Throws E110 at the limit.
  NodeId make(Operation operation, NodeId a);
  NodeId make(Operation operation, Two arguments);

  NodeId add(Two arguments) { return make(Operation::add, arguments); }
  NodeId subtract(Two arguments) { return make(Operation::subtract, arguments); }
  NodeId multiply(Two arguments) { return make(Operation::multiply, arguments); }
  NodeId divide(Two arguments) { return make(Operation::divide, arguments); }
  NodeId negate(NodeId a) { return make(Operation::negate, a); }
  NodeId pow(NodeId a, double exponent) { return make(Operation::pow, {a, constant(exponent)}); }

  const Node& operator[](NodeId node) const {
    return node < first_ ? (*base_)[node] : nodes_[node - first_];
  }
  std::size_t size() const { return first_ + nodes_.size(); }
  const Symbol& symbol_of(NodeId node) const { return symbol_at((*this)[node].a); }
  const Symbol& symbol_at(SymbolId id) const {
    return id < first_symbol_ ? base_->symbol_at(id) : symbols_[id - first_symbol_];
  }
  // The number of symbols.
  SymbolId symbols() const { return first_symbol_ + static_cast<SymbolId>(symbols_.size()); }
  NodeId node_of(SymbolId symbol) const {
    return symbol < first_symbol_ ? base_->node_of(symbol) : symbol_nodes_[symbol - first_symbol_];
  }
  bool is_constant(NodeId node, double number) const {
    const Node& one = (*this)[node];
    return one.operation == Operation::constant && one.number == number;
  }

  // The nodes that `roots` consist of, each once, arguments first.
  std::vector<NodeId> below(std::span<const NodeId> roots) const;

  // Adds a node from a layer over this graph, or over the graph that this is a layer of. Throws
  // E120 for symbols of the layer's own.
  NodeId take(const Graph& layer, NodeId node);

 private:
  std::optional<NodeId> find(const Node& node, std::uint64_t hash) const;
  NodeId find_or_add(const Node& node);
  std::optional<NodeId> opposite(const Node& node);
  void enter(NodeId id, std::uint64_t hash);
  void grow();

  const Graph* base_ = nullptr;  // of a layer, with this many nodes and symbols
  NodeId first_ = 0;
  SymbolId first_symbol_ = 0;
  std::vector<Node> nodes_;
  std::vector<Symbol> symbols_;
  std::vector<NodeId> symbol_nodes_;
  std::vector<NodeId> table_;  // open addressing; its size is a power of two
};

}  // namespace zwang
