// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Is a velocity constraint secretly holonomic? (Voss 1884, first part; theory 11)
//
// The directions D that the forms leave free are extended by their brackets. The dimensions
//
//   dim D,  dim(D + [D, D]),  dim(D + [D, D] + [D, [D, D]]),  ...
//
// are the growth vector; if it ends at n - h, exactly h combinations of the forms are explicit
// equations phi = const. On the leaf through the start it may end lower, and more are explicit.
#pragma once

#include <vector>

#include "zwang/laws/pfaffian.hpp"

namespace zwang {

struct Growth {
  std::vector<int> dimensions;
  // It stopped growing, or is full: the remainder is known. Otherwise too many brackets.
  bool ended = false;

  int last() const { return dimensions.back(); }
};

struct Integrability {
  int coordinates = 0;  // with time, if it occurs
  int forms = 0;        // independent ones, at generic points

  Growth growth;  // at generic points
  Growth here;    // at the start
  Growth leaf;    // at generic points on the leaf of the start

  // Ranks of rational formulas are free of rounding. Otherwise they rest on a gap between numbers
  // that count (at least `kept`) and numbers that count as zero (at most `dropped`).
  bool exact = false;
  double kept = 1.0;
  double dropped = 0.0;

  // The forms are not independent at the start.
  bool singular_start = false;

  // Forms that are explicit equations by themselves on the leaf of the start, and combinations of
  // the others that are, by their factors at the start.
  std::vector<int> explicit_forms;
  std::vector<std::vector<double>> explicit_combinations;

  int explicit_equations() const { return coordinates - growth.last(); }
  int explicit_on_leaf() const { return coordinates - leaf.last(); }
  bool complete() const { return growth.ended && explicit_equations() == forms; }
  bool decided() const { return growth.ended && leaf.ended && (exact || dropped < 1e-3 * kept); }
};

// At the point `start`: coordinates in the order of the system, time last if present.
Integrability integrability(const PfaffianSystem& system, const std::vector<double>& start);

}  // namespace zwang
