// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small oscillations about an equilibrium (Voss 1884; theory 13). With multipliers z held fixed
//
//   alpha = d(Q - A^T z)/dq,   beta = dQ/du
//   M xi'' = alpha xi + beta xi' - A^T zeta,   A xi' = 0
//
// so that xi = e^(lambda t) y. On the kernel W of A, and without beta, s = lambda^2 are the
// eigenvalues of (W^T M W)^-1 W^T alpha W. alpha is not symmetric under nonholonomic constraints: a
// definite form then proves nothing.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

enum class Stability {
  stable,     // every small displacement stays small in the linear approximation
  unstable,   // one grows
  undecided,  // roots at zero, or too close to the boundary: higher terms decide
};
std::string_view name(Stability stability);

struct Mode {
  std::complex<double> root;                 // lambda, 1/s; paired with its conjugate
  std::vector<std::complex<double>> course;  // y, one number per coordinate, largest 1

  std::string text() const;  // "0.498 Hz (3.13 rad/s)", "grows with e^(1.2 t)"
};

struct Oscillation {
  Matrix alpha, beta;
  Matrix basis;                               // W
  std::vector<std::complex<double>> squares;  // s, if beta is zero
  std::vector<std::complex<double>> roots;    // lambda, all of them
  std::vector<Mode> modes;                    // one per pair of roots, the slowest first

  // W^T alpha W: symmetric, and its symmetric part negative definite, as energy would require.
  bool symmetric = false, definite = false;
  Stability stability = Stability::undecided;
  std::string reason;

  // Roots of the equations before the velocity constraints were applied: neighbouring equilibria,
  // and rates that the constraints forbid.
  int zero_roots = 0;
  double largest_growth() const;
  // The linear motion has an energy: W^T alpha W is symmetric, and no force depends on velocity.
  bool is_of_energy() const { return symmetric && !squares.empty(); }
};

// About the equilibrium `place` with multipliers z, one per constraint; those in `held` count as
// equations. E120 for velocity parameters that are not rates, E301 if the constraints are dependent
// and the motion depends on how they share their load.
Oscillation oscillation(const System& system, const Vector& place, const Vector& z,
                        const std::vector<int>& held, double t = 0.0);

}  // namespace zwang
