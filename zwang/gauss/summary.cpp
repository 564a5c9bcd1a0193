// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Words for a person: who acts, who does not, and why.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/describe_position.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

std::string contradiction(const System& system, const std::vector<Weighted>& proof) {
  std::vector<std::string> parts;
  for (const auto& [constraint, weight] : proof)
    parts.push_back(
        fmt::format("{} times {}", short_number(weight), system.constraint(constraint).name));
  return fmt::format("contradictory: {} can never be <= 0", fmt::join(parts, " + "));
}

std::string table(const System& system, const std::vector<ConstraintAt>& constraints,
                  std::string_view second, std::string_view multiplier) {
  std::size_t width = 10;
  for (int i = 0; i < system.constraints(); ++i)
    width = std::max(width, system.constraint(i).name.size());
  std::string out = fmt::format("  {:<{}}  {:<8}  {:>12}  {:>12}  {:>12}  {}\n", "constraint",
                                width, "status", second, multiplier, "f'' if free", "why");
  for (int i = 0; i < system.constraints(); ++i) {
    const ConstraintAt& at = constraints[index(i)];
    const auto number = [](double x) { return std::isnan(x) ? std::string("-") : short_number(x); };
    out += fmt::format("  {:<{}}  {:<8}  {:>12}  {:>12}  {:>12}  {}\n", system.constraint(i).name,
                       width, name(at.status), number(at.second), number(at.multiplier),
                       number(at.free), reason(at));
  }
  return out;
}

std::string heading(const System& system, double t) {
  const std::string& title = system.model().name();
  return fmt::format("{} at t = {}", title.empty() ? "system" : title, short_number(t));
}

// What is said where there is no answer.
std::string failure(const System& system, InstantOutcome outcome, const Regularity& regularity,
                    const std::vector<Weighted>& proof, const std::optional<Error>& domain_error,
                    const Rubbing& rubbing) {
  switch (outcome) {
    case InstantOutcome::contradictory: return contradiction(system, proof);
    case InstantOutcome::singular: return describe_position(system, regularity);
    case InstantOutcome::nonlinear:
      return fmt::format(
          "the impact leads to velocities that {} does not allow, by {}; it is not linear in the "
          "velocities, and no law says how it takes part in an impact",
          system.constraint(proof.front().first).name, short_number(proof.front().second));
    case InstantOutcome::not_finite:
      return domain_error ? std::string(domain_error->what()) : "not finite";
    case InstantOutcome::endless: return "impacts one after the other do not end";
    case InstantOutcome::none:
    case InstantOutcome::several: return describe(system, rubbing);
    default: return std::string(name(outcome));
  }
}

}  // namespace

std::string Instant::brief() const {
  if (!system) return "not run";
  if (!usable())
    return fmt::format("{}: {}", heading(*system, state.t),
                       failure(*system, outcome, regularity, proof, domain_error, rubbing));
  std::vector<int> active;
  for (int i = 0; i < system->constraints(); ++i)
    if (constraints[index(i)].status == ConstraintStatus::active ||
        constraints[index(i)].status == ConstraintStatus::held)
      active.push_back(i);
  return fmt::format("{}: accelerations {}, {}", heading(*system, state.t),
                     short_vector(accelerations),
                     active.empty() ? "nothing acts" : names_of(*system, active) + " act");
}

std::string Instant::summary() const {
  if (!system) return "not run\n";
  std::string out;
  if (!usable()) {
    out = brief() + "\n";
  } else {
    out = fmt::format("{}: found, {}, Z = {}, certificate {:.0e}\n", heading(*system, state.t),
                      describe_position(*system, regularity), short_number(zwang),
                      certificate.worst());
    out += fmt::format("  free {}\n  true {}\n", short_vector(free), short_vector(accelerations));
  }
  if (!constraints.empty()) out += table(*system, constraints, "f''", "multiplier");
  if (!unique) out += "Multipliers are not unique here; those of least norm are given.\n";
  out += describe_stationary(*this);
  if (ostrogradsky) out += rule_of_ostrogradsky(*system, *ostrogradsky);
  return out;
}

std::string Impact::brief() const {
  if (!system) return "not run";
  if (!usable())
    return fmt::format("{}: {}", heading(*system, state.t),
                       failure(*system, outcome, regularity, proof, domain_error, rubbing));
  return fmt::format("{}: impact, velocities {} -> {}, energy {} -> {}", heading(*system, state.t),
                     short_vector(before), short_vector(after), short_number(energy_before),
                     short_number(energy_after));
}

std::string Impact::summary() const {
  if (!system) return "not run\n";
  std::string out = brief() + "\n";
  if (!usable()) return out;
  std::size_t width = 10;
  for (int i = 0; i < system->constraints(); ++i)
    width = std::max(width, system->constraint(i).name.size());
  out += fmt::format("  {:<{}}  {:>12}  {:>12}  {:>12}\n", "constraint", width, "f' before",
                     "f' after", "impulse");
  for (int i = 0; i < system->constraints(); ++i) {
    const ConstraintAt& at = constraints[index(i)];
    if (std::isnan(at.rate_after)) continue;
    out +=
        fmt::format("  {:<{}}  {:>12}  {:>12}  {:>12}\n", system->constraint(i).name, width,
                    short_number(at.rate), short_number(at.rate_after), short_number(impulses[i]));
  }
  out += fmt::format("  dissipated {}, supplied by moving constraints {}{}\n",
                     short_number(dissipated), short_number(supplied),
                     gained_energy ? "; energy was gained: unequal restitution (E341)" : "");
  return out;
}

}  // namespace zwang
