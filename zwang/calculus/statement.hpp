// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A parsed constraint: f = 0 or f <= 0 (Mayer's sign), on positions or on velocities.
//
// a <= b means f = a - b <= 0, a >= b means f = b - a <= 0. A chain a <= x <= b gives two, an
// equation of vectors three, |s| <= c for a number s two.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zwang/calculus/scope.hpp"

namespace zwang {

struct Statement {
  std::string suffix =
      {};  // appended to the constraint's name: "", ".lower", ".upper", ".x", ".y", ".z"
  NodeId f = 0;
  bool equation = false;       // f = 0, otherwise f <= 0
  bool of_velocities = false;  // otherwise f is free of them
  bool nonlinear = false;      // f is not of first degree in the velocities
};

// Throws E105, E107, E113 to E116, and what every formula can throw (E103, E104, E109, ...).
std::vector<Statement> read_constraint(std::string_view text, Scope& scope);

}  // namespace zwang
