// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's indirect way to the true accelerations (Mayer 1899a, § 2; theory 4.2): try which
// inequalities hold as equations, and judge each trial by two criteria.
//
//   (19)  Φ_γ^k ≤ 0   f'' of those left out: otherwise the motion would violate them
//   (20)  λ ≥ 0       of those in the set: otherwise they would have to pull
//
// A trial that passes both is the true motion. If several do, a multiplier is zero there and all
// give the same accelerations.
#pragma once

#include <string_view>
#include <vector>

#include "zwang/gauss/kinetic_frame.hpp"

namespace zwang {

enum class TrialVerdict { accepted, rejected_by_19, rejected_by_20, rejected_by_both, dependent };

// "rejected by (19)"
std::string_view name(TrialVerdict verdict);

struct Trial {
  std::vector<int> set;       // inequalities taken as equations, besides the equations
  bool dependent = false;     // its rows are: Mayer leaves such sets out, nothing more is computed
  Vector accelerations;       // u'
  Vector multipliers;         // of `set`; a number that counts as zero is 0
  Vector second;              // f'' of all candidates; 0 as above, and for those in the set
  std::vector<int> broken;    // constraints left out that (19) finds violated
  std::vector<int> negative;  // constraints of the set that (20) finds pulling
  double zwang = unset;       // Z

  TrialVerdict verdict() const;
  bool accepted() const { return verdict() == TrialVerdict::accepted; }
};

struct TrialOptions {
  // Up to so many candidates all sets are tried, beyond only those of one way that leads to the
  // true motion.
  int most_for_all = 6;
};

struct Trials {
  std::vector<int> candidates;  // inequalities with f = f' = 0
  // All sets, the smaller first; or a way from the free motion on, each set from the one before by
  // taking in the most violated constraint and letting go of those that would have to pull.
  std::vector<Trial> tried;
  bool all = true;

  double possible() const;                     // 2^r
  std::vector<const Trial*> accepted() const;  // empty if the constraints contradict each other
};

// Costs a solution of r equations per trial; with r ≤ 6 at most 64 of them.
Trials trials(const KineticFrame& frame, const TrialOptions& options = {});

}  // namespace zwang
