// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a motion spreads: the volume of a small cloud of states (q, q') around it (Voss 1884,
// (9)–(12); theory 14), which grows by the factor exp ∫ div dt,
//
//   div = Σ ∂q_i''/∂q_i' = −d log(Δ det M)/dt − A/Δ + tr[(M⁻¹ − M⁻¹pᵀG⁻¹pM⁻¹) ∂Q/∂q']
//   G = p M⁻¹ pᵀ,   Δ = det G,   A/Δ = Σ (G⁻¹)_hs (hki) q_k' (M⁻¹p_s)_i
//
// Voss has constant masses; variable ones add det M. If a constraint moves, time is one of the
// coordinates k. The volume of (q, u) with u = P q' + p is det P times that of (q, q').
#pragma once

#include <optional>
#include <string>

#include "zwang/analysis/phase_flow.hpp"

namespace zwang {

struct Divergence {
  double value = unset;  // Σ ∂q_i''/∂q_i', from the differentiated equations of motion
  double size = unset;   // the sum of the magnitudes of its terms

  // Voss's terms; unset where the mass has directions without inertia.
  double log_delta = unset;       // log Δ
  double log_mass = unset;        // log det M
  double log_delta_rate = unset;  // d/dt
  double log_mass_rate = unset;
  double a_over_delta = unset;
  double forces = unset;  // the trace with ∂Q/∂q'

  double by_voss() const { return forces - log_mass_rate - log_delta_rate - a_over_delta; }
};

// Empty where the constraints do not determine the accelerations.
std::optional<Divergence> divergence(const PhaseFlow& flow, const State& state);
Divergence divergence(const PhaseInstant& now);

// The volume along a motion.
struct [[nodiscard]] KeptVolume {
  enum class Outcome {
    not_run,
    found,
    singular,  // the constraints do not determine the motion, or a number is not finite
    no_step,   // no step is small enough
  };
  Outcome outcome = Outcome::not_run;
  State end;                       // where the motion ends, u its rates q'
  double log_determinant = unset;  // log det ∂(q, q')(end)/∂(q, q')(start)
  double integral = unset;         // ∫ div dt
  int steps = 0;

  bool usable() const { return outcome == Outcome::found; }
  double difference() const;  // of the two
  std::string brief() const;  // one line
};

// Both from the same start, the determinant by the variational equations of all 2n states, the
// integral by the trace. For the smooth flow of `flow` alone: E120 for impulses on the way and for
// constraints that do not hold throughout.
KeptVolume kept_volume(const PhaseFlow& flow, const State& start, double until,
                       double tolerance = 1e-10);

}  // namespace zwang
