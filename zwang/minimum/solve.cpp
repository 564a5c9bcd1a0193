// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The ladder. The answer of a precision is taken only with its proof; doubt climbs.

#include "zwang/minimum/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/minimum/attempt.hpp"
#include "zwang/minimum/dual_form.hpp"
#include "zwang/minimum/inertia.hpp"
#include "zwang/minimum/least_norm.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/scale.hpp"

namespace zwang::minimum {
namespace {

// Accurate enough in the metric of the mass, and in each unknown. An answer that is zero, a body at
// rest, is as accurate as 2^-14 of what X, b and x_free would let expect.
bool accurate(const Problem& problem, const Scaling& scaling, const Attempt& found,
              double accuracy) {
  constexpr double rest = 0x1p-14;
  if (!(found.bound <= accuracy * (found.size + rest))) return false;
  double size = 0.0;  // the largest unknown, in its own unit
  const auto in_units = [&](double number, int i) {
    return times_power(number, -scaling.column[index(i)]);
  };
  for (int i = 0; i < problem.unknowns(); ++i)
    size = std::max(size, std::abs(in_units(found.x[index(i)], i)));
  for (int i = 0; i < problem.unknowns(); ++i)
    if (!(in_units(found.component[index(i)], i) <= accuracy * (size + in_units(rest, i))))
      return false;
  return true;
}

template <typename T>
Attempt attempt_with(const Problem& problem, const Scaling& scaling, const std::vector<int>& guess,
                     const Options& options) {
  return attempt(problem, scaling, written_out<T>(problem, scaling), guess, options.max_steps);
}

// In double first the cheap form; what it leaves in doubt goes to the basis, with the rows it held.
Attempt attempt_in_double(const Problem& problem, const Scaling& scaling,
                          const std::vector<int>& guess, const Options& options) {
  const Dense<double> dense = written_out<double>(problem, scaling);
  DualForm form;
  Attempt cheap;
  form.attempt(dense, guess, options.max_steps, cheap);
  if (cheap.ending == Attempt::Termination::found &&
      accurate(problem, scaling, cheap, options.accuracy))
    return cheap;
  Attempt result = attempt(problem, scaling, dense, cheap.held, options.max_steps);
  result.steps += cheap.steps;
  return result;
}

Attempt attempt_on(Precision precision, const Problem& problem, const Scaling& scaling,
                   const std::vector<int>& guess, const Options& options) {
  switch (precision) {
    case Precision::machine: return attempt_in_double(problem, scaling, guess, options);
    case Precision::quad: return attempt_with<Quad>(problem, scaling, guess, options);
    case Precision::octuple: return attempt_with<Octuple>(problem, scaling, guess, options);
    case Precision::exact: break;
  }
  return attempt_exactly(problem, scaling, guess, options.max_steps);
}

void write_down(const Problem& problem, const Scaling& scaling, const Attempt& found,
                Solution& solution) {
  const int n = problem.unknowns();
  solution.x.resize(n);
  solution.errors.resize(n);
  for (int i = 0; i < n; ++i) {
    solution.x[i] = std::ldexp(found.x[index(i)], scaling.unknown(i));
    solution.errors[i] = std::ldexp(found.component[index(i)], scaling.unknown(i));
    // below the range of double a power of two is not exact
    if (std::abs(solution.x[i]) < 0x1p-1022 && found.x[index(i)] != 0.0)
      solution.errors[i] += 0x1p-1074;
  }
  solution.multipliers = Vector::Zero(problem.rows());
  for (std::size_t l = 0; l < found.held.size(); ++l)
    solution.multipliers[found.held[l]] = std::ldexp(found.z[l], scaling.multiplier(found.held[l]));
  const int half = static_cast<int>(std::floor(scaling.mass / 2.0));
  const double odd = scaling.mass == 2 * half ? 1.0 : 1.4142135623730952;
  solution.bound = std::ldexp(found.bound * odd, scaling.size + half);
  solution.zwang = std::ldexp(found.zwang, 2 * scaling.size + scaling.mass);
  solution.shift = found.shift;
}

void finish(const Problem& problem, const Attempt& found, Solution& solution) {
  solution.outcome = Outcome::found;
  if (!found.spare.empty()) {
    std::vector<int> rows = found.held;
    rows.insert(rows.end(), found.spare.begin(), found.spare.end());
    solution.unique = shorten(problem, rows, solution.multipliers);
  }
  for (int k = 0; k < problem.rows(); ++k)
    if (solution.multipliers[k] != 0.0) solution.active.push_back(k);
  solution.certificate = certify(problem, solution.x, solution.multipliers);
}

Outcome outcome_of(Inertia inertia) {
  switch (inertia) {
    case Inertia::indefinite: return Outcome::indefinite;
    case Inertia::undetermined: return Outcome::undetermined;
    case Inertia::unbounded: return Outcome::unbounded;
    case Inertia::positive: break;
  }
  return Outcome::undecided;
}

}  // namespace

void Options::check() const {
  if (!(accuracy > 0.0))
    throw Error(Code::E120, fmt::format("accuracy {} is not above 0", accuracy));
  if (max_steps < 0) throw Error(Code::E120, fmt::format("max_steps {} is below 0", max_steps));
  if (lowest > highest) throw Error(Code::E120, "the lowest precision is above the highest");
}

Solution solve(const Problem& problem, const Options& options) {
  return solve_from({}, problem, options);
}

Solution solve_from(const std::vector<int>& guess, const Problem& problem, const Options& options) {
  problem.check();
  options.check();
  for (const int k : guess)
    if (k < 0 || k >= problem.rows())
      throw Error(Code::E120,
                  fmt::format("the guess names row {}, there are {}", k, problem.rows()));
  const Scaling scaling = scaling_of(problem);
  bool rounded = false;
  for (int k = 0; k < problem.rows(); ++k) rounded = rounded || problem.tau(k) > 0.0;

  Solution solution;
  solution.outcome = Outcome::undecided;
  solution.held = guess;
  bool inertia_known = false;
  for (int r = static_cast<int>(options.lowest); r <= static_cast<int>(options.highest); ++r) {
    const auto precision = static_cast<Precision>(r);
    if (precision == Precision::machine && !scaling.fits_double) continue;
    if (precision == Precision::exact && rounded)
      break;  // more digits on rounded data make answers worse
    // The elimination of the last precision does not care whether the mass is positive.
    if (precision == Precision::exact && !inertia_known) {
      inertia_known = true;
      solution.outcome = outcome_of(inertia_of(problem));
      if (solution.outcome != Outcome::undecided) return solution;
    }
    const Attempt attempt = attempt_on(precision, problem, scaling, solution.held, options);
    solution.precision = precision;
    solution.steps += attempt.steps;
    solution.held = attempt.held;
    solution.outcome =
        attempt.ending == Attempt::Termination::gave_up ? Outcome::gave_up : Outcome::undecided;
    if (attempt.ending == Attempt::Termination::contradictory) {
      solution.outcome = Outcome::contradictory;
      solution.proof = attempt.proof;
      return solution;
    }
    const bool light = attempt.ending == Attempt::Termination::no_inertia ||
                       (attempt.ending == Attempt::Termination::doubt && attempt.stiffened);
    if (light && !inertia_known) {
      inertia_known = true;
      solution.outcome = outcome_of(inertia_of(problem));
      if (solution.outcome != Outcome::undecided) return solution;
    }
    if (attempt.ending != Attempt::Termination::found) continue;
    write_down(problem, scaling, attempt, solution);
    const bool in_range = solution.x.allFinite() && solution.multipliers.allFinite() &&
                          solution.errors.allFinite() && std::isfinite(solution.bound);
    if (!in_range || !accurate(problem, scaling, attempt, options.accuracy)) continue;
    finish(problem, attempt, solution);
    return solution;
  }
  return solution;
}

}  // namespace zwang::minimum
