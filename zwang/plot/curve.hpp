// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A quantity over the rows of a run, in pieces: at a jump one piece ends and the next begins.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

struct Piece {
  std::vector<double> t, x, y;  // x is t, or what the quantity is plotted against
};

struct Curve {
  std::string name;
  std::string unit;  // "" if unknown
  std::vector<Piece> pieces;

  // Minimum and maximum; {0, 0} for an empty curve.
  std::pair<double, double> range_of_x() const;
  std::pair<double, double> range_of_y() const;
};

// Its unit, or "" if unknown.
std::string unit_of(const StoredRun& run, const std::string& quantity);

// The pieces of y over x. Non-finite values are left out and end a piece.
std::vector<Piece> pieces_of(const std::vector<StoredRow>& rows, const std::vector<double>& x,
                             const std::vector<double>& y);

}  // namespace zwang
