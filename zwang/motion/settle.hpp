// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Infinitely many impacts in finite time: how to recognise them, and where they end (theory 8.7).
#pragma once

#include <optional>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// This many impact times are kept for each constraint: three cycles with four impacts each.
constexpr std::size_t impacts_remembered = 13;

// Hops up to this height end at once, relative to the size of the coordinates or to 1. It lies far
// above what counts as zero and does not depend on the tolerance, so neither does the number of
// impacts.
constexpr double lowest_hop = 1e-9;
// The same where something else is hit hard before the limit, with what hops have left of their
// velocity. Just above what can be distinguished from a closed gap.
constexpr double lowest_followed = 1e-11;
// Impact velocities that are hard compared with such low hops, relative to the size of the
// coordinates per second or to their velocities: the velocity of a hop of lowest_hop.
constexpr double hard_impact = 1e-4;

struct Limit {
  double t = 0.0;
  double bound = 0.0;  // distance from the same value one cycle earlier, at least rounding
  double cycle = 0.0;  // length of the last cycle, s
};

// Where the impacts of one constraint end, if they come in cycles (of one, two, three or four
// impacts) of which the last three shrink by ratios below 1 that differ by less than 5 %.
std::optional<Limit> limit_of(const std::vector<double>& times);

// Impacts of several constraints with a common limit.
struct Accumulation {
  std::vector<int> constraints;
  std::vector<int> perhaps;  // also hit in the last cycle, without a limit or with another
  Limit limit;
  bool by_cycles = false;  // the limit is that of cycles, otherwise it is guessed
};

// Which constraints share masses, directly or through others: a number for each, equal where they
// do.
std::vector<int> groups_of(const System& system);

// Those of the group of `struck` that end with it. `impacts` are the times of each constraint.
// Without a limit, those hit since its last impact but one: cycles that shrink so fast that three
// of them cannot be distinguished from rounding end soon after the last.
std::optional<Accumulation> accumulation(const std::vector<std::vector<double>>& impacts,
                                         int struck, const std::vector<int>& groups);

}  // namespace zwang
