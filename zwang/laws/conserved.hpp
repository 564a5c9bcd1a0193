// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a motion keeps: energy (theory 12) and momenta. For a shift of time tau and of places xi(q)
//
//   J = tau E + sum xi_i dT/dq_i',      E = sum q_i' dT/dq_i' - T + U
//   J' = tau (U_t - T_t + Q.q') + xi(T) - xi(U) + Q.xi + sum z (tau b1 - A xi)
//
// with Q the forces without potential and xi(T) with the rates shifted too. J is kept if J' is zero
// at every state whatever the multipliers are: no force works on the shift, and every condition,
// equation or inequality, allows it. A symmetry that a condition does not allow keeps nothing: a
// knife edge on a plane may be shifted along x, but its momentum along x changes.
//
// Shifts of time, of each coordinate, and turns of all points together are looked for, and all
// their combinations: an axis away from the origin, a screw, energy - w L in a frame that turns.
// What hides deeper (a force as formula that has a potential, Kepler's vector) is not found.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "zwang/laws/symmetry.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// Immutable: any number of threads may use one. The system must live as long.
class Conserved {
 public:
  // "energy", "momentum along x", "angular momentum about z", "momentum of theta"
  const std::string& name() const { return name_; }
  const Symmetry& symmetry() const { return symmetry_; }
  // J' is zero as a formula (surely_vanishes). Otherwise its value was at most `residual`, relative
  // to its terms, at states drawn at random around the start; formulas with min, max, step or
  // smooth are not believed so.
  bool exact() const { return exact_; }
  double residual() const { return residual_; }
  // A momentum keeps its value through shocks too; energy does not, nor through impulses.
  bool through_shocks() const { return symmetry_.time == 0.0; }

  double value(const State& state) const;
  // The sum of the sizes of its terms, of an energy without U, whose zero is arbitrary; and, that
  // rest has a size too, a billionth of what rates of 1 would give.
  double size(const State& state) const;

 private:
  friend std::vector<Conserved> conserved(const System& system);

  const System* system_ = nullptr;
  std::string name_;
  Symmetry symmetry_;
  bool exact_ = false;
  double residual_ = 0.0;
};

// Energies first, then momenta, then angular momenta. Beyond 100 coordinates the points are shifted
// together only, and beyond 300 nothing is proved by formulas. The system must live as long.
std::vector<Conserved> conserved(const System& system);

// Up to so many coordinates conserved() takes no time to speak of: who asks unbidden stops there.
inline constexpr int quick_for_conserved = 60;

// Largest deviation from the value at the first state, relative to the largest size.
double largest_change(const Conserved& quantity, std::span<const State> states);

}  // namespace zwang
