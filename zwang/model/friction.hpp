// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Coulomb friction of an inequality (theory 18): how it is told, and what is kept of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/calculus/function.hpp"
#include "zwang/model/value.hpp"

namespace zwang {

struct FrictionOptions {
  // Newtons of friction per newton of normal force while it slips: a number, or a formula, which
  // may use s, the slip speed in m/s.
  Value coefficient = 0.0;
  // While it sticks; not less. As `coefficient` at s = 0 if not told.
  std::optional<Value> sticking = {};
  // The slip velocity, linear in the rates. If not told, that of the one mass that the constraint
  // binds, in the plane of its two axes, along the surface.
  std::string slip = {};
  // Newtons of normal force per unit of the multiplier. If not told, the length of the gradient for
  // that mass, or 1 with `slip`.
  std::optional<Value> normal = {};
  // The velocity of the surface, m/s, where the constraint alone does not tell it: a belt.
  std::optional<Triple> surface = {};
};

// Of a slip row: it holds while it sticks, and its multiplier is the friction.
struct Friction {
  int of = 0;  // the inequality whose multiplier bounds it; −1 if its bound is given
  bool is_given() const { return of < 0; }
  Formula slipping;  // units of the multiplier of this row per unit of that one
  std::vector<int> slipping_places;
  Formula sticking;
  std::vector<int> sticking_places;
  Function backward;  // the slip velocity with its sign turned
};

}  // namespace zwang
