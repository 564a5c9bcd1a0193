// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Options and results of a search among very many rows (sparse.hpp).
#pragma once

#include <string>

#include "zwang/minimum/sparse_certificate.hpp"

namespace zwang::minimum {

struct SparseOptions {
  // The limit for every number of the certificate. Below 1e-12 rounding matters.
  double tolerance = 1e-10;
  // An offset c with |c| up to this counts as 0: in a step of length h the touching tolerance over
  // h. Without it the rounding of gaps turns a crystal into a linear programme in disguise.
  double touching = 0.0;
  // Gradient steps in a burst. More for systems where a factorisation is expensive.
  int burst = 250;
  // Newton steps before giving up. Reaching this merits a report.
  int max_steps = 200;
  // Whether to find out if the multipliers are unique, which may cost a factorisation.
  bool judge_unique = true;

  // Throws Error (E120) that says what is wrong.
  void check() const;
};

// Where to begin: the multipliers of the last step, each at the current index of its row, 0 for a
// new row; and how many rows changed between active and inactive in that step. Without multipliers
// the search begins with every row whose offset is not below 0.
struct SparseStart {
  Vector multipliers = {};
  int changed = 0;
};

enum class SparseOutcome {
  not_run,
  found,          // the minimum: the certificate holds
  contradictory,  // no point is admissible: `proof` says which rows exclude each other
  not_certified,  // the best point found; the certificate says how good it is
  no_inertia,     // a block of mass is not positive definite: a problem for `solve`
};

struct [[nodiscard]] SparseSolution {
  SparseOutcome outcome = SparseOutcome::not_run;
  Vector x;
  Vector multipliers;  // one per row
  // Whether the rows that hold are independent: then the multipliers are unique. If not, or if that
  // was not requested and is unknown, x is still unique.
  bool unique = true;
  Vector proof;  // if contradictory: weights of the rows whose sum is impossible
  SparseCertificate certificate;
  int active = 0;           // rows with a nonzero multiplier
  int changed = 0;          // rows active now and not at the start, or vice versa
  int snapped = 0;          // offsets taken as 0
  double moved = 0.0;       // the largest of them
  int null_directions = 0;  // number of rows that hold and depend on the others, at least
  int steps = 0;            // Newton steps
  int bursts = 0;
  int factorisations = 0;
  int products = 0;      // with Φ = A M⁻¹ Aᵀ
  bool densely = false;  // the search stalled, and `solve` finished with more digits

  bool usable() const { return outcome == SparseOutcome::found; }
  std::string brief() const;  // one line
};

}  // namespace zwang::minimum
