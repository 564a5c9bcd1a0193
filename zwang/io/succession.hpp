// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From one stored row to the next, by another way than the run went: accelerations from the
// bordered system, and extrapolated midpoints (Gragg; Hairer, Norsett, Wanner, Solving ODEs I,
// II.9) in place of the stepper.
//
//   M u' + Aᵀz = Q − c,   A u' = −b2          A: the rows of the conditions that hold
#pragma once

#include <optional>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

class Succession {
 public:
  explicit Succession(const System& system) : system_(system), snapshot_(system.snapshot()) {}

  // Where the motion leads from `from` until t if the conditions `held` hold as equations and the
  // forces are those at `from`, each number of (q, u) exact to its entry of `accuracy`. Nothing if
  // it cannot be followed.
  std::optional<State> follow(const State& from, const std::vector<int>& held, double t,
                              const Vector& accuracy);

 private:
  bool rates(double t, const Vector& y, Vector& out);
  bool accelerate(Vector& u);
  bool leap(double t, double h, const Vector& y, Vector& out);
  Vector midpoints(double t, double h, const Vector& y, const Vector& slope, int pieces);

  const System& system_;
  Snapshot snapshot_;
  std::vector<int> held_;
  double phase_ = 0.0;
  Vector accuracy_;
};

}  // namespace zwang
