// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem as a user states it, with names (theory 4.1, Stäckel 1919, § 8):
//
//   ½ (x − x0)ᵀ M (x − x0) + g·x  →  min     with   a·x + c = 0  and  a·x + c ≤ 0.
//
// Plain data: nothing here knows the solver. Numbers have the user's own units.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// "a·x >= b" is −a·x + b ≤ 0, so that the multiplier of every inequality is ≥ 0.
struct StatedRow {
  std::string name;
  std::vector<std::pair<int, double>> entries = {};  // column and value, columns ascend
  double offset = 0.0;
  bool equation = false;
};

// Whether the numbers of a row are meant to the last bit. If not, rows that depend on each other up
// to rounding count as dependent.
enum class StatedData {
  automatic,  // exact in the rows whose numbers are what their decimals say: 3, 0.25, not 0.1
  exact,
  rounded,
};

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
struct StatedMinimum {
  std::vector<std::string> unknowns;
  // M: its diagonal, or its blocks along the diagonal, each symmetric; all ones if both are empty.
  Vector masses = {};
  std::vector<Matrix> blocks = {};
  Vector centre = {};  // x0, zero if empty
  Vector linear = {};  // g, zero if empty
  std::vector<StatedRow> rows = {};
  StatedData data = StatedData::automatic;
  double accuracy = 1e-12;            // of x, relative: as in minimum::Options
  std::string precision = "machine";  // to begin with: machine, quad, octuple, exact
};

// Whether the shortest decimal that reads back as x is x itself.
bool is_its_decimal(double x);

// Whether all numbers of the row are their decimals.
bool is_its_decimals(const StatedRow& row);

}  // namespace zwang
