// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Jacobi's multiplier of the equations of motion (Voss 1884, (17)–(23); theory 14): a density
// M(q, t) that the flow of (q, q') preserves,
//
//   d log M/dt = −div,   that is   M det ∂(q, q')/∂(start) = const
//
// With D = d log(Δ det M) and W_k = Σ (G⁻¹)_hs (hki) (M⁻¹p_s)_i this is a question about forms: M =
// (Δ det M)^c F is a multiplier if (c − 1) D − W + d log F is a combination of the constraints, and
// forces preserve volumes. So
//
//   M = 1       D + W = Σ h_s p_s
//   M = Δ       W = Σ h_s p_s, with h_l = Σ W_k β_lk and β = G⁻¹ p M⁻¹
//   M = Δ Λ     the constraints are dφ_j = Σ λ_sj p_s, Λ = det λ
//
// and whether any M(q, t) exists is the integrability of one more form, dw + D + W (theory 11).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/analysis/volume.hpp"

namespace zwang {

struct [[nodiscard]] LastMultiplier {
  enum class Kind {
    none,          // `reason`: none exists, or none was found
    one,           // M = 1
    delta,         // M = Δ det M
    delta_lambda,  // M = Δ det M Λ
    other,         // M = (Δ det M)^power times a function of position
  };
  Kind kind = Kind::none;
  // Of Δ det M; texts omit det M where masses are constant.
  double power = 0.0;
  std::optional<Formula> factor = {};       // Λ, or the function of position
  std::shared_ptr<const Graph> graph = {};  // of the factor
  // "Delta*exp(x^2 + y^2)"
  std::string text = {};
  std::string reason = {};

  // Proved by the rules of fractions, sines and exponentials (surely_vanishes). Otherwise
  // div + d log M/dt was at most `residual` of its terms at random states.
  bool exact = false;
  double residual = unset;

  Vector h = {};                            // for M = Δ, at the start
  std::vector<std::string> integrals = {};  // φ for M = Δ Λ
  // If there is none: no function of position and time is a multiplier. Otherwise it is only known
  // that none was found.
  bool excluded = false;

  bool usable() const { return kind != Kind::none; }
};

// Valid for starts near `start`.
LastMultiplier last_multiplier(const PhaseFlow& flow, const State& start);

// log |M| at a state, up to a constant; unset if there is none.
double log_multiplier(const LastMultiplier& multiplier, const PhaseFlow& flow, const State& state);

}  // namespace zwang
