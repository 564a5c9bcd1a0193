// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The constraints that bind at an instant, in coordinates w in which Gauss's zwang is a squared
// distance (Stäckel 1919, § 8) and the equations are already eliminated (theory 4.4):
//
//   u' = origin + back·w,   Z = zwang + |w|²,   f'' of candidate i = second_i + rows_i·w
//
// The origin is the motion under the equations alone; w has as many entries as the candidates have
// independent directions beside the equations.
#pragma once

#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

// Below this, numbers count as zero: relative to the terms they are sums of. Stored states are no
// more exact than that.
inline constexpr double zero_beside_terms = 1e-9;
// And below 1e-14 of the largest number of their kind: entries that should be zero are rounded too.
inline constexpr double share_of_largest = 1e-5;

struct KineticFrame {
  std::vector<int> equations;   // constraints held, in the order of the model
  std::vector<int> candidates;  // inequalities with f = f' = 0, in the same order
  Vector origin;                // u' under the equations alone
  double zwang = 0.0;           // Z there
  Matrix back, forward;         // u' − origin = back·w, w = forward·(u' − origin)
  Matrix rows;                  // one per candidate
  Vector lengths;               // of the candidates' rows before the equations were eliminated
  Vector second;                // f'' of the candidates at the origin; 0 if it counts as zero
  Vector terms;                 // sums of the sizes of its terms

  int dimensions() const { return static_cast<int>(rows.cols()); }
  // What is only rounding of its terms is 0.
  Vector accelerations(const Vector& w) const;
};

// Of an instant with all masses positive: `instant.free` is there. Forces may have cancelled before
// they come here, so f'' is never measured against less than 1e6 times what `nearness` calls zero,
// 1e-3 by default. Dense: for up to some hundred rows.
KineticFrame kinetic_frame(const System& system, const Instant& instant,
                           const Nearness& nearness = {});

}  // namespace zwang
