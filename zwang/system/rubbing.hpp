// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Surfaces that rub: bounds of their friction at a state, and what slips.
#pragma once

#include <string>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// A slip row that slips, and which way: 1 if its velocity is, or becomes, positive; otherwise −1.
struct Slip {
  int row = 0;
  double way = 1.0;
  bool operator==(const Slip&) const = default;
};

// Friction per unit of the multiplier of the surface, of a slip row at a state: while it slips, and
// at most while it sticks. Never below 0.
double slipping_bound(const System& system, const Snapshot& at, int row);
double sticking_bound(const System& system, const Snapshot& at, int row);

// How a slip row is called where people read it: as its surface, or by its own name.
const std::string& rubbing_name(const System& system, int row);

// Slip rows whose bounds are given, of this time.
std::vector<int> given_frictions(const System& system, double t);

}  // namespace zwang
