// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A box that stands on many feet, each of them an inequality: pressed flat, tipping over an edge of
// what they span or lifted, as its load wants.
#pragma once

#include <string>

#include "tools/random-trees/random_tree.hpp"

namespace redundant {

struct Standing {
  double accelerations = 0.0;  // off, of the largest
  double sums = 0.0;           // of what the feet push, and of its moment
  int pressed = 0;             // feet that carry, at least
  std::string fault;
};

// Beside the same box on those three, two or one of its feet, or none, that suffice, which are
// found by trying all. The four corners of a box on a plane if `corners`.
Standing on_feet(trees::Random random, int feet, bool corners);

}  // namespace redundant
