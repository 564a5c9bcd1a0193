// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Analysis of a node as a formula: its partial derivatives as formulas of the same graph, its
// degree in the velocities, its text.
#pragma once

#include <set>
#include <span>
#include <unordered_map>

#include "zwang/calculus/expression.hpp"
#include "zwang/calculus/graph.hpp"

namespace zwang {

// df/ds for a symbol s, in the same graph. Shared parts stay shared: the work is linear in their
// number.
NodeId derivative(Graph& graph, NodeId f, NodeId symbol);

// The degree of every node below f as a polynomial in the symbols of one kind; `not_polynomial` for
// sin(x'), 1/x', x'^0.5.
inline constexpr int not_polynomial = 1000;
std::unordered_map<NodeId, int> degrees(const Graph& graph, NodeId f, Symbol::Kind kind);

// The nodes of formulas, each once.
std::set<NodeId> nodes_of(const Graph& graph, std::span<const NodeId> formulas);

bool depends_on(const Graph& graph, NodeId f, Symbol::Kind kind);

// The formula for printing. Parts that are shared in the graph stay shared.
Expression expression_of(const Graph& graph, NodeId f);

}  // namespace zwang
