// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Velocities after a shock: the same principle one level down (Mayer 1899b, §§ 1–3; theory 7).
//
//   |u − α|²_M → min,   g1 = 0 for equations,   g1 ≤ 0 for all inequalities with f = 0 and all of
//   velocities;   M (u⁺ − α) = −Aᵀl,   l ≥ 0 for inequalities
//
// α are the velocities that external impulses alone would give. All conditions enter at once: one
// after the other would give other velocities.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

struct ShockOptions {
  Nearness nearness = {};
  RegularityOptions regularity = {};
  minimum::Options minimum = {};
  // External impulses, one number per coordinate (N s); empty if there are none.
  Vector impulse = {};
  // Conditions whose restitution is not used: they are only touched.
  std::vector<int> settled = {};
  // Inequalities that hold as equations from here on, whatever the sign of their impulse: the last
  // of infinitely many shocks.
  std::vector<int> held = {};
};

struct [[nodiscard]] Shock {
  InstantOutcome outcome = InstantOutcome::not_run;
  Vector before;                        // u⁻
  Vector free;                          // α
  Vector after;                         // u⁺
  Vector impulses;                      // l, one per condition of the model
  bool unique = true;                   // whether the impulses are
  std::vector<ConditionAt> conditions;  // f, and g1 before (`rate`) and after (`second`)
  Regularity regularity;
  minimum::Certificate certificate;
  double bound = unset;   // |u⁺ − true u⁺|_M is at most this
  bool repaired = false;  // a second step was needed after restitution (theory 7.4)
  // Carnot (7.3), (7.5): T(α) − T(u⁺) = dissipated − Σ l b1.
  double energy_before = unset, energy_free = unset, energy_after = unset;
  double energy_lost_velocities = unset;  // T(α − u⁺)
  double supplied = unset;                // Σ l b1, by conditions that move
  double dissipated = unset;              // never below 0, except with unequal restitution
  bool gained_energy = false;             // E341
  std::vector<Weighted> proof;
  std::optional<Error> complaint;
  const System* system = nullptr;     // whose it is; must live as long, unless it is `own`
  std::shared_ptr<const System> own;  // if it was made of a model
  State state;

  bool usable() const { return outcome == InstantOutcome::found; }
  std::string brief() const;
  std::string report() const;
};

// Positions are kept. Equations that the velocities break are sudden equations and enter as such.
Shock shock(const System& system, const State& state, const ShockOptions& options = {});
Shock shock(const Model& model, const State& state, const ShockOptions& options = {});

}  // namespace zwang
