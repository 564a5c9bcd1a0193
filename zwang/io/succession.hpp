// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From one stored row to the next, by another way than the run went: accelerations from the
// bordered system, and extrapolated midpoints (Gragg; Hairer, Norsett, Wanner, Solving ODEs I,
// II.9) in place of the stepper.
//
//   M u' + Aᵀz = Q − c,   A u' = −b2          A: the rows of the conditions that hold
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

// y' at a time and y; false where there is none.
using Rates = std::function<bool(double t, const Vector& y, Vector& out)>;

// Where y leads from t to `until`, each number exact to its entry of `accuracy`. Nothing if it
// cannot be followed.
std::optional<Vector> follow(const Rates& rates, Vector y, double t, double until,
                             const Vector& accuracy);

// The motion of (q, u) while some conditions hold as equations.
class HeldMotion {
 public:
  explicit HeldMotion(const System& system) : system_(system), snapshot_(system.snapshot()) {}

  // From now on these conditions hold. Forces are those in force at `phase`.
  void hold(std::vector<int> conditions, double phase);

  bool rates(double t, const Vector& y, Vector& out);

 private:
  bool accelerate(Vector& u);

  const System& system_;
  Snapshot snapshot_;
  std::vector<int> held_;
  double phase_ = 0.0;
};

}  // namespace zwang
