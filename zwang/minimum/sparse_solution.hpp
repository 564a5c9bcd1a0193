// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What is asked of a search among very many rows, and what it answers (sparse.hpp).
#pragma once

#include <string>

#include "zwang/minimum/sparse_certificate.hpp"

namespace zwang::minimum {

struct SparseOptions {
  // Every number of the certificate is at most this. Below 1e-12 rounding has its say.
  double tolerance = 1e-10;
  // An offset c with |c| up to this is taken as 0: in a step of length h the touching tolerance
  // over h. Without it the rounding of gaps makes a crystal a linear programme in disguise.
  double touching = 0.0;
  // Gradient steps in a burst. More for systems where a factorisation is dear.
  int burst = 250;
  // Newton steps before giving up. Reaching this is worth a report.
  int max_steps = 200;
  // Whether to find out if the multipliers are the only ones, which may cost a factorisation.
  bool judge_unique = true;

  // Throws Error (E120) and says what is wrong.
  void check() const;
};

// Where to begin: the multipliers of the last step, each at the place its row has now, 0 for a new
// row; and how many rows changed between acting and not acting in that step. Without multipliers
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
  no_inertia,     // a block of mass is not positive definite: a question for `solve`
};

struct [[nodiscard]] SparseSolution {
  SparseOutcome outcome = SparseOutcome::not_run;
  Vector x;
  Vector multipliers;  // one per row
  // Whether the rows that hold are independent: then the multipliers are the only ones. If not, or
  // if it was not asked for and is not known, x is unique all the same.
  bool unique = true;
  Vector proof;  // if contradictory: weights of the rows whose sum cannot be
  SparseCertificate certificate;
  int acting = 0;           // rows with a multiplier that is not 0
  int changed = 0;          // rows that act and did not at the start, or the other way round
  int snapped = 0;          // offsets that were taken as 0
  double moved = 0.0;       // the largest of them
  int null_directions = 0;  // how many of the rows that hold depend on the others, at least
  int steps = 0;            // Newton steps
  int bursts = 0;
  int factorisations = 0;
  int products = 0;      // with Φ = A M⁻¹ Aᵀ
  bool densely = false;  // the search stalled, and `solve` answered with more digits

  bool usable() const { return outcome == SparseOutcome::found; }
  std::string brief() const;  // one line
};

}  // namespace zwang::minimum
