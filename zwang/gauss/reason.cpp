// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/reason.hpp"

#include <fmt/format.h>

#include <cmath>

#include "zwang/system/short_text.hpp"

namespace zwang {

std::string reason(const ConstraintAt& at) {
  switch (at.status) {
    case ConstraintStatus::absent: return "not in force at this time";
    case ConstraintStatus::held: return "an equation";
    case ConstraintStatus::open: return "its gap is open: it restricts nothing";
    case ConstraintStatus::leaving: return "the motion is leaving it";
    case ConstraintStatus::violated: return "the state violates it";
    case ConstraintStatus::impacting: return "it is struck: an impact comes first";
    case ConstraintStatus::closed:
      return "it just touches: free and constrained motion coincide here";
    case ConstraintStatus::active:
      return at.free > 0.0 ? "the free motion would violate it"
                           : "the free motion obeys it, but with the others active it is needed";
    case ConstraintStatus::sticking: return "it sticks: its friction is within its bound";
    case ConstraintStatus::slipping:
      return "it slips: its friction is at its bound, against the slip";
    case ConstraintStatus::released: break;
  }
  return at.free > 0.0 ? "the free motion would violate it, but the others maintain it"
                       : "the motion moves away from it";
}

std::string reason_in_full(const ConstraintAt& at, bool equation) {
  // of velocities g = 0 or g <= 0 is asked, of positions f
  const bool of_velocities = std::isnan(at.f);
  const std::string zero = of_velocities ? "g" : "f = f'", next = of_velocities ? "g'" : "f''";
  const std::string free =
      std::isnan(at.free) ? "" : fmt::format(" The free motion has {} = {:.4g}.", next, at.free);
  if (equation) return fmt::format("An equation: it always holds.{}", free);
  switch (at.status) {
    case ConstraintStatus::active:
      return fmt::format("It acts: {} = 0, and without its push of {:.4g} it would be violated.{}",
                         zero, at.multiplier, free);
    case ConstraintStatus::released:
      return fmt::format("It does not act: {} = 0, but the motion leaves it with {} = {:.4g}.{}",
                         zero, next, at.second, free);
    case ConstraintStatus::closed:
      return fmt::format("It is closed without force: {} = {} = 0.{}", zero, next, free);
    case ConstraintStatus::leaving:
      return fmt::format("It does not act: f = 0, but the motion leaves it with f' = {:.4g}.",
                         at.rate);
    case ConstraintStatus::open:
      return of_velocities ? fmt::format("It is open: g = {:.4g} is below 0.", at.rate)
                           : fmt::format("It is open: f = {:.4g} is below 0.", at.f);
    case ConstraintStatus::sticking:
      return fmt::format("It sticks: a friction of {:.4g} is enough to keep it at rest.{}",
                         -at.multiplier, free);
    case ConstraintStatus::slipping:
      return fmt::format("It slips with {:.4g}, against a friction of {:.4g}.", at.rate,
                         -at.multiplier);
    default: return std::string(name(at.status));
  }
}

std::string_view reason_of_state(ConstraintStatus state) {
  switch (state) {
    case ConstraintStatus::held: return "An equation: it always holds.";
    case ConstraintStatus::active:
      return "It acts: it is closed and stays so, and without its push it would be violated.";
    case ConstraintStatus::closed:
      return "It is closed without force: the motion satisfies it by itself.";
    case ConstraintStatus::sticking: return "It sticks: its friction is within its bound.";
    case ConstraintStatus::slipping:
      return "It slips: its friction is at its bound, against the slip.";
    default: return "It is open: it restricts nothing here and has no multiplier.";
  }
}

std::string rule_of_ostrogradsky(const System& system, const Ostrogradsky& rule) {
  const std::string kept = rule.kept.empty()
                               ? "nothing"
                               : names_of(system, rule.kept) +
                                     (rule.kept.size() == 1 ? " as an equation" : " as equations");
  if (rule.accelerations.size() == 0)
    return fmt::format("Ostrogradsky's rule keeps {}, which is impossible.\n", kept);
  std::string text = fmt::format("Ostrogradsky's rule keeps {} and gives {}: ", kept,
                                 short_vector(rule.accelerations));
  if (rule.right()) return text + "the same.\n";
  if (!rule.broken.empty()) text += fmt::format("that violates {}", names_of(system, rule.broken));
  if (!rule.pulling.empty())
    text += fmt::format("{}{} would have to pull", rule.broken.empty() ? "" : ", and ",
                        names_of(system, rule.pulling));
  return text + ".\n";
}

}  // namespace zwang
