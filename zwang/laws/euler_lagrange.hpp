// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The equations of a variational problem as they are written (theory 10), for its judge:
//
//   L = F + sum rho Phi over geodesic constraints     d/dt L_q' - L_q + sum z Phi_q' = Q
//
// with z = rho' or sigma; a holonomic constraint has f_q in place of Phi_q'. L_q' is followed along
// a state that moves on and along each acceleration by itself: neither the mass matrix nor anything
// else of Variation is used.
#pragma once

#include <vector>

#include "zwang/laws/variation.hpp"

namespace zwang {

// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class EulerLagrange {
 public:
  explicit EulerLagrange(const Variation& variation);

  // y = (q, q', rho) and its rates. False where they are not determined.
  bool rates(double t, const double* y, double* dy) const;
  // Accelerations that multipliers, rho' and sigma, give. Not finite where they do not determine
  // them.
  Vector accelerations(const State& state, const Vector& rho, const Vector& multipliers) const;

  // Whether q' L_q' - L is another number than T + V.
  bool has_energy() const;
  // Whether it is conserved: time does not occur, all forces have a potential, and no
  // reaction of a straightest constraint works.
  bool keeps_energy() const;
  struct Energy {
    double value = 0.0, size = 0.0;  // of its terms
  };
  Energy energy(const State& state, const Vector& rho) const;

 private:
  // Of L, or one of its constraints.
  struct Term {
    Function function;
    std::vector<int> places;
    double sign = 1.0;
    int constraint = -1;  // whose rho it has
  };
  // How a state moves on.
  struct Direction {
    double t = 0.0;
    Vector q, u;
  };
  struct Change {
    Vector momenta;      // of L_q'
    Vector constraints;  // of Phi, or f'
  };
  Change change(const State& state, const Vector& rho, const Direction& along) const;
  Vector pull(const State& state, const Vector& rho) const;  // L_q + Q
  Matrix rows(const State& state) const;
  double factor(const Term& term, const Vector& rho) const;

  Variation variation_;
  std::vector<Term> terms_, constraints_;
};

}  // namespace zwang
