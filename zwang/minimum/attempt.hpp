// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One precision of the precision ladder: search, then judge. Either a proven solution, or doubt.
#pragma once

#include <vector>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/scale.hpp"

namespace zwang::minimum {

// All numbers refer to the scaled problem.
struct Attempt {
  enum class Termination { doubt, found, contradictory, gave_up, no_inertia };

  Termination ending = Termination::doubt;
  std::vector<int> held;  // rows of the solution, or of the last guess
  std::vector<double> x;
  std::vector<double> z;  // one per held row
  double bound = unset;   // |x − x*|_M
  double size = unset;    // |x|_M
  std::vector<double> component;
  double shift = 0.0;
  double zwang = unset;    // Z
  std::vector<int> spare;  // rows that hold as equations too and depend on the held ones
  Vector proof;            // of a contradiction, in the units of the problem
  int steps = 0;
  bool stiffened = false;  // the mass is positive only with the equations
};

// In floating-point numbers T, given the problem in them. `guess` are rows to begin with.
template <typename T>
Attempt attempt(const Problem& problem, const Scaling& scaling, const Dense<T>& dense,
                const std::vector<int>& guess, int max_steps);

extern template Attempt attempt(const Problem&, const Scaling&, const Dense<double>&,
                                const std::vector<int>&, int);
extern template Attempt attempt(const Problem&, const Scaling&, const Dense<Quad>&,
                                const std::vector<int>&, int);
extern template Attempt attempt(const Problem&, const Scaling&, const Dense<Octuple>&,
                                const std::vector<int>&, int);

// The same in rational numbers. Exact data only.
Attempt attempt_exactly(const Problem& problem, const Scaling& scaling,
                        const std::vector<int>& guess, int max_steps);

}  // namespace zwang::minimum
