// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Parses formulas and constraints. Mistakes throw Error with their column: E104 two factors side by
// side, E105 relations, E109 syntax, E110 limits, E120 numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/calculus/expression.hpp"

namespace zwang {

struct TextLimits {
  static constexpr std::size_t bytes = 64 * 1024;
  static constexpr int depth = 256;
  static constexpr std::size_t name_bytes = 256;
};

enum class Relation { equal, at_most, at_least };

// Two or three sides in one tree: a <= x <= b.
struct ConstraintText {
  Expression tree;
  std::vector<Expression::Index> sides;
  std::vector<Relation> relations;
  std::string text() const;
  std::string latex() const;
};

// "p in net", "p < q in balls", "p in net[0,*], c in cups".
struct Binding {
  struct Set {
    std::string name;                 // "net"; empty for a list
    std::vector<std::string> ranges;  // "0..39", "3", "*": none means all
    std::vector<std::string> list;    // "[bob, net[3,4]]"
  };
  std::string first = {};
  std::string second = {};  // of "p < q": every pair once
  Set set = {};
};

Expression parse_expression(std::string_view text);
ConstraintText parse_constraint(std::string_view text);
std::vector<Binding> parse_bindings(std::string_view text);

// The position of the bytes `begin` to `end` of `text`, in characters.
Place place_in(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace zwang
