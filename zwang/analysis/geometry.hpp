// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry of a model at one state: how the planes of its constraints bend (Voss 1884; theory
// 15), how its masses' paths do, its conjugate velocity parameters, the free motion that osculates
// the bound one (Maurer 1905, nos. 9–12; theory 9), and the divergence of its flow (theory 14).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/analysis/conjugate.hpp"
#include "zwang/analysis/plane_curvature.hpp"
#include "zwang/analysis/point_form.hpp"
#include "zwang/analysis/volume.hpp"
#include "zwang/laws/variation.hpp"

namespace zwang {

// A constraint of one point at its place.
struct FormGeometry {
  int constraint = 0;
  std::array<int, 3> coordinates = {};
  bool moves = false;         // its planes change with time: these are those of the instant
  double f = unset;           // of a holonomic constraint; its surface is f = const
  OsculatingSurface surface;  // Voss's F
  std::optional<PlaneCurvature> curvature;  // empty where p = 0
  std::optional<PlaneDirection> along;      // in the direction of the velocity, unless at rest
  // F/t³ along the path of the point and the order of contact; 0 if the constraint is not held,
  // moves, or the path is unknown.
  double contact = unset;
  int order_of_contact = 0;
  // No force acts on the point: a thread along its path is in equilibrium at any tension S and
  // presses on the constraint with |k| S per metre.
  bool force_free = false;
};

// The path of a mass, or of the only three coordinates if they are Cartesian.
struct PathGeometry {
  std::string name;
  std::array<int, 3> coordinates = {};
  Bend bend;
};

// The free motion from the same state: it osculates the bound one, which is at every moment a free
// one whose velocities the constraints change.
struct FreeMotion {
  Vector bound, free;  // u' with the constraints and without
  Vector rho;          // −multiplier, one per constraint held
};

struct Geometry {
  State state;
  bool projected = false;  // the velocities given did not satisfy the equations
  std::vector<int> held;   // equations, and inequalities that are active
  std::string no_motion;   // why there is none from this state, else empty
  std::string left_out;    // what a large model or one with code does not get, else empty
  std::vector<FormGeometry> forms;
  std::vector<PathGeometry> paths;
  std::optional<ConjugateParameters> parameters;
  std::optional<FreeMotion> free;
  std::optional<Divergence> divergence;

  std::string text(const System& system) const;  // for people
};

// A curve of a variational problem, in place of the mechanical motion.
struct OnCurve {
  const Variation* variation = nullptr;
  Vector rho = {};
};

// Velocities that violate an equation are replaced by those after it begins suddenly. Costs O(n³);
// `left_out` says what is not considered of large models: everything but the forms if there are
// more than 60 coordinates, and forms beyond the first 200 constraints. What needs formulas is
// absent where a constraint or force is code.
Geometry geometry(const System& system, const State& state, const OnCurve& curve = {});

}  // namespace zwang
