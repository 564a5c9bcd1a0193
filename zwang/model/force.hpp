// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What acts on the system: forces from formulas or code, and instantaneous impulses.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/model/constraint.hpp"
#include "zwang/model/value.hpp"

namespace zwang {

// Adds to `force`, one number per coordinate. Called with time, coordinates and their rates.
using ForceCode =
    std::function<void(double t, const Vector& q, const Vector& rates, Vector& force)>;

struct ForceOptions {
  // Acts at times from ≤ t < until.
  double from = -always;
  double until = always;
};

// One component: a formula along one coordinate.
struct Force {
  int coordinate = 0;
  Formula formula;
  std::vector<int> places;
  ForceOptions options = {};

  bool acts_at(double t) const { return options.from <= t && t < options.until; }
};

// Friction whose bound is given: a brake, a bearing, a joint.
struct GivenFrictionOptions {
  // N, or N m if `slip` is an angular velocity, while it slips: a number, or a formula, which may
  // use s, the slip speed.
  Value bound = 0.0;
  std::optional<Value> sticking = {};     // while it sticks; not less
  std::string slip = {};                  // linear in the rates
  double from = -always, until = always;  // s
};

// An external impulse: N s along a coordinate, at one time.
struct Impulse {
  int coordinate = 0;
  double value = 0.0;
  double at = 0.0;
};

}  // namespace zwang
