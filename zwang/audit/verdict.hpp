// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What was found about a motion: its numbers, and whether they hold.
#pragma once

#include <string>
#include <vector>

#include "zwang/audit/number.hpp"

namespace zwang {

struct [[nodiscard]] Verdict {
  bool judged = false;    // false: nobody has looked, or there was nothing to look at
  bool whole = true;      // from the start of the motion
  bool finished = false;  // the motion went as far as it was asked to
  double from = unset;    // s, of the first row
  double until = unset;   // s, of the last row
  std::vector<AuditNumber> numbers;

  // Whether what was seen is a motion of the model.
  bool holds() const;
  // Whether all that was asked for was seen and is.
  bool certified() const { return whole && finished && holds(); }
  // The number that is furthest beyond what is allowed, if one is.
  const AuditNumber* fault() const;
  // "certified", "certified up to 0.8 s", "NOT certified", "not judged"
  std::string words() const;
};

}  // namespace zwang
