// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's three variational problems for constraints Phi(t, x, x') = 0 (1905, part II; theory 10).
// The first variation of int (T + U) dt vanishes for all variations with
//
//   geodesic (A)      delta Phi = 0:   M x'' + A^T rho' = Q - c + rho (Phi_x - d/dt Phi_x')
//   straightest (B)   theta Phi = 0:   M x'' + A^T sigma = Q - c          the mechanical motion
//   mixed (C)         one or the other for each constraint
//
// each with Phi = 0. Holonomic constraints are the same in all three.
#pragma once

#include <optional>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

enum class Treatment { straightest, geodesic };

// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class Variation {
 public:
  struct Instant {
    Vector accelerations;
    // rho' of a geodesic constraint, sigma of a straightest one, in the order of the model.
    Vector multipliers;
  };

  // One treatment per constraint of the model. Throws E120 for inequalities, quasi-velocities,
  // impulses, or constraints that begin or end.
  Variation(const System& system, std::vector<Treatment> treatments);

  // Throws E301 where the constraints do not determine it.
  Instant at(const State& state, const Vector& rho) const;

  // What geodesic constraints add to the forces: rho (Phi_x - d/dt Phi_x'). Where Phi is not linear
  // in x' it needs the accelerations: costs at(), and throws what that throws.
  Vector pull(const State& state, const Vector& rho) const;
  // y = (q, q', rho) and its rates. False where a number is not finite.
  bool rates(double t, const double* y, double* dy) const;

  const System& system() const { return *system_; }
  Treatment treatment(int constraint) const {
    return treatments_[static_cast<std::size_t>(constraint)];
  }

 private:
  Vector pull_at_rest(const State& state, const Vector& rho) const;
  std::optional<Matrix> bending(const State& state, const Vector& rho) const;

  const System* system_;
  std::vector<Treatment> treatments_;
};

}  // namespace zwang
