// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Infinitely many shocks in finite time: how they are recognised, and where they end (theory 8.7).
#pragma once

#include <optional>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

// Times of this many shocks are kept for each condition: three cycles in which it is struck four
// times.
constexpr std::size_t shocks_remembered = 13;

// Hops up to this height end at once, as a part of the size of the coordinates or of 1. It lies far
// above what counts as zero, and does not depend on the tolerance: neither does the number of
// shocks.
constexpr double lowest_hop = 1e-9;
// The same where something else is struck hard before the limit, with what hops have left of their
// velocity. Just above what can be told from a closed gap.
constexpr double lowest_followed = 1e-11;
// Velocities of shocks that are hard beside hops as low as these, as a part of the size of the
// coordinates in a second or of their velocities: what a hop of lowest_hop has.
constexpr double hard_shock = 1e-4;

struct Limit {
  double t = 0.0;
  double bound = 0.0;  // how far the same value formed one cycle earlier lies from it, at least
                       // what rounding makes
  double cycle = 0.0;  // length of the last cycle, s
};

// Where the shocks of one condition end, if they come in cycles (of one shock, or two, three, four)
// of which the last three shrink by ratios below 1 that differ by less than 5 %.
std::optional<Limit> limit_of(const std::vector<double>& times);

// Shocks of several conditions with a common limit.
struct Accumulation {
  std::vector<int> conditions;
  std::vector<int> perhaps;  // struck in the last cycle too, without a limit or with another
  Limit limit;
  bool by_cycles = false;  // the limit is that of cycles, else it is guessed
};

// Which conditions share masses, directly or through others: a number for each, the same where they
// do.
std::vector<int> groups_of(const System& system);

// Those of the group of `struck` that end when it does. `shocks` are the times of each condition.
// Without a limit those that were struck since its last shock but one: cycles that shrink so fast
// that three of them cannot be told from rounding end soon after the last.
std::optional<Accumulation> accumulation(const std::vector<std::vector<double>>& shocks, int struck,
                                         const std::vector<int>& groups);

}  // namespace zwang
