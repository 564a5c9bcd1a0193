// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The equations without multipliers, and Maurer's conjugate velocity parameters (Maurer 1905,
// nos. 9–11; theory 9).
//
//   u' = W w' + d,   A W = 0,   A d + b2 = 0,   (WᵀMW) w' = Wᵀ(Q − c − M d)               (9.3)
//
// for equations and active constraints. u1 = WᵀM u is conjugate to u2 = A u: the energy has no
// mixed terms, and a sudden equation u2 = 0 leaves u1 unchanged.
#pragma once

#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

struct Reduced {
  Matrix basis;                                                       // W, one column per freedom
  Vector particular;                                                  // d
  Matrix mass;                                                        // WᵀMW
  Vector force;                                                       // Wᵀ(Q − c − M d)
  Vector accelerations;                                               // w'
  Vector full() const { return basis * accelerations + particular; }  // u'
};

// For the constraints held as equations. W is orthonormal in the mass metric unless given.
Reduced reduced(const System& system, const Snapshot& snapshot,
                const std::vector<int>& constraints);
Reduced reduced(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints,
                const Matrix& basis);

struct Conjugate {
  Matrix first;   // P1 = WᵀM: u1 = P1 u
  Matrix second;  // A: u2 = A u
  Matrix energy;  // B: T = ½ (u1, u2)ᵀ B (u1, u2), block diagonal
};

Conjugate conjugate(const Matrix& mass, const Matrix& rows, const Matrix& basis);

}  // namespace zwang
