// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a solution says in words.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zwang/minimum/solve.hpp"

namespace zwang::minimum {
namespace {

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::not_run: return "not run";
    case Outcome::found: return "found";
    case Outcome::contradictory: return "contradictory";
    case Outcome::undecided: return "undecided";
    case Outcome::gave_up: return "gave up";
    case Outcome::indefinite: return "the mass is indefinite on the admissible directions";
    case Outcome::undetermined: return "a direction without inertia is undetermined";
    case Outcome::unbounded: break;
  }
  return "a force acts on a direction without inertia";
}

const char* word(Precision precision) {
  switch (precision) {
    case Precision::machine: return "double";
    case Precision::quad: return "113 bits";
    case Precision::octuple: return "256 bits";
    case Precision::exact: break;
  }
  return "rational numbers";
}

}  // namespace

std::string Solution::brief() const {
  if (!usable()) return fmt::format("{}, {} steps, {}", word(outcome), steps, word(precision));
  return fmt::format("found, {} rows act, Z = {:.6g}, error at most {:.1e}, {} steps, {}",
                     active.size(), zwang, bound, steps, word(precision));
}

std::string Solution::summary() const {
  std::string text = brief() + "\n";
  if (outcome == Outcome::contradictory) {
    text += "  these rows contradict each other:\n";
    for (Eigen::Index k = 0; k < proof.size(); ++k)
      if (proof[k] != 0.0) text += fmt::format("    {:+.6g} times row {}\n", proof[k], k);
    return text;
  }
  if (!usable()) return text;
  text += fmt::format("  active: {}{}\n", fmt::join(active, " "),
                      unique ? "" : "  (multipliers not unique: those of least norm)");
  for (const int k : active) text += fmt::format("    row {}: {:.9g}\n", k, multipliers[k]);
  if (shift > 0.0) text += fmt::format("  right-hand sides moved by {:.1e} of their size\n", shift);
  text += fmt::format(
      "  stationarity {:.1e}, equations {:.1e}, inequalities {:.1e}, signs {:.1e}, "
      "complementarity {:.1e}, gap {:.1e}\n",
      certificate.stationarity, certificate.equations, certificate.inequalities, certificate.signs,
      certificate.complementarity, certificate.gap);
  return text;
}

}  // namespace zwang::minimum
