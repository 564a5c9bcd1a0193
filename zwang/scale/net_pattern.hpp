// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A net: rows of points, i along and j across, ordered by i, then j. Its constraints are the same
// everywhere: each involves a point and others at given offsets from it in i and j.
#pragma once

#include "zwang/scale/pattern.hpp"

namespace zwang::scale {

class NetPattern : public Pattern {
 public:
  using Index = std::array<PetscInt, 2>;

  Index size = {2, 2};
  Three corner = {};
  Three along = {1.0, 0.0, 0.0};   // from i to i + 1
  Three across = {0.0, 1.0, 0.0};  // from j to j + 1
  double mass = 1.0;               // of a point
  Three velocity = {};
  double kick = 0.0;  // every point also has a velocity of its own, up to this along each axis
  bool corners_held = false, border_held = false;
  std::vector<Index> held = {};  // in addition, ascending

  // The constraints of a family: a point and those at these offsets from it. Skips constraints
  // whose points are all held.
  void add(FamilyForm form, std::vector<Index> others);
  // A string from every point to the next along and across, longer than their distance by this
  // fraction of it.
  void add_strings(double slack);

  PetscInt points() const override { return size[0] * size[1]; }
  PatternPoint point(PetscInt n) const override;
  void neighbours(PetscInt n, std::vector<PetscInt>& found) const override;
  void members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const override;

 private:
  bool is_held(const Index& at) const;
  bool is_inside(const Index& at) const;
  PetscInt number(const Index& at) const { return at[0] * size[1] + at[1]; }

  std::vector<std::vector<Index>> others_;  // of each family
};

}  // namespace zwang::scale
