// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which process has which points: about as many each, with few neighbours separated (PETSc's
// MatPartitioning; PT-Scotch unless options choose otherwise: -mat_partitioning_type ...).
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
  // For any points of the pattern, what their owners know: one number in `known` per own point.
  std::vector<PetscInt> known_of(const std::vector<PetscInt>& points,
                                 const std::vector<PetscInt>& known) const;

 private:
  // Of entries concatenated in the order of the processes, those with these numbers.
  std::vector<PetscInt> fetch(const std::vector<PetscInt>& entries,
                              const std::vector<PetscInt>& numbers) const;

  Processes processes_;
  std::vector<PetscInt> points_;
  std::vector<PetscInt> number_;  // of each point of a strip of the pattern, strip by strip
};

}  // namespace zwang::scale
