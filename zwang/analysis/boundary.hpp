// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From one position to another in a given time along a curve of one of Maurer's problems: problem A
// is by origin a boundary value problem (theory 10).
//
// Multiple shooting: the curve is cut into pieces with unknown ends; Newton's method makes them
// meet, first with one step per piece, then exactly. Several initial guesses are tried.
#pragma once

#include "zwang/laws/variation.hpp"

namespace zwang {

struct BoundaryOptions {
  double tolerance = 1e-10;  // of the pieces; 100 times this where they meet
  int pieces = 8;
  int tries = 60;
  unsigned seed = 1905;
};

struct BoundaryPath {
  bool found = false;
  State start;          // with the velocities found
  Vector rho;           // at the start
  double miss = unset;  // distance from the target, following the path from its start alone
  int tries = 0;
};

// From position `from` at t0 to position `to` at t1.
BoundaryPath join(const Variation& variation, const Vector& from, const Vector& to, double t0,
                  double t1, const BoundaryOptions& options = {});

}  // namespace zwang
