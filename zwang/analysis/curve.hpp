// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The path of a point under one constraint p · x' = 0 as a curve in space (Voss 1884, last part;
// theory 15, [I1] to [I3]).
//
//   straightest   m x'' = Q − z p
//   no force      curvature |P|/(c²|p|), P = −Σ p_i,k x_i' x_k';  torsion det(x', p, p')/(c²|p|²)
//   geodesic      m x'' = Q − λ'p + λ α × x',  α = −curl p
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "zwang/analysis/point_form.hpp"

namespace zwang {

// One point with three Cartesian coordinates and one velocity constraint.
// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class BoundPoint {
 public:
  // E120 if the system is of another kind, if the constraint moves (p0, time) or is an inequality,
  // or if it or a force is code. The system must outlive it.
  explicit BoundPoint(const System& system);

  OsculatingSurface surface(const State& state) const { return form_.at(state); }

  // Along the mechanical motion, with its forces. E301 where p = 0.
  Course straightest(const State& state) const { return course(state, 0.0, false); }
  // Along the geodesic with the constant λ = rho of Variation.
  Course geodesic(const State& state, double lambda) const { return course(state, lambda, true); }

  // Of the straightest path without forces, by Voss's formulas. Where it is straight, the torsion
  // is the rate at which the plane of x' and p turns.
  Bend force_free(const State& state) const;

 private:
  // A formula with the indices of its arguments.
  struct Placed {
    Formula formula;
    std::vector<int> places;
  };
  using Rates = std::array<Eigen::Vector3d, 2>;

  Rates force(const State& state, const Eigen::Vector3d& acceleration) const;
  Course course(const State& state, double lambda, bool geodesic) const;

  const System* system_;
  PointForm form_;
  std::shared_ptr<Graph> graph_;  // of the formulas
  std::vector<Placed> slopes_;    // dU/dx_i of each potential
};

}  // namespace zwang
