// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A system of points of which every process can make any piece from its number, so that nobody
// ever holds the whole.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/scale/petsc.hpp"

namespace zwang::scale {

using Three = std::array<double, 3>;

struct PatternPoint {
  Three at = {};        // m
  Three velocity = {};  // m/s
  double mass = 0.0;    // kg; 0: held where it is
};

// Conditions that differ in their points only: "|p - q| <= 0.1" for every joined p and q.
struct FamilyForm {
  std::string name;
  std::string text;
  std::vector<std::string> points;  // their letters in the text
  double restitution = 0.0;
};

class Pattern {
 public:
  virtual ~Pattern() = default;

  virtual PetscInt points() const = 0;
  virtual PatternPoint point(PetscInt n) const = 0;
  // Those that conditions join to n.
  virtual void neighbours(PetscInt n, std::vector<PetscInt>& found) const = 0;
  virtual const std::vector<FamilyForm>& families() const = 0;
  // The points of members of a family whose first point is n, one after the other.
  virtual void members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const = 0;

  Three gravity = {0.0, 0.0, 0.0};  // m/s²
  double drag = 0.0;                // N s/m on every point, against its velocity
};

}  // namespace zwang::scale
