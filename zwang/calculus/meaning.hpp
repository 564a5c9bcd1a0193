// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The meaning of the parts of an expression: numbers and vectors as nodes of a graph, with units.
//
// Numbers and vectors must not be mixed (E113), known units must agree (E107), names and functions
// must exist (E103, E117).
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "zwang/calculus/expression.hpp"
#include "zwang/calculus/scope.hpp"

namespace zwang {

struct Meaning {
  int size = 1;  // 1: a number, 3: a vector
  std::array<NodeId, 3> nodes = {};
  // Known, or empty: a plain number fits any dimension, that of a name without unit is unknown.
  std::optional<Dimension> dimension = {};
  bool plain = false;  // made of plain numbers only
};

// One for each part of `tree`, which was parsed from `text`, as nodes of the scope's graph or of a
// layer over it.
std::vector<Meaning> meanings(const Expression& tree, std::string_view text, Scope& scope);
std::vector<Meaning> meanings(const Expression& tree, std::string_view text, const Scope& scope,
                              Graph& layer);

// The number that a text denotes: a quantity ("9.81 m/s^2") or an expression of parameters. Throws
// E113 if the expression needs coordinates or time.
Quantity read_value(std::string_view text, const Scope& scope);

}  // namespace zwang
