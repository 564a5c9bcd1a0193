// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A system of points of which every process can create any piece from its number, so that no
// process ever holds the whole.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/model/model.hpp"
#include "zwang/scale/petsc.hpp"

namespace zwang::scale {

using Three = std::array<double, 3>;

struct PatternPoint {
  Three at = {};        // m
  Three velocity = {};  // m/s
  double mass = 0.0;    // kg; 0: held in place
};

// Constraints that differ only in their points: |p - q| ≤ 0.1 for every linked p and q.
struct FamilyForm {
  struct Input {
    std::size_t point;  // which of the member's
    int axis;
  };

  std::string name;
  std::size_t points;  // of each member
  Function function;
  std::vector<Input> inputs;
  bool equation;
  double restitution;
};

// From a text about points with these letters, "|p - q| <= 0.1". E120 if it is not a single
// holonomic constraint between them.
FamilyForm family_form(const std::string& name, const std::string& text,
                       const std::vector<std::string>& letters, double restitution = 0.0);
// From a constraint of a model, whose points these are. E120 likewise.
FamilyForm family_form(const std::string& name, const Constraint& constraint,
                       const std::vector<const Point*>& points);

// A force that is the same function of position, velocity and time on every point.
struct ForceForm {
  struct Input {
    int axis;   // −1: the time
    bool rate;  // the velocity along it
  };

  int axis;  // it acts along this one
  Function function;
  std::vector<Input> inputs;
};

// From a force of a model on this point. E120 if it depends on others.
ForceForm force_form(const Force& force, const Point& point);

class Pattern {
 public:
  virtual ~Pattern() = default;

  virtual PetscInt points() const = 0;
  virtual PatternPoint point(PetscInt n) const = 0;
  // The points that constraints couple to n.
  virtual void neighbours(PetscInt n, std::vector<PetscInt>& found) const = 0;
  // The points of those members of a family whose first point is n, concatenated.
  virtual void members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const = 0;

  std::vector<FamilyForm> families;
  std::vector<ForceForm> forces;
  Three gravity = {0.0, 0.0, 0.0};  // m/s²
};

}  // namespace zwang::scale
