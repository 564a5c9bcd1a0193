// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion judged from its rows and its model alone: nothing that computed it is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/io/stored_run.hpp"

namespace zwang {

struct AuditNumber {
  std::string number;  // "violation", "rate", ...
  std::string words;   // what must hold, for a person
  double worst = 0.0;
  double allowed = 0.0;
  std::optional<double> t = {};
  std::optional<int> condition = {};

  bool holds() const { return worst <= allowed; }
};

// Relative to the terms each number is made of:
//   violation        f of what holds, and f above zero of what is open
//   rate             g1 of what holds
//   multiplier       below zero, of inequalities
//   complementarity  multiplier of what is open
//   equation         g2 of what holds, with accelerations from forces and multipliers
//   succession       a row against the motion from the row before it
//   energy           drift of T + V between events, where forces and conditions keep it
//   momentum         change of momenta that symmetries of the model keep
//   shock_energy     kinetic energy gained in a shock beyond what was supplied
std::vector<AuditNumber> audit(const StoredRun& run);

}  // namespace zwang
