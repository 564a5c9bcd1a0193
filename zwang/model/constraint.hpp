// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A constraint: holonomic, f = 0 or f ≤ 0, or on velocities, Σ p q' + p0 = 0 or ≤ 0 (theory 2), or
// Φ(t, q, q') = 0 or ≤ 0 with any Φ (theory 2.1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/calculus/function.hpp"
#include "zwang/model/domain.hpp"
#include "zwang/model/friction.hpp"

namespace zwang {

struct ConstraintOptions {
  // Ratio of the normal velocity after an impact to that before: 0 stays, 1 rebounds fully. Only
  // for holonomic inequalities (E118).
  double restitution = 0.0;
  // In force at times from ≤ t < until. An equation that begins is a sudden equation.
  double from = -always;
  double until = always;
  // Known to follow from others: no W301.
  bool redundant = false;
  // Where it applies, "abs(x) <= 1": all of these. Only for holonomic inequalities (E120).
  std::vector<std::string> where = {};
  // Only for holonomic inequalities (E121).
  std::optional<FrictionOptions> friction = {};
};

struct Constraint {
  std::string name;
  Function function;           // f, or g1 = Σ p q' + p0, or Φ
  std::vector<int> places;     // its arguments among q, q', t: `Model::place`
  bool equation = false;       // = 0, otherwise ≤ 0
  bool of_velocities = false;  // otherwise holonomic
  bool nonlinear = false;      // on velocities, and not linear in them
  ConstraintOptions options = {};
  std::optional<Formula> formula = {};  // f; empty if it is code
  std::optional<Domain> domain = {};    // empty: it applies everywhere
  // Of the slip row of an inequality that rubs, NAME.slip: it demands nothing by itself, and holds
  // while that one sticks.
  std::optional<Friction> friction = {};

  // "holonomic inequality", "non-holonomic equation"
  std::string_view kind() const {
    if (friction) return "friction";
    if (nonlinear)
      return equation ? "nonlinear non-holonomic equation" : "nonlinear non-holonomic inequality";
    if (of_velocities) return equation ? "non-holonomic equation" : "non-holonomic inequality";
    return equation ? "holonomic equation" : "holonomic inequality";
  }
  bool holds_at(double t) const { return !friction && options.from <= t && t < options.until; }
};

}  // namespace zwang
