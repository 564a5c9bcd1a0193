// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of an expression mean: numbers and vectors as nodes of a graph, with their units.
//
// Numbers and vectors are kept apart (E113), units that are known must agree (E107), names and
// functions must exist (E103, E117).
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
  // Known, or nothing: a plain number fits any dimension, a name without unit is not known.
  std::optional<Dimension> dimension = {};
  bool plain = false;  // made of plain numbers only
};

// One for each part of `tree`, which was read from `text`, as nodes of the scope's graph or of a
// layer over it.
std::vector<Meaning> meanings(const Expression& tree, std::string_view text, Scope& scope);
std::vector<Meaning> meanings(const Expression& tree, std::string_view text, const Scope& scope,
                              Graph& layer);

// The number a text stands for: a quantity ("9.81 m/s^2") or an expression of parameters.
// An expression that needs coordinates or time is E113.
Quantity read_value(std::string_view text, const Scope& scope);

}  // namespace zwang
