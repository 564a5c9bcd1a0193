// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem: of all admissible points, the one nearest to the free point.
//
//   Z(x) = (x − x_free)ᵀ M (x − x_free)  →  min     with   A x + a = 0   and   C x + c ≤ 0
//
// x is an acceleration (Mayer 1899a, § 2) or a velocity after a shock (Mayer 1899b, § 1); this room
// does not know which. The minimum is unique (Stäckel 1919, § 7) and has multipliers with
//
//   M (x_free − x) = Aᵀμ + Cᵀλ,   λ ≥ 0,   λ (C x + c) = 0        Mayer 1899a, (14), (19), (20)
#pragma once

#include <string>
#include <vector>

#include "zwang/minimum/certificate.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {

// The arithmetic of an answer. A sign that lies within its error bound climbs one rung; easy
// problems never do.
enum class Rung { machine, quad, octuple, exact };  // double, 113 bits, 256 bits, rational

struct Options {
  // An error bound up to this is good enough: relative to the size of x in the metric of the mass,
  // and of each unknown relative to the largest; for a body at rest to 2^-14 of what X, c and
  // x_free would let expect.
  double accuracy = 1e-9;
  // Lower it to see what double alone would say.
  Rung highest = Rung::exact;
  // Raise it to have an answer checked in better arithmetic, whatever double says.
  Rung lowest = Rung::machine;
  // Rows taken hold of before giving up. The method is finite: reaching this is worth a report.
  int max_steps = 1000;

  // Throws Error (E120) and says what is wrong.
  void check() const;
};

enum class Outcome {
  not_run,
  found,          // the minimum, with its certificate
  contradictory,  // no point is admissible: `proof` says which rows exclude each other (E302)
  undecided,      // a sign lies within its error bound on the highest rung allowed (E306)
  gave_up,        // max_steps reached
  indefinite,     // the mass is negative in a direction that the equations leave free (E303)
  undetermined,   // a direction without inertia that nothing determines (E304)
  unbounded,      // a force on a direction without inertia (E305)
};

struct [[nodiscard]] Solution {
  Outcome outcome = Outcome::not_run;
  Vector x;
  Vector multipliers;         // μ, then λ: one per row of the problem; of least norm if not unique
  bool unique = true;         // whether the multipliers are
  double constraint = unset;  // Z at x
  double bound = unset;       // |x − true x| in the metric M is at most this
  Vector errors;              // and |x_i − true x_i| at most this
  // Rounded data only: x is within `bound` of the exact answer to a problem whose right sides
  // differ by at most this, relative to the terms of their row at x, or at a point as far out as X,
  // c and x_free reach if that is more (theory 4.4).
  double shift = 0.0;
  std::vector<int> acting;  // rows that hold as equations and carry a multiplier
  std::vector<int> held;    // all rows the answer was computed with: the start of the next solve
  Vector proof;  // if contradictory: weights of the rows whose sum cannot be (theory 4.5)
  Certificate certificate;
  Rung rung = Rung::machine;  // where the answer was found
  int steps = 0;

  bool usable() const { return outcome == Outcome::found; }
  std::string brief() const;   // one line
  std::string report() const;  // for a person
};

// Throws Error if the sizes in `problem` disagree. Every other ending is an outcome.
Solution solve(const Problem& problem, const Options& options = {});

// The same, beginning with the rows that were held in a problem like this one. The answer does not
// depend on the guess, the number of steps does.
Solution solve_from(const std::vector<int>& guess, const Problem& problem,
                    const Options& options = {});

}  // namespace zwang::minimum
