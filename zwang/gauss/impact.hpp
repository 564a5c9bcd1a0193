// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Velocities after an impact: the same principle, one level down (Mayer 1899b, §§ 1–3; theory 7).
//
//   |u − α|²_M → min,   g1 = 0 for equations,   g1 ≤ 0 for all inequalities with f = 0 and all of
//   velocities;   M (u⁺ − α) = −Aᵀl,   l ≥ 0 for inequalities
//
// α are the velocities that external impulses alone would give. All constraints enter at once: one
// by one they give other velocities, which is the law of a model with impacts in sequence (7.7).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

struct ImpactOptions {
  Nearness nearness = {};
  RegularityOptions regularity = {};
  minimum::Options minimum = {};
  // External impulses, one number per coordinate (N s); empty if there are none.
  Vector impulse = {};
  // Constraints whose restitution is ignored: they are only touched.
  std::vector<int> settled = {};
  // Inequalities that hold as equations from now on, whatever the sign of their impulse: the last
  // of infinitely many impacts.
  std::vector<int> held = {};
};

struct [[nodiscard]] Impact {
  InstantOutcome outcome = InstantOutcome::not_run;
  Vector before;                          // u⁻
  Vector free;                            // α
  Vector after;                           // u⁺
  Vector impulses;                        // l, one per constraint of the model
  bool unique = true;                     // whether the impulses are
  std::vector<ConstraintAt> constraints;  // f, g1 before (`rate`) and after (`rate_after`)
  Regularity regularity;
  minimum::Certificate certificate;
  double bound = unset;   // |u⁺ − true u⁺|_M is at most this
  bool repaired = false;  // a second step was needed after restitution (theory 7.4)
  int count = 1;          // of impacts one after the other (theory 7.7)
  // Carnot (7.3), (7.5): T(α) − T(u⁺) = dissipated − Σ l b1.
  double energy_before = unset, energy_free = unset, energy_after = unset;
  double energy_lost_velocities = unset;  // T(α − u⁺)
  double supplied = unset;                // Σ l b1, by moving constraints
  double dissipated = unset;              // never below 0, except with unequal restitution
  bool gained_energy = false;             // E341
  // The part of all restitution that was used: below 1 where friction would have gained energy.
  double restitution_used = 1.0;
  Rubbing rubbing;  // of surfaces with friction that are struck
  std::vector<Weighted> proof;
  std::optional<Error> domain_error;
  const System* system = nullptr;     // its system; must outlive it, unless it is `own`
  std::shared_ptr<const System> own;  // if made from a model
  State state;

  bool usable() const { return outcome == InstantOutcome::found; }
  std::string brief() const;
  std::string summary() const;
};

// Positions are kept. Equations that the velocities violate enter as sudden equations.
Impact impact(const System& system, const State& state, const ImpactOptions& options = {});
Impact impact(const Model& model, const State& state, const ImpactOptions& options = {});

}  // namespace zwang
