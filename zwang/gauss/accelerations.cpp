// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/accelerations.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/question.hpp"
#include "zwang/minimum/parts.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

// |A_i|_{M⁻¹}: what a unit multiplier of the row changes, in the kinetic metric. `moved` is room
// for M⁻¹Aᵢ.
double strength(const System& system, const Snapshot& snapshot, int constraint, Vector& moved) {
  system.write_row(snapshot, constraint, moved);
  snapshot.mass.solve(moved.data());
  return std::sqrt(std::max(0.0, system.along(snapshot, constraint, moved.data(), 0.0)));
}

std::vector<Weighted> weighted(const std::vector<int>& constraints, const Vector& weights) {
  std::vector<Weighted> proof;
  for (std::size_t k = 0; k < constraints.size(); ++k)
    if (const double weight = weights[static_cast<Eigen::Index>(k)]; weight != 0.0)
      proof.emplace_back(constraints[k], weight);
  return proof;
}

// What may take part in a contradiction at a singular position: all rows but those that vanish with
// a second level, uᵀHu, that is zero to rounding.
std::vector<int> rows_that_speak(const System& system, const Snapshot& snapshot,
                                 const std::vector<int>& binding, const Instant& instant) {
  std::vector<int> speaking;
  for (const int i : binding) {
    const auto& vanishing = instant.regularity.vanishing;
    const bool vanishes = std::ranges::find(vanishing, i) != vanishing.end();
    const double terms = vanishes && !system.constraint(i).of_velocities
                             ? hessian(system, snapshot, i).norm() * snapshot.state.u.squaredNorm()
                             : 0.0;
    if (std::abs(snapshot.rows[index(i)].b2) > 1e-6 * terms || !vanishes) speaking.push_back(i);
  }
  return speaking;
}

// Near a fork rows differ by their distance from it, and so do their second levels: a contradiction
// that small is none.
bool is_plain(const minimum::Problem& problem, const Vector& weights) {
  double sum = 0.0;
  double sizes = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    sum += weights[k] * problem.offset(k);
    sizes += std::abs(weights[k] * problem.offset(k));
  }
  return sum > 1e-6 * sizes && minimum::contradiction_holds(problem, weights);
}

void write_reactions(const System& system, const Snapshot& snapshot, Instant& instant) {
  instant.reaction = Vector::Zero(system.velocities());
  for (int i = 0; i < system.constraints(); ++i) {
    const double z = instant.constraints[index(i)].multiplier;
    if (z == 0.0) continue;
    const auto columns = system.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k)
      instant.reaction[columns[k]] -= z * snapshot.rows[index(i)].a[k];
  }
  const Vector along = system.along_coordinates(instant.reaction, snapshot);
  for (const Point& point : system.model().points()) {
    std::array<double, 3> force{};
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0) force[i] = along[point.coordinates[i]];
    instant.reactions.push_back(force);
  }
}

// How surfaces rub that push: those that turn out to be just closed do not.
void write_friction(const System& system, const Snapshot& snapshot, Instant& instant) {
  Rubbing& rubbing = instant.rubbing;
  for (std::size_t k = 0; k < rubbing.rows.size(); ++k) {
    const int row = rubbing.rows[k];
    const int surface = system.constraint(row).friction->of;
    if (surface >= 0 && instant.constraints[index(surface)].status != ConstraintStatus::active)
      continue;
    ConstraintAt& at = instant.constraints[index(row)];
    const bool sticks = std::ranges::find(rubbing.sticking, row) != rubbing.sticking.end();
    at.status = sticks ? ConstraintStatus::sticking : ConstraintStatus::slipping;
    at.rate = snapshot.rows[index(row)].rate;
    at.second =
        system.along(snapshot, row, instant.accelerations.data(), snapshot.rows[index(row)].b2);
    at.free = system.along(snapshot, row, instant.free.data(), snapshot.rows[index(row)].b2);
    at.multiplier = rubbing.friction[k];
  }
}

// Whether a constraint is part of a combination whose leading form decides, at a singular position
// where all of these are satisfied strictly.
bool opens(const Regularity& regularity, int constraint) {
  if (regularity.kind != PositionClass::singular) return false;
  return std::ranges::any_of(regularity.vertex.leading.forms, [&](const LeadingForm& form) {
    return std::ranges::any_of(form.weights,
                               [&](const auto& weight) { return weight.first == constraint; });
  });
}

// What is left of velocities that rounding has made of rest, where no force acts: m/s^2 or whatever
// the units of the model are.
constexpr double least_push = 1e-30;

// Active, closed or released: by multiplier and second level of the answer.
ConstraintStatus last_status(const ConstraintAt& at, double zero_second, double force,
                             double zero_force) {
  if (force > zero_force) return ConstraintStatus::active;
  return at.second < -zero_second ? ConstraintStatus::released : ConstraintStatus::closed;
}

}  // namespace

Instant accelerations(const System& system, const State& state, const InstantOptions& options) {
  system.model().refuse_packings();
  demand_energy(system.model());
  Instant instant;
  instant.system = &system;
  instant.state = state;
  Snapshot snapshot = system.at(state);
  if (options.standstill)
    for (int i = 0; i < system.constraints(); ++i)
      if (Row& row = snapshot.rows[index(i)]; !system.constraint(i).nonlinear)
        row.rate = row.b1 = row.b2 = 0.0;
  if (auto domain_error = system.domain_error(snapshot)) {
    instant.outcome = InstantOutcome::not_finite;
    instant.domain_error = std::move(domain_error);
    return instant;
  }

  // how each constraint stands: equations and candidates bind
  instant.constraints.resize(index(system.constraints()));
  std::vector<int> equations, candidates;
  bool violated = false;
  bool impacting = false;
  for (int i = 0; i < system.constraints(); ++i) {
    ConstraintAt& at = instant.constraints[index(i)];
    const Row& row = snapshot.rows[index(i)];
    at.status = std::ranges::find(options.left, i) != options.left.end()
                    ? ConstraintStatus::open
                    : first_status(system, snapshot, i, options.nearness);
    if (!system.constraint(i).of_velocities) at.f = row.f;
    at.rate = row.rate;
    violated = violated || at.status == ConstraintStatus::violated;
    impacting = impacting || at.status == ConstraintStatus::impacting;
    if (at.status == ConstraintStatus::held) equations.push_back(i);
    if (at.status == ConstraintStatus::closed) candidates.push_back(i);
  }
  if (violated || impacting) {
    instant.outcome = violated ? InstantOutcome::violated : InstantOutcome::impacting;
    return instant;
  }
  std::vector<int> binding = equations;
  binding.insert(binding.end(), candidates.begin(), candidates.end());
  sort_by_name(system, binding);

  if (binding.size() > options.most_binding) return instant;
  const bool has_inertia = snapshot.mass.factor();
  if (has_inertia) {
    instant.free = snapshot.net_force;
    snapshot.mass.solve(instant.free.data());
    for (const int i : binding)
      instant.constraints[index(i)].free =
          system.along(snapshot, i, instant.free.data(), 0.0) + snapshot.rows[index(i)].b2;
  }
  instant.regularity = regularity(system, snapshot, binding, options.regularity);
  if (instant.regularity.kind == PositionClass::singular) {
    instant.outcome = InstantOutcome::singular;
    // a contradiction can be proved even here, and says more
    const std::vector<int> speaking = rows_that_speak(system, snapshot, binding, instant);
    const minimum::Problem problem = acceleration_problem(system, snapshot, speaking);
    const minimum::Solution asked = minimum::solve_by_parts(problem, options.minimum);
    if (asked.outcome == minimum::Outcome::contradictory && is_plain(problem, asked.proof)) {
      instant.outcome = InstantOutcome::contradictory;
      instant.proof = weighted(speaking, asked.proof);
    }
    if (asked.usable()) instant.linearised = asked.x;
    // the linear problem allows more: if its solution is admissible, none is nearer
    const Vertex& vertex = instant.regularity.vertex;
    if (!vertex.found || !asked.usable() ||
        !strictly_inside(system, snapshot, vertex.leading, asked.x))
      return instant;
    instant.outcome = InstantOutcome::not_run;
  }

  minimum::Problem problem = acceleration_problem(system, snapshot, binding);
  if (!slip_rows(system, candidates).empty() || !given_frictions(system, state.t).empty()) {
    if (!has_inertia) {
      instant.outcome = InstantOutcome::undetermined;
      return instant;
    }
    instant.rubbing = rub(system, snapshot,
                          {.equations = equations,
                           .candidates = candidates,
                           .free = instant.free,
                           .nearness = options.nearness.length,
                           .begin = options.begin,
                           .rest = options.rest});
    instant.outcome = outcome_of(instant.rubbing.outcome);
    if (!instant.usable()) return instant;
    add_friction(system, snapshot, instant.rubbing, Level::accelerations, problem);
  }
  problem.rounded(rounding_of(instant.regularity));
  const minimum::Solution solution = minimum::solve_by_parts(problem, options.minimum);
  instant.outcome = outcome_of(solution.outcome);
  instant.precision = solution.precision;
  if (solution.outcome == minimum::Outcome::contradictory) {
    if (minimum::contradiction_holds(problem, solution.proof))
      instant.proof = weighted(binding, solution.proof);
    else
      instant.outcome = InstantOutcome::undecided;
  }
  if (!solution.usable()) return instant;

  instant.accelerations = solution.x;
  instant.zwang = solution.zwang;
  instant.bound = solution.bound;
  instant.unique = solution.unique;
  instant.certificate = solution.certificate;
  for (const int k : solution.held)
    if (index(k) < binding.size()) instant.held.push_back(binding[index(k)]);
  const double size = has_inertia ? std::sqrt(std::max(snapshot.mass.square(instant.free),
                                                       snapshot.mass.square(instant.accelerations)))
                                  : 0.0;
  const bool shared =
      instant.rubbing.any() && instant.rubbing.differs(binding, solution.multipliers);
  Vector moved;
  for (std::size_t k = 0; k < binding.size(); ++k) {
    const int i = binding[k];
    ConstraintAt& at = instant.constraints[index(i)];
    at.multiplier = solution.multipliers[static_cast<Eigen::Index>(k)];
    if (shared) at.multiplier = instant.rubbing.load_of(i).value_or(at.multiplier);
    at.second =
        system.along(snapshot, i, instant.accelerations.data(), 0.0) + snapshot.rows[index(i)].b2;
    if (system.constraint(i).equation) continue;
    const Zero zero = zero_of(system, snapshot, i, options.nearness);
    const double force = at.multiplier * (has_inertia ? strength(system, snapshot, i, moved) : 1.0);
    at.status = last_status(at, zero.second, force, std::max(1e-13 * size, least_push));
    // a form that is satisfied strictly opens what the second level leaves closed
    if (at.status == ConstraintStatus::closed && opens(instant.regularity, i))
      at.status = ConstraintStatus::released;
    if (at.status == ConstraintStatus::closed) at.multiplier = 0.0;
  }
  if (instant.rubbing.any()) write_friction(system, snapshot, instant);
  write_reactions(system, snapshot, instant);
  if (options.ostrogradsky)
    instant.ostrogradsky = ostrogradsky(system, snapshot, equations, candidates);
  return instant;
}

Instant accelerations(const Model& model, const State& state, const InstantOptions& options) {
  auto system = std::make_shared<const System>(model);
  Instant instant = accelerations(*system, state, options);
  instant.own = std::move(system);
  return instant;
}

}  // namespace zwang
