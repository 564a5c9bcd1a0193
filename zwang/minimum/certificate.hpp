// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How well a solution satisfies its theorem, from problem and solution alone (theory 16). Nothing
// here knows how it was found. Rows are scaled to |a|_{M⁻¹} = 1 and everything is divided by the
// size max(|x_free|_M, |x|_M), so that all numbers are dimensionless.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang::minimum {

class Problem;

struct Certificate {
  double stationarity = unset;     // |M(x − x_free) + Aᵀμ + Cᵀλ|_{M⁻¹}
  double equations = unset;        // largest |A x + a|
  double inequalities = unset;     // largest C x + c above zero
  double signs = unset;            // largest −λ above zero
  double complementarity = unset;  // largest |λ (C x + c)|
  double gap = unset;              // |Z − (μ, λ)·(value of the rows at x_free)|, relative to Z

  // The only criterion: whether all six are at most `tolerance`.
  bool holds(double tolerance) const;
  // The largest of the six.
  double worst() const;
};

// The certificate of x with multipliers, one per row.
Certificate certify(const Problem& problem, const Vector& x, const Vector& multipliers);

// Whether `weights` prove that no point is admissible (Farkas, theory 4.5): Σ w a = 0, w ≥ 0 on
// inequalities, Σ w c > 0. Decided in rational numbers: the rows with a weight must determine it up
// to a factor, and the exact weights are computed from them. With rounded rows the sums may miss
// zero by the rounding of the rows.
bool contradiction_holds(const Problem& problem, const Vector& weights);

}  // namespace zwang::minimum
