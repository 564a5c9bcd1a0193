// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The findings about a motion: its numbers, and whether they hold.
#pragma once

#include <string>
#include <vector>

#include "zwang/audit/number.hpp"

namespace zwang {

struct [[nodiscard]] Verdict {
  bool judged = false;    // false: not examined, or nothing to examine
  bool whole = true;      // from the start of the motion
  bool finished = false;  // the motion went as far as requested
  double from = unset;    // s, of the first row
  double until = unset;   // s, of the last row that was judged
  std::vector<AuditNumber> numbers;

  // Whether what was seen is a motion of the model.
  bool holds() const;
  // Whether all that was requested was seen and holds.
  bool certified() const { return whole && finished && holds(); }
  // The number furthest beyond its limit, if any.
  const AuditNumber* fault() const;
  // "certified", "certified up to 0.8 s", "NOT certified", "not judged"
  std::string words() const;
};

}  // namespace zwang
