// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How well a solution with many rows satisfies its theorem, from problem and solution alone.
// Nothing here knows how it was found. Numbers are in units of s = max |A x_free|, or a thousandth
// of the terms of these sums if that is more; if all are 0, of the largest offset, or 1.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang::minimum {

class Problem;

struct SparseCertificate {
  // With the value g = a·x + c of a row: largest |max(g, −Φ_ii z)| of the inequalities, |g| of the
  // equations, Φ_ii = |a|² in M⁻¹. The strictest of all, for it sees a small z on an open row.
  double natural = unset;
  double rows = unset;             // largest g of the inequalities, |g| of the equations
  double signs = unset;            // largest −z of the inequalities, relative to the largest |z|
  double complementarity = unset;  // largest |z g| of the inequalities, relative to s max |z|
  double stationarity = unset;     // |M(x − x_free) − X + Aᵀz| relative to its largest term

  // The only criterion: whether all five are at most `tolerance`.
  bool holds(double tolerance) const;
};

// The certificate of x with multipliers, one per row. Offsets up to `touching` count as 0.
// Non-finite numbers have none.
SparseCertificate certify_sparse(const Problem& problem, const Vector& x, const Vector& multipliers,
                                 double touching);

// Whether `weights` prove that no point is admissible (Farkas, theory 4.5): Σ w a = 0, w ≥ 0 on
// inequalities, Σ w c > 0, the sums up to the rounding of their terms.
bool excludes(const Problem& problem, const Vector& weights, double touching);

}  // namespace zwang::minimum
