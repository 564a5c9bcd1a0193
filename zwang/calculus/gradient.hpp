// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The derivatives of one formula with respect to many symbols, as formulas of the same graph.
#pragma once

#include <span>
#include <vector>

#include "zwang/calculus/graph.hpp"

namespace zwang {

// df/ds for each symbol s, the same nodes that derivative() gives. The parts of f are listed once:
// the cost is their number times that of the symbols, a few nanoseconds each.
std::vector<NodeId> gradient(Graph& graph, NodeId f, std::span<const NodeId> symbols);

}  // namespace zwang
