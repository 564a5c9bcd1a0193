// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The path of a point under one constraint p · x' = 0 as a curve in space (Voss 1884, last part;
// theory 15, [I1] to [I3]).
//
//   straightest   m x'' = Q − z p
//   no force      curvature |P|/(c²|p|), P = −Σ p_i,k x_i' x_k';  torsion det(x', p, p')/(c²|p|²)
//   geodesic      m x'' = Q − λ'p + λ α × x',  α = −curl p
//
// The surface F(ξ) = p·ξ + ½ Σ p_i,k ξ_i ξ_k + ⅙ Σ p_i,kl ξ_i ξ_k ξ_l osculates every curve that
// satisfies the constraint: along it F = (t³/12) α · (x' × x'') + O(t⁴).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

// Derivatives of a position.
struct Course {
  Eigen::Vector3d first, second, third;  // x', x'', x'''
};

// How a curve bends.
struct Bend {
  double speed = unset;
  double curvature = unset;  // 1/m
  // 1/m, positive for a right-handed screw; `unset` where the general formula finds no curvature.
  double torsion = unset;
};

// |x' × x''|/|x'|³ and det(x', x'', x''')/|x' × x''|² of any curve.
Bend bend(const Course& course);

// A polynomial of degree three: its coefficients at one position.
struct OsculatingSurface {
  Eigen::Vector3d p;
  Eigen::Matrix3d first;                  // p_i,k = dp_i/dx_k
  std::array<Eigen::Matrix3d, 3> second;  // p_i,kl at (k, l) of matrix i

  double at(const Eigen::Vector3d& xi) const;  // F, with ξ relative to the position
  Eigen::Vector3d alpha() const;
  // p', and α' of a point that moves with x'
  Eigen::Vector3d p_rate(const Eigen::Vector3d& velocity) const { return first * velocity; }
  Eigen::Vector3d alpha_rate(const Eigen::Vector3d& velocity) const;

  // F/t³ for t = 0 along a curve that satisfies the constraint.
  double contact(const Course& course) const;
  // 3 means 3 or more: α lies in the osculating plane, up to `tolerance` times |α||x'||x''|.
  // Otherwise 2.
  int order_of_contact(const Course& course, double tolerance = 1e-10) const;
};

// One point with three Cartesian coordinates and one velocity constraint.
// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class BoundPoint {
 public:
  // E120 if the system is of another kind, if the constraint moves (p0, time) or is an inequality,
  // or if it or a force is code. The system must outlive it.
  explicit BoundPoint(const System& system);

  OsculatingSurface surface(const State& state) const;

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

  Placed placed(NodeId node) const;
  double value(const Placed& one, const State& state) const;
  Rates force(const State& state, const Eigen::Vector3d& acceleration) const;
  Course course(const State& state, double lambda, bool geodesic) const;

  const System* system_;
  std::shared_ptr<Graph> graph_;  // of the formulas
  double mass_ = 1.0;
  std::vector<Placed> p_, first_, second_;  // row after row
  std::vector<Placed> slopes_;              // dU/dx_i of each potential
};

}  // namespace zwang
