// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How the planes p · dx = 0 of one form bend at a place (Voss 1884, between (11) and (12);
// theory 15, [I4] to [I6]). With n = p/|p| and a unit vector u in the plane:
//
//   k(u) = −Σ p_i,k u_i u_k/|p|         normal curvature, positive where paths bend towards p
//   τ(u) = det(u, p, p_x u)/|p|²        torsion of the straightest path
//
// At the angle φ from the first principal direction
//
//   k = H + D cos 2φ,    τ = w − D sin 2φ,    w = −½ n · curl n
//
//   principal    φ = 0, 90°             extremes of k: those of the osculating surface
//   asymptotic   cos 2φ = −H/D          k = 0: Voss's principal tangents
//   lines        sin 2φ = w/D           τ = 0: Voss's lines of curvature
//
// For integrable forms w = 0, the planes touch surfaces and all of this is theirs.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// A unit vector in the plane; of the two signs, the one whose largest entry is positive.
struct PlaneDirection {
  Eigen::Vector3d direction;
  double curvature = unset;  // k, 1/m
  double torsion = unset;    // τ, 1/m
};

// The directions of one kind. Two that coincide within rounding are one.
struct PlaneDirections {
  bool all = false;  // every direction, within rounding; the list is empty
  std::vector<PlaneDirection> list;
};

// Thread safety: immutable; any number of threads may use one.
class PlaneCurvature {
 public:
  // From p and its derivatives p_i,k = ∂p_i/∂x_k. E301 if p = 0.
  PlaneCurvature(const Eigen::Vector3d& p, const Eigen::Matrix3d& slopes);

  const Eigen::Vector3d& normal() const { return normal_; }
  double mean() const { return mean_; }                               // H, 1/m
  double total() const { return (mean_ - half_) * (mean_ + half_); }  // of the surface, 1/m²
  double n_curl_n() const { return -2.0 * turn_; }                    // 1/m
  double determinant() const { return total() + turn_ * turn_; }      // of −p_x/|p| in the plane
  double rounding() const { return rounding_; }  // curvatures below this count as 0, 1/m
  bool integrable() const;                       // n · curl n = 0 within rounding

  // The largest normal curvature first.
  PlaneDirections principal() const;
  PlaneDirections asymptotic() const;
  PlaneDirections lines() const;
  // In the direction of the part of a vector that lies in the plane; all `unset` if there is none.
  PlaneDirection along(const Eigen::Vector3d& vector) const;

 private:
  PlaneDirection at(double twice) const;  // 2φ

  Eigen::Vector3d normal_, first_, second_;  // n, and the principal directions
  double mean_ = 0.0;                        // H
  double half_ = 0.0;                        // D, half the difference of the extremes
  double turn_ = 0.0;                        // w
  double rounding_ = 0.0;
};

}  // namespace zwang
