// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Infinitely many shocks in finite time: the limit of their times, extrapolated (theory 8.4).
#pragma once

#include <optional>
#include <vector>

namespace zwang {

struct Limit {
  double t = 0.0;
  double bound = 0.0;  // how far the same value formed one shock earlier lies from it
};

// From the last four shock times: if their intervals shrink by ratios below 1 that differ by less
// than 1 %, where they end.
std::optional<Limit> limit_of(const std::vector<double>& times);

}  // namespace zwang
