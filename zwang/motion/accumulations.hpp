// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shocks that accumulate during a run: when they end, and who holds from then on (theory 8.7).
#pragma once

#include <optional>
#include <vector>

#include "zwang/gauss/shock.hpp"
#include "zwang/record/recorder.hpp"

namespace zwang {

// The shock after which all that hopped holds, and where.
struct LastShock {
  Shock shock;
  Vector q;
  int struck = 0;                     // whose hops end, the first of them
  std::vector<Settling> limits = {};  // of each group that shares masses
};

class Accumulations {
 public:
  // The system must outlive it.
  Accumulations(const System& system, const Nearness& nearness);

  // Writes down in `now` who took part in a shock at its state. The last shock instead of this one,
  // if hops have become low enough; `options` are those of the shock.
  std::optional<LastShock> end(const Shock& shock, const ShockOptions& options,
                               Checkpoint& now) const;

 private:
  const System& system_;
  Nearness nearness_;
  std::vector<int> groups_;  // of conditions that share masses
};

// Limits that have been reached at the state of `now`, or lie as near ahead of an event there as
// they are known: which of the two is first only digits that do not count could say. They are ahead
// no longer.
std::vector<Settling> reached(Checkpoint& now);

// What opens before the limit of its shocks does not come to rest there.
void forget_opened(Checkpoint& now);

}  // namespace zwang
