// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A constraint of one point as a form p · dx + p0 dt, and Voss's surface at a place (Voss 1884,
// last part; theory 15). A holonomic constraint f has p = ∇f.
//
// The surface F(ξ) = p·ξ + ½ Σ p_i,k ξ_i ξ_k + ⅙ Σ p_i,kl ξ_i ξ_k ξ_l osculates every curve that
// satisfies the constraint: along it F = (t³/12) α · (x' × x'') + O(t⁴), α = −curl p.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "zwang/analysis/bend.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

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

// A constraint on the three Cartesian coordinates of one mass, or on the only three coordinates of
// a model if they are Cartesian.
// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class PointForm {
 public:
  // E120 if the constraint is of another kind, or code.
  PointForm(const System& system, int constraint);

  const std::array<int, 3>& coordinates() const { return coordinates_; }
  double mass() const { return mass_; }  // kg
  bool moves() const { return moves_; }  // whether time occurs in it, or p0
  Eigen::Vector3d part(const Vector& all) const { return all(coordinates_); }  // of q or q'

  OsculatingSurface at(const State& state) const;

 private:
  // A formula with the places of its arguments.
  struct Placed {
    Formula formula;
    std::vector<int> places;
  };
  Placed placed(const Model& model, NodeId node) const;
  static double value(const Placed& one, const State& state);

  std::shared_ptr<Graph> graph_;  // of the formulas
  std::array<int, 3> coordinates_ = {};
  double mass_ = 1.0;
  bool moves_ = false;
  std::vector<Placed> p_, first_, second_;  // row after row
};

}  // namespace zwang
