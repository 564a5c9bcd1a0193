// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Impacts that accumulate during a run: when they end, and what holds from then on (theory 8.7).
#pragma once

#include <optional>
#include <vector>

#include "zwang/gauss/impact.hpp"
#include "zwang/record/recorder.hpp"

namespace zwang {

// The impact after which everything that hopped holds, and where.
struct LastImpact {
  Impact impact;
  Vector q;
  int struck = 0;                     // the first constraint whose hops end
  std::vector<Settling> limits = {};  // of each group that shares masses
};

class Accumulations {
 public:
  // The system must outlive it.
  Accumulations(const System& system, const Nearness& nearness);

  // Records in `now` which constraints took part in an impact at its state. Returns the last impact
  // instead of this one if hops have become low enough; `options` are those of the impact.
  std::optional<LastImpact> end(const Impact& impact, const ImpactOptions& options,
                                Checkpoint& now) const;

 private:
  const System& system_;
  Nearness nearness_;
  std::vector<int> groups_;  // of constraints that share masses
};

// Limits that have been reached at the state of `now`, or that lie as close ahead of an event there
// as they are known: only digits that do not count could decide which of the two is first. Removes
// them from those ahead.
std::vector<Settling> reached(Checkpoint& now);

// A constraint that opens before the limit of its impacts does not come to rest there.
void forget_opened(Checkpoint& now);

}  // namespace zwang
