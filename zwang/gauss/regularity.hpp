// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Regular and singular positions (Stäckel 1919, §§ 5–8; theory 5.2).
//
// Regular: the rows that bind now are independent; accelerations and multipliers are unique.
// Weakly regular: dependent, but the linear problem still describes what the constraints allow,
// because
//   (a) some motion satisfies all equations and leaves all inequalities, or
//   (b) the rank is the same in a neighbourhood (duplicated walls, redundant rods).
//   Accelerations are unique, multipliers are not.
// Singular: neither. The linear problem must not be solved.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "zwang/gauss/vertex.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

enum class PositionClass { regular, weakly_regular, singular };

std::string_view name(PositionClass kind);

struct RegularityOptions {
  // Rows are unit vectors in the kinetic metric. Below this smallest singular value they count as
  // dependent: rounding alone could turn the accelerations by more than 1e-8.
  double dependent = 1e-8;
  // Below this a position is nearly singular (W302).
  double near = 1e-4;
};

struct Regularity {
  PositionClass kind = PositionClass::regular;
  int rows = 0;
  int rank = 0;
  // The smallest singular value that counts as nonzero, and the largest that counts as zero. With
  // independent rows `least` may be a lower bound, and `zero` is 0.
  double least = 1.0;
  double zero = 0.0;
  bool nearly_singular = false;
  // Constraints whose row vanishes here, or is so short that it cannot be distinguished from zero:
  // a step of 1e-8 of their coordinates changes it by as much.
  std::vector<int> vanishing;
  std::vector<int> dependent;   // constraints that depend on each other
  std::vector<double> weights;  // if singular: Σ weight ∇f = 0 of these, inequalities pushing
  Vertex vertex;                // if singular, and exactly so: what the leading forms leave

  // Whether rows count as dependent that differ by more than rounding: digits beyond those that
  // count would change the solution (W302).
  bool in_doubt() const { return kind == PositionClass::weakly_regular && zero > 1e-14; }
};

// Of the constraints that bind at this state: equations and candidates. Their rows are needed.
Regularity regularity(const System& system, const Snapshot& snapshot,
                      const std::vector<int>& constraints, const RegularityOptions& options = {});

// A constraint implied by others: its row is a combination of theirs, with non-negative weights on
// inequalities (Farkas), here and in a neighbourhood.
struct Following {
  int constraint = 0;
  std::vector<int> from;
};

// The last of the `dependent` constraints, all with f = 0, that the others imply and that is not
// marked as redundant. Solves a minimum problem for each.
std::optional<Following> following(const System& system, const Snapshot& snapshot,
                                   const std::vector<int>& dependent,
                                   const RegularityOptions& options = {});

}  // namespace zwang
