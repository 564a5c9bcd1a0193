// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// All about an equilibrium: which constraints carry it, which other equilibria lie next to it, and
// how it responds to a small push (theory 13).
//
// A constraint that is closed without load makes the motion about it piecewise linear: pushed to
// one side the constraint is open, to the other it is closed. Both branches are given. Only energy
// decides for all of them at once: for forces without curl or velocity terms, a minimum of the
// potential in the directions of the open branch is one in those of every branch.
#pragma once

#include "zwang/analysis/equilibrium_point.hpp"
#include "zwang/analysis/oscillation.hpp"

namespace zwang {

// Small oscillations with some of the weak constraints closed and the others open.
struct Branch {
  std::vector<int> closed;
  Oscillation oscillation;
};

struct [[nodiscard]] Equilibrium {
  EquilibriumPoint point;
  // Directions to neighbouring equilibria to first order, a column each.
  Matrix family;
  // First with all weak constraints open; then every choice of up to three weak constraints, or all
  // of them closed if there are more. Empty without an equilibrium.
  std::vector<Branch> branches;
  Stability stability = Stability::undecided;
  std::string reason;

  bool usable() const { return point.usable(); }
  const Oscillation& open() const { return branches.front().oscillation; }
  // The findings as text.
  std::string text(const System& system) const;
};

// The equilibrium reached from `guess`. Errors as for find_equilibrium and oscillation.
Equilibrium equilibrium(const System& system, const State& guess,
                        const EquilibriumOptions& options = {});

}  // namespace zwang
