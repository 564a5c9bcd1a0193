// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's three variational problems for conditions Phi = sum p x' + p0 = 0 (1905, part II;
// theory 10). Of int (T + U) dt the first variation shall vanish for all variations with
//
//   geodesic (A)      delta Phi = 0:   M x'' + A^T rho' = Q - c + rho (Phi_x - d/dt Phi_x')
//   straightest (B)   theta Phi = 0:   M x'' + A^T sigma = Q - c          the mechanical motion
//   mixed (C)         one or the other for each condition
//
// each with Phi = 0. Conditions between positions are the same in all three.
#pragma once

#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

enum class Treatment { straightest, geodesic };

// Immutable: any number of threads may use one. The system must live as long.
class Variation {
 public:
  struct Instant {
    Vector accelerations;
    // rho' of a geodesic condition, sigma of a straightest one, in the order of the model.
    Vector multipliers;
  };

  // A treatment for each condition of the model. E120 if there are inequalities,
  // quasi-velocities, impulses, or conditions that begin or end.
  Variation(const System& system, std::vector<Treatment> treatments);

  // E301 where the conditions do not determine it.
  Instant at(const State& state, const Vector& rho) const;

  // What geodesic conditions add to the forces: rho (Phi_x - d/dt Phi_x').
  Vector pull(const State& state, const Vector& rho) const;
  // y = (q, q', rho) and its rates. False where a number is not finite.
  bool rates(double t, const double* y, double* dy) const;

  const System& system() const { return *system_; }
  Treatment treatment(int condition) const {
    return treatments_[static_cast<std::size_t>(condition)];
  }

 private:
  const System* system_;
  std::vector<Treatment> treatments_;
};

}  // namespace zwang
