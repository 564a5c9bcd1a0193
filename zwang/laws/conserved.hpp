// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a motion conserves: energy (theory 12) and momenta. For a shift of time tau and positions
// xi(q)
//
//   J = tau E + sum xi_i dT/dq_i',      E = sum q_i' dT/dq_i' - T + U
//   J' = tau (U_t - T_t + Q.q') + xi(T) - xi(U) + Q.xi + sum z (tau b1 - A xi)
//
// with Q the forces without potential and xi(T) with the rates shifted too. J is conserved if J'
// vanishes at every state whatever the multipliers are: no force works on the shift, and every
// constraint, equation or inequality, admits it. A symmetry that a constraint does not admit
// conserves nothing: a knife edge on a plane may be shifted along x, but its momentum along x
// changes.
//
// The search covers shifts of time, of each coordinate, rotations of all points together, and all
// their combinations: an axis away from the origin, a screw, energy - w L in a rotating frame.
// Deeper ones (a force formula that has a potential, Kepler's vector) are not found.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "zwang/laws/symmetry.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// Thread safety: immutable; any number of threads may use one. The system must outlive it.
class Conserved {
 public:
  // "energy", "momentum along x", "angular momentum about z", "momentum of theta"
  const std::string& name() const { return name_; }
  const Symmetry& symmetry() const { return symmetry_; }
  // J' is zero as a formula (surely_vanishes). Otherwise its value was at most `residual`, relative
  // to its terms, at random states around the start; for formulas with min, max, step or smooth
  // that is not accepted.
  bool exact() const { return exact_; }
  double residual() const { return residual_; }
  // Momenta are conserved through impacts too; energy is not, neither there nor through impulses.
  bool through_impacts() const { return symmetry_.time == 0.0; }

  double value(const State& state) const;
  // The sum of the magnitudes of its terms, for an energy without U, whose zero is arbitrary; plus
  // a billionth of what rates of 1 would give, so that rest has a size too.
  double size(const State& state) const;

 private:
  friend std::vector<Conserved> conserved(const System& system);

  const System* system_ = nullptr;
  std::string name_;
  Symmetry symmetry_;
  bool exact_ = false;
  double residual_ = 0.0;
};

// Energies first, then momenta, then angular momenta. Beyond 100 coordinates points are only
// shifted together, and beyond 300 nothing is proved by formulas. The system must outlive them.
std::vector<Conserved> conserved(const System& system);

// Up to this many coordinates conserved() takes negligible time: unsolicited calls stop there.
inline constexpr int quick_for_conserved = 60;

// Largest deviation from the value at the first state, relative to the largest size.
double largest_change(const Conserved& quantity, std::span<const State> states);

}  // namespace zwang
