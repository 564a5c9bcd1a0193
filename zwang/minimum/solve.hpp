// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem: of all admissible points, the one nearest to the free point.
//
//   Z(x) = (x − x_free)ᵀ M (x − x_free)  →  min     with   A x + a = 0   and   C x + c ≤ 0
//
// x is an acceleration (Mayer 1899a, § 2) or a velocity after an impact (Mayer 1899b, § 1); this
// module does not know which. The minimum is unique (Stäckel 1919, § 7) and has multipliers with
//
//   M (x_free − x) = Aᵀμ + Cᵀλ,   λ ≥ 0,   λ (C x + c) = 0        Mayer 1899a, (14), (19), (20)
#pragma once

#include <string>
#include <vector>

#include "zwang/minimum/certificate.hpp"

namespace zwang::minimum {

class Problem;

// The arithmetic of a solution. A sign within its error bound climbs a precision; easy ones never
// do.
enum class Precision { machine, quad, octuple, exact };  // double, 113 bits, 256 bits, rational

struct Options {
  // An error bound up to this is good enough: relative to the size of x in the metric of the mass,
  // and for each unknown relative to the largest; for a body at rest to 2^-14 of what X, c and
  // x_free suggest.
  double accuracy = 1e-9;
  // Lower it to see the result of double alone.
  Precision highest = Precision::exact;
  // Raise it to have a solution checked in better arithmetic, whatever double finds.
  Precision lowest = Precision::machine;
  // Rows activated before giving up. The method is finite: reaching this merits a report.
  int max_steps = 1000;

  // Throws Error (E120) that says what is wrong.
  void check() const;
};

enum class Outcome {
  not_run,
  found,          // the minimum, with its certificate
  contradictory,  // no point is admissible: `proof` says which rows exclude each other (E302)
  undecided,      // a sign lies within its error bound on the highest precision allowed (E306)
  gave_up,        // max_steps reached
  indefinite,     // the mass is negative in a direction that the equations leave free (E303)
  undetermined,   // a direction without inertia that nothing determines (E304)
  unbounded,      // a force on a direction without inertia (E305)
};

struct [[nodiscard]] Solution {
  Outcome outcome = Outcome::not_run;
  Vector x;
  Vector multipliers;    // μ, then λ: one per row of the problem; of least norm if not unique
  bool unique = true;    // whether the multipliers are
  double zwang = unset;  // Z at x
  double bound = unset;  // |x − true x| in the metric M is at most this
  Vector errors;         // and |x_i − true x_i| at most this
  // Rounded data only: x is within `bound` of the exact solution of a problem whose right-hand
  // sides differ by at most this, relative to the terms of their row at x, or at a point as far out
  // as X, c and x_free reach if that is more (theory 4.4).
  double shift = 0.0;
  std::vector<int> active;  // rows that hold as equations and carry a multiplier
  std::vector<int> held;    // all rows the solution was computed with: the start of the next solve
  Vector proof;  // if contradictory: weights of the rows whose sum is impossible (theory 4.5)
  Certificate certificate;
  Precision precision = Precision::machine;  // where the solution was found
  int steps = 0;

  bool usable() const { return outcome == Outcome::found; }
  std::string brief() const;    // one line
  std::string summary() const;  // for people
};

// Throws Error if the sizes in `problem` disagree. Every other ending is an outcome.
Solution solve(const Problem& problem, const Options& options = {});

// The same, beginning with the rows held in a similar problem. The solution does not depend on the
// guess, the number of steps does.
Solution solve_from(const std::vector<int>& guess, const Problem& problem,
                    const Options& options = {});

}  // namespace zwang::minimum
