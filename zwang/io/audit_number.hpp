// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One number of a judgement about a stored motion: the worst of its kind, where it was, and how
// large it may be.
#pragma once

#include <optional>
#include <string>

#include "zwang/model/system.hpp"

namespace zwang {

struct AuditNumber {
  std::string number;  // "violation", "rate", ...
  std::string words;   // what must hold, for a person
  double worst = 0.0;
  double allowed = 0.0;
  std::optional<double> t = {};
  std::optional<int> condition = {};

  bool holds() const { return worst <= allowed; }
  // Keeps the value if it is worse; what is not a number is worse than any. A condition below 0 is
  // none.
  void note(double value, double time, int of_condition = -1);
  // "violation       1.1e-16  <= 1e-10   conditions hold at 0.3 s, string"
  std::string text(const System& system) const;
};

// What A x of a condition is measured against: |A||x| and what is there without x.
double size_of_terms(const System& system, const Snapshot& snapshot, int condition, const Vector& x,
                     double own);

}  // namespace zwang
