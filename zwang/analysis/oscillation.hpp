// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small oscillations about a state of rest (Voss 1884; theory 13). With multipliers z held fixed
//
//   alpha = d(Q - A^T z)/dq,   beta = dQ/du
//   M xi'' = alpha xi + beta xi' - A^T zeta,   A xi' = 0
//
// so that xi = e^(lambda t) y. On the kernel W of A, and without beta, s = lambda^2 are the
// eigenvalues of (W^T M W)^-1 W^T alpha W. alpha is not symmetric under conditions that are not
// integrable: a definite form then proves nothing.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

enum class Stability {
  stable,     // every small displacement stays small in the linear approximation
  unstable,   // one grows
  undecided,  // roots at zero, or too near to the border: higher terms decide
};
std::string_view name(Stability stability);

struct Mode {
  std::complex<double> root;                 // lambda, 1/s; its conjugate belongs to it
  std::vector<std::complex<double>> course;  // y, one number per coordinate, largest 1

  std::string text() const;  // "0.498 Hz (3.13 rad/s)", "grows with e^(1.2 t)"
};

struct Oscillation {
  Matrix alpha, beta;
  Matrix basis;                               // W
  std::vector<std::complex<double>> squares;  // s, if beta is zero
  std::vector<std::complex<double>> roots;    // lambda, all of them
  std::vector<Mode> modes;                    // one for each pair of roots, the slowest first

  // W^T alpha W: symmetric, and its symmetric part negative definite, as energy would ask.
  bool symmetric = false, definite = false;
  Stability stability = Stability::undecided;
  std::string reason;

  // Roots of the equations before the conditions in velocities were used: neighbouring states of
  // rest, and rates that the conditions forbid.
  int zero_roots = 0;
  double largest_growth() const;
  // The linear motion has an energy: W^T alpha W is symmetric, and velocities bring no force.
  bool is_of_energy() const { return symmetric && !squares.empty(); }
};

// About the state of rest `place` with multipliers z, one for each condition; those of `held` count
// as equations. E120 for velocity parameters that are not rates, E301 if the conditions depend on
// each other and it matters for the motion how they share their load.
Oscillation oscillation(const System& system, const Vector& place, const Vector& z,
                        const std::vector<int>& held, double t = 0.0);

}  // namespace zwang
