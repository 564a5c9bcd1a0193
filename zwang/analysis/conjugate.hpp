// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Conjugate velocity parameters, and the oblique projection behind them (Maurer 1905, nos. 1–4,
// 9–11; theory 9).
//
//   u1 = P1 u,   P1 = WᵀM,   A W = 0;      u2 = A u + b1
//
// T has no mixed terms in u1 and u2. The constraints affect only u2: a sudden equation leaves u1
// unchanged, and the constrained motion is the free one with u2 held at zero:
//
//   x' = X + Σ ρ_k p_k,   ρ from   dφ_i (X + Σ ρ_k p_k) = 0
//
// with x = (q, u), φ = u2 and p_k = (0, M⁻¹A_kᵀ); then ρ = −z.
#pragma once

#include <vector>

#include "zwang/analysis/singular_integral.hpp"
#include "zwang/gauss/reduced.hpp"

namespace zwang {

// Thread safety: immutable; any number of threads may use one.
class ConjugateParameters {
 public:
  // For constraints held as equations, at a state. The columns of W are orthonormal in the mass
  // metric, so that T = ½|u1|² + ..., unless given by `basis`. E301 if the constraints are
  // dependent there, E120 if the basis does not match them.
  ConjugateParameters(const System& system, const State& state,
                      const std::vector<int>& constraints);
  ConjugateParameters(const System& system, const State& state, const std::vector<int>& constraints,
                      Matrix basis);

  const Matrix& basis() const { return basis_; }              // W
  const Conjugate& parameters() const { return conjugate_; }  // P1, A, B

  Vector first(const Vector& u) const { return conjugate_.first * u; }              // u1
  Vector second(const Vector& u) const { return conjugate_.second * u + offset_; }  // u2
  // Velocities after all the constraints begin suddenly: u1 unchanged, u2 = 0.
  Vector after(const Vector& u) const;

 private:
  Matrix basis_;
  Conjugate conjugate_;
  Vector offset_;  // b1
};

}  // namespace zwang
