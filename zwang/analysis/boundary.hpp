// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From one place to another in a given time along a curve of one of Maurer's problems: problem A
// is a boundary problem by origin (theory 10).
//
// The curve is cut into pieces whose ends are unknown; Newton's method makes them meet, first with
// one step for each piece, then exactly. Several first guesses are tried.
#pragma once

#include "zwang/laws/variation.hpp"

namespace zwang {

struct BoundaryOptions {
  double tolerance = 1e-10;  // of the pieces, and 100 times it of where they meet
  int pieces = 8;
  int tries = 60;
  unsigned seed = 1905;
};

struct BoundaryPath {
  bool found = false;
  State start;          // with the velocities found
  Vector rho;           // at the start
  double miss = unset;  // how far from the place asked for, along the path from its start alone
  int tries = 0;
};

// From place `from` at t0 to place `to` at t1.
BoundaryPath join(const Variation& variation, const Vector& from, const Vector& to, double t0,
                  double t1, const BoundaryOptions& options = {});

}  // namespace zwang
