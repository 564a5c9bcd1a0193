// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/calculus/apply.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {

Formula::Formula(const Graph& graph, NodeId node)
    : graph_(&graph), node_(node), program_(graph, node) {}

Formula Formula::read(std::string_view text, Scope& scope) {
  return read(text, scope, scope.graph());
}

Formula Formula::read(std::string_view text, const Scope& scope, Graph& layer) {
  const Expression tree = parse_expression(text);
  const Meaning meaning = meanings(tree, text, scope, layer).back();
  if (meaning.size != 1)
    throw Error(Code::E113, "expected a number, not a vector",
                {.column = 1, .end_column = 1 + characters(text)});
  return {layer, meaning.nodes[0]};
}

const std::string& Formula::input_name(std::size_t i) const {
  return graph_->symbol_at(inputs()[i]).name;
}

// Walks through the graph, not the program: a person wrote the graph's operations.
std::optional<Error> Formula::domain_error(std::span<const double> x) const {
  constexpr std::size_t longest = 80;
  const auto nodes = graph_->below(std::array{node_});
  std::vector<double> values(nodes.size());
  const auto value_of = [&](NodeId id) -> double& {
    return values[static_cast<std::size_t>(std::ranges::lower_bound(nodes, id) - nodes.begin())];
  };
  const auto said = [&](NodeId id) {
    const Expression tree = expression_of(*graph_, id);
    return tree.text(tree.root(), longest);
  };
  for (const NodeId id : nodes) {
    const Node& node = (*graph_)[id];
    double& value = value_of(id);
    if (node.operation == Operation::constant) {
      value = node.number;
    } else if (node.operation == Operation::symbol) {
      const Symbol& symbol = graph_->symbol_of(id);
      const auto input = std::ranges::find(inputs(), node.a);
      value = symbol.kind == Symbol::Kind::parameter
                  ? symbol.value
                  : x[static_cast<std::size_t>(input - inputs().begin())];
      if (!std::isfinite(value))
        return Error(Code::E310, fmt::format("'{}' is {}", symbol.name, value));
    } else {
      const bool two = arity(node.operation) == 2;
      const double a = value_of(node.a);
      value = two ? apply(node.operation, a, value_of(node.b)) : apply(node.operation, a);
      if (std::isfinite(value)) continue;
      std::string where = fmt::format("{} = {}", said(node.a), shortest(a));
      if (two) where += fmt::format(", {} = {}", said(node.b), shortest(value_of(node.b)));
      return Error(Code::E310, fmt::format("'{}' is not defined at {}", said(id), where), {}, {},
                   {fmt::format("in the formula {}", said(node_))});
    }
  }
  return std::nullopt;
}

std::string Formula::text() const { return expression_of(*graph_, node_).text(); }

std::string Formula::latex() const { return expression_of(*graph_, node_).latex(); }

}  // namespace zwang
