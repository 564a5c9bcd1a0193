// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <unordered_map>

#include "zwang/calculus/expression.hpp"
#include "zwang/calculus/graph.hpp"

namespace zwang {

// The same formula for a reader: numbers of products and quotients are drawn together. Its last
// bits may differ.
class Tidy {
 public:
  explicit Tidy(Graph& graph) : graph_(graph) {}

  NodeId operator()(NodeId f) {
    const Term term = of(f);
    if (term.factor == 1.0 || term.factor == 0.0)
      return term.factor == 0.0 ? graph_.constant(0.0) : term.rest;
    if (graph_.is_constant(term.rest, 1.0)) return graph_.constant(term.factor);
    if (term.factor == -1.0) return graph_.negate(term.rest);
    return graph_.multiply({graph_.constant(term.factor), term.rest});
  }

  // With a number as factor or without: the zeros are the same.
  NodeId without_number(NodeId f) {
    const Term term = of(f);
    return term.factor == 0.0 ? graph_.constant(0.0) : term.rest;
  }

 private:
  struct Term {
    double factor;
    NodeId rest;
  };

  Term of(NodeId f) {
    for (const NodeId id : graph_.below(std::array{f}))
      if (!made_.contains(id)) made_[id] = make(graph_[id], id);
    return made_.at(f);
  }

  Term make(const Node node, NodeId id) {
    switch (node.operation) {
      case Operation::constant: return {node.number, graph_.constant(1.0)};
      case Operation::symbol: return {1.0, id};
      case Operation::negate: return {-made_.at(node.a).factor, made_.at(node.a).rest};
      case Operation::subtract:
      case Operation::add: {
        // beside nothing a term stands alone
        const Term a = made_.at(node.a), b = made_.at(node.b);
        const double sign = node.operation == Operation::add ? 1.0 : -1.0;
        if (a.factor == 0.0) return {sign * b.factor, b.rest};
        if (b.factor == 0.0) return a;
        break;
      }
      case Operation::multiply: {
        const Term a = made_.at(node.a), b = made_.at(node.b);
        return {a.factor * b.factor, graph_.multiply({a.rest, b.rest})};
      }
      case Operation::divide: {
        const Term a = made_.at(node.a), b = made_.at(node.b);
        return {a.factor / b.factor,
                a.rest == b.rest ? graph_.constant(1.0) : graph_.divide({a.rest, b.rest})};
      }
      case Operation::pow:
        if (graph_[node.b].operation == Operation::constant)
          return {1.0, graph_.make(Operation::pow, {whole(node.a), node.b})};
        break;
      default: break;
    }
    if (arity(node.operation) == 1) return {1.0, graph_.make(node.operation, whole(node.a))};
    return {1.0, graph_.make(node.operation, {whole(node.a), whole(node.b)})};
  }

  NodeId whole(NodeId f) { return (*this)(f); }

  Graph& graph_;
  std::unordered_map<NodeId, Term> made_;
};

}  // namespace zwang
