// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Inequalities that say the same, with the same friction: where corners of two boxes meet, each is
// on a face of the other. One is asked for all of them, and its load is shared evenly, so that the
// number of modes does not grow with what is said twice.
#pragma once

#include <vector>

#include "zwang/friction/planar_problem.hpp"

namespace zwang {

// The problem must outlive it. Thread safety: threads may share one. Cost: rows² of each pair of
// inequalities.
class Twins {
 public:
  explicit Twins(const PlanarProblem& problem);

  bool any() const { return kept_.size() < source_.size(); }
  // Without the twins of those that are kept.
  PlanarProblem reduced() const;
  // A solution of `reduced` as one of the whole.
  PlanarSolution whole(const PlanarSolution& solution) const;

 private:
  // Whether row j is `sign` times row i.
  bool same(int i, int j, double sign) const;
  // The sign of slips of j against those of i if the contacts are twins, 0 if not.
  double twin_of(int i, int j) const;

  const PlanarProblem& problem_;
  int first_rub_;
  std::vector<int> kept_;      // rows
  std::vector<int> source_;    // of each row, its number among those kept
  std::vector<double> sign_;   // and against it
  std::vector<double> share_;  // of its load
};

}  // namespace zwang
