// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the principle of d'Alembert and Fourier leaves open at an instant, and the two cones by
// which Stäckel explains it (Stäckel 1919, §§ 6, 10; theory 4.6).
//
//   (M u' + c − Q)·δ ≥ 0 for all virtual displacements δ   ⇔   M u' = Q − c − Aᵀz,  z ≥ 0 on
//   inequalities
//
// Gauss's principle demands besides that z is zero where f'' < 0. Without it all accelerations of a
// polyhedron are allowed; Gauss's point is that of least Z.
#pragma once

#include <optional>
#include <vector>

#include "zwang/gauss/trials.hpp"

namespace zwang {

struct AllowedVertex {
  Vector accelerations;  // u'
  double zwang = unset;  // Z
  bool gauss = false;    // the true motion
  Vector multipliers;    // z of the candidates; empty if they are not unique
  Vector second;         // f'' of the candidates
};

// Accelerations: the convex hull of the vertices, from which one may go on along the rays.
struct Allowed {
  bool enumerated = false;  // false if there are too many candidates to do so
  std::vector<AllowedVertex> vertices;
  std::vector<Vector> rays;  // the largest entry is ±1
  bool in_doubt = false;     // rounding could change the counts
  // The same set as {w : faces·w ≤ limits}, in the coordinates of its frame.
  Matrix faces;
  Vector limits;

  // Whether the principle alone determines the accelerations.
  bool determined() const { return enumerated && vertices.size() == 1 && rays.empty(); }
};

// `truth`: the true accelerations. With up to six candidates; costs some thousand small
// decompositions then.
Allowed allowed(const KineticFrame& frame, const Vector& truth);

// Directions x with A x = 0 for the equations and A x ≤ 0 for these inequalities.
struct Cone {
  std::vector<int> of;
  Matrix rows;  // A, one row for each
};

struct Cones {
  Matrix equations;    // their A
  Cone displacements;  // (35): virtual displacements δ; all candidates
  Cone changes;        // (34): changes u of the true accelerations; candidates with f'' = 0
  // A change that is no displacement, the largest entry ±1, and the constraint that excludes it;
  // none if the two cones are the same.
  std::optional<Vector> only_change;
  int excluded_by = -1;
};

// `truth`: an accepted trial.
Cones cones(const System& system, const State& state, const KineticFrame& frame,
            const Trial& truth);

}  // namespace zwang
