// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// All about a state of rest: who carries it, which other states of rest lie beside it, and how it
// answers a small push (theory 13).
//
// A condition that touches without load makes the motion about it piecewise linear: pushed to one
// side the condition is open, to the other it is closed. Both branches are given. Only energy
// decides for all of them at once: without velocities and whirls in the forces, a minimum of the
// potential in the directions of the open branch is one in those of every branch.
#pragma once

#include "zwang/analysis/oscillation.hpp"
#include "zwang/analysis/rest.hpp"

namespace zwang {

// Small oscillations with some of the weak conditions closed, the others open.
struct Branch {
  std::vector<int> closed;
  Oscillation oscillation;
};

struct [[nodiscard]] Equilibrium {
  Rest rest;
  // Directions of neighbouring states of rest to first order, a column each.
  Matrix family;
  // The first with all weak conditions open; then every choice of up to three weak conditions, or
  // all of them closed if there are more. Empty if nothing rests.
  std::vector<Branch> branches;
  Stability stability = Stability::undecided;
  std::string reason;

  bool usable() const { return rest.usable(); }
  const Oscillation& open() const { return branches.front().oscillation; }
  // A person's page of it.
  std::string text(const System& system) const;
};

// The state of rest reached from `guess`. Errors as in find_rest and oscillation.
Equilibrium equilibrium(const System& system, const State& guess, const RestOptions& options = {});

}  // namespace zwang
