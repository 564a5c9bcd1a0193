// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What binds the system: f = 0 or f ≤ 0 between positions, or Σ p q' + p0 = 0 or ≤ 0 between
// velocities (theory 2).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/calculus/function.hpp"

namespace zwang {

struct ConditionOptions {
  // Of the normal velocity after a shock to that before: 0 stays, 1 is thrown back. For
  // inequalities between positions (E118).
  double restitution = 0.0;
  // Holds at times from ≤ t < until. An equation that begins is a sudden equation.
  double from = -always;
  double until = always;
  // It is known to follow from others: no W301.
  bool redundant = false;
};

struct Condition {
  std::string name;
  Function function;           // f, or g1 = Σ p q' + p0
  std::vector<int> places;     // its arguments among q, q', t: `Model::place`
  bool equation = false;       // = 0, otherwise ≤ 0
  bool of_velocities = false;  // otherwise between positions
  ConditionOptions options = {};
  std::optional<Formula> formula = {};  // f; none if it came from code

  // "holonomic inequality", "non-holonomic equation"
  std::string_view kind() const {
    if (of_velocities) return equation ? "non-holonomic equation" : "non-holonomic inequality";
    return equation ? "holonomic equation" : "holonomic inequality";
  }
  bool holds_at(double t) const { return options.from <= t && t < options.until; }
};

}  // namespace zwang
