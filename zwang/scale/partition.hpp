// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which process has which points: about as many each, with few neighbours apart (PETSc's
// MatPartitioning; PT-Scotch unless options say otherwise: -mat_partitioning_type ...).
#pragma once

#include <vector>

#include "zwang/scale/halo.hpp"
#include "zwang/scale/pattern.hpp"

namespace zwang::scale {

class Partition {
 public:
  Partition(const Processes& processes, const Pattern& pattern);

  // The points of this process by their numbers in the pattern, ascending.
  const std::vector<PetscInt>& points() const { return points_; }
  // What their owners know of any points of the pattern: `known` has a number for each of points().
  std::vector<PetscInt> known_of(const std::vector<PetscInt>& points,
                                 const std::vector<PetscInt>& known) const;

 private:
  // Of entries that lie one after the other in the order of processes, those with these numbers.
  std::vector<PetscInt> fetch(const std::vector<PetscInt>& entries,
                              const std::vector<PetscInt>& numbers) const;

  Processes processes_;
  std::vector<PetscInt> points_;
  std::vector<PetscInt> number_;  // of each point of a strip of the pattern, strip by strip
};

}  // namespace zwang::scale
