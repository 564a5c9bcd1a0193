// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/system.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/calculus/gradient.hpp"

namespace zwang {
namespace {

using Motion = Taylor<double, 2>;

// The arguments of a formula, taken from the list of the snapshot.
template <class S, class Take>
void gather(std::span<const int> places, const std::vector<Motion>& motion, S* to, Take&& take) {
  for (std::size_t i = 0; i < places.size(); ++i) to[i] = take(motion[index(places[i])]);
}

double value_at(const Formula& formula, std::span<const int> places,
                const std::vector<Motion>& motion) {
  Registers<double> x(places.size());
  gather(places, motion, x.data(), [](const Motion& m) { return m[0]; });
  return formula.value(std::span<const double>(x.data(), places.size()));
}

}  // namespace

System::System(const Model& model, std::span<const HiddenEquation> hidden)
    : model_(&model),
      graph_(std::make_shared<Graph>(Graph::over(model.graph()))),
      coordinates_(static_cast<int>(model.coordinate_names().size())) {
  for (const HiddenEquation& one : hidden) {
    assert(constraint(one.constraint).equation && constraint(one.constraint).of_velocities);
    const NodeId leaf = graph_->take(one.leaf.graph(), one.leaf.node());
    hidden_.emplace(one.constraint, placed(Formula(*graph_, leaf)));
  }
  replaced_ = model.replaced_rates();
  place_in_replaced_.assign(index(coordinates_), -1);
  for (std::size_t i = 0; i < replaced_.size(); ++i)
    place_in_replaced_[index(replaced_[i])] = static_cast<int>(i);
  body_of_.assign(index(coordinates_), -1);
  for (const Body& body : model.bodies()) {
    if (body.in_plane) continue;
    for (int i = 0; i < 4; ++i) body_of_[index(body.first + i)] = static_cast<int>(turning_.size());
    turning_.push_back(body);
  }
  for (const Formula& formula : model.quasi_velocities()) quasi_.push_back(placed(formula));
  for (const Formula& formula : model.potential_formulas()) potential_.push_back(placed(formula));
  for (const Formula& formula : model.kinetic_formulas()) kinetic_.push_back(placed(formula));
  read_kinetic_energy();
  divide_into_blocks();
  turned_ = TurnedParts(model, turning_, *graph_);
  find_columns();
  read_steady_forces();
  energy_is_quadratic_ = replaced_.empty() && std::ranges::all_of(kinetic_, [&](const Placed& one) {
                           return is_quadratic(one);
                         });
  constant_mass_ = replaced_.empty() && std::ranges::all_of(entries_, [](const Entry& entry) {
                     return entry.value.places.empty();
                   });
}

System::Placed System::placed(Formula formula) const {
  auto places = model_->places(formula);
  return {std::move(formula), std::move(places)};
}

// Weights, and potentials that are linear: their forces are found here once. Only where nothing
// else comes before them in the sum of forces, so that it is the same to the last bit.
void System::read_steady_forces() {
  steady_ = Vector::Zero(coordinates_);
  for (const Point& point : model_->points())
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0)
        steady_[point.coordinates[i]] += point.mass * model_->gravity()[i];
  std::vector<char> varies(index(coordinates_));
  for (const Force& one : model_->forces()) varies[index(one.coordinate)] = 1;
  for (std::size_t p = 0; p < potential_.size(); ++p) {
    const Placed& one = potential_[p];
    std::vector<int> along;
    for (const int place : one.places)
      along.push_back(place == Model::time_place ? -1 : Model::coordinate_at(place));
    const auto taken = [&](int i) { return i >= 0 && varies[index(i)]; };
    if (!one.formula.program().is_linear() || std::ranges::any_of(along, taken)) {
      varying_.push_back(static_cast<int>(p));
      for (const int i : along)
        if (i >= 0) varies[index(i)] = 1;
      continue;
    }
    const std::vector<double> anywhere(along.size());
    std::vector<double> slopes(along.size());
    one.formula.value_and_gradient<double, double>(anywhere, slopes);
    for (std::size_t i = 0; i < along.size(); ++i)
      if (along[i] >= 0) steady_[along[i]] -= slopes[i];
  }
}

// T(q, 2q') = 4 T(q, q') at a few places, and no explicit time. Where T has no value nothing is
// claimed.
bool System::is_quadratic(const Placed& energy) const {
  for (int trial = 0; trial < 3; ++trial) {
    std::vector<double> once, twice;
    for (const int place : energy.places) {
      if (place == Model::time_place) return false;
      const double x = 1.0 + 0.5 * std::sin(1.0 + 2.3 * trial + 1.7 * place);
      once.push_back(x);
      twice.push_back(Model::is_rate(place) ? 2.0 * x : x);
    }
    const double t = energy.formula.value(once);
    if (!(std::abs(energy.formula.value(twice) - 4.0 * t) <= 1e-12 * std::abs(t))) return false;
  }
  return true;
}

Snapshot System::snapshot() const {
  Snapshot snapshot;
  snapshot.mass = MassMatrix(block_starts_);
  snapshot.rows.resize(index(constraints()));
  for (int i = 0; i < constraints(); ++i)
    snapshot.rows[index(i)].a.resize(columns_[index(i)].size());
  snapshot.motion.assign(index(arguments()), Motion(0.0));
  snapshot.slopes.resize(turned_.size());
  snapshot.rates.resize(coordinates_);
  snapshot.drift = Vector::Zero(coordinates_);
  snapshot.force.resize(coordinates_);
  snapshot.net_force.resize(coordinates_);
  snapshot.turns.resize(turning_.size());
  if (constant_mass_) fill_mass(snapshot);
  return snapshot;
}

Snapshot System::at(const State& state) const {
  Snapshot result = snapshot();
  evaluate(state, state.t, result);
  for (int i = 0; i < constraints(); ++i) row(i, result);
  return result;
}

void System::evaluate(const State& state, double phase, Snapshot& snapshot) const {
  move(state, snapshot);
  if (!constant_mass_) fill_mass(snapshot);
  fill_force(phase, snapshot);
  subtract_inertia(snapshot);
  if (!replaced_.empty()) turn_into_velocities(snapshot);
  if (!turning_.empty()) {
    turn_bodies(snapshot);
    turned_.fill(snapshot.turns, snapshot.motion, snapshot.slopes);
  }
}

// q' and q'' of the motion with u' = 0.
void System::move(const State& state, Snapshot& snapshot) const {
  if (&state != &snapshot.state) snapshot.state = state;
  snapshot.rates = state.u;
  auto& motion = snapshot.motion;
  motion[Model::time_place] = Motion(state.t, 1.0);
  // what is not written is 0 from the beginning
  for (int i = 0; i < coordinates_; ++i) {
    motion[index(Model::place_of(i))][0] = state.q[i];
    motion[index(Model::place_of(i))][1] = state.u[i];
    motion[index(Model::place_of_rate(i))][0] = state.u[i];
  }
  if (!replaced_.empty()) move_replaced(snapshot);
  if (!turning_.empty()) move_bodies(snapshot);
}

// u = P q' + p gives q' = P⁻¹(u − p), and P q'' = −(P' q' + p') where u' = 0.
void System::move_replaced(Snapshot& snapshot) const {
  const auto k = static_cast<Eigen::Index>(replaced_.size());
  auto& motion = snapshot.motion;
  for (const int i : replaced_) motion[index(Model::place_of_rate(i))] = Motion(0.0);
  Matrix p = Matrix::Zero(k, k);
  Vector right(k), rate(k);
  for (Eigen::Index r = 0; r < k; ++r) {
    const Placed& quasi = quasi_[static_cast<std::size_t>(r)];
    std::vector<double> x(quasi.places.size()), g(quasi.places.size());
    gather(quasi.places, motion, x.data(), [](const Motion& m) { return m[0]; });
    const double offset = quasi.formula.value_and_gradient<double, double>(x, g);
    right[r] = snapshot.state.u[replaced_[static_cast<std::size_t>(r)]] - offset;
    for (std::size_t i = 0; i < g.size(); ++i)
      if (Model::is_rate(quasi.places[i]))
        p(r, place_in_replaced_[index(Model::coordinate_at(quasi.places[i]))]) += g[i];
  }
  snapshot.rate_map = p.partialPivLu().inverse();
  const Vector rates = snapshot.rate_map * right;
  snapshot.shift.resize(k);
  for (Eigen::Index r = 0; r < k; ++r)
    snapshot.shift[r] = right[r] - snapshot.state.u[replaced_[static_cast<std::size_t>(r)]];
  snapshot.shift = snapshot.rate_map * snapshot.shift;
  for (Eigen::Index r = 0; r < k; ++r) {
    const int i = replaced_[static_cast<std::size_t>(r)];
    snapshot.rates[i] = rates[r];
    motion[index(Model::place_of(i))] = Motion(snapshot.state.q[i], rates[r]);
    motion[index(Model::place_of_rate(i))] = Motion(rates[r]);
  }
  for (Eigen::Index r = 0; r < k; ++r) {
    const Placed& quasi = quasi_[static_cast<std::size_t>(r)];
    std::vector<Motion> x(quasi.places.size());
    gather(quasi.places, motion, x.data(), [](const Motion& m) { return m; });
    rate[r] = -quasi.formula.value<Motion>(x)[1];
  }
  const Vector drift = snapshot.rate_map * rate;
  for (Eigen::Index r = 0; r < k; ++r) {
    const int i = replaced_[static_cast<std::size_t>(r)];
    snapshot.drift[i] = drift[r];
    motion[index(Model::place_of(i))][2] = 0.5 * drift[r];
    motion[index(Model::place_of_rate(i))][1] = drift[r];
  }
}

void System::fill_mass(Snapshot& snapshot) const {
  MassMatrix& mass = snapshot.mass;
  const auto& masses = model_->coordinate_masses();
  std::size_t next = 0;
  for (int b = 0; b < mass.blocks(); ++b) {
    const int from = mass.first(b);
    const int size = mass.first(b + 1) - from;
    double* const m = mass.block(b);
    std::fill_n(m, size * size, 0.0);
    for (int i = 0; i < size; ++i) m[i * size + i] = masses[index(from + i)];
  }
  for (int b = 0; const Body& body : turning_) {
    for (int i = 0; i < 4; ++i) {
      const int own = body.first + i;
      while (mass.first(b + 1) <= own) ++b;
      const int from = mass.first(b), size = mass.first(b + 1) - from;
      double* const column = mass.block(b) + (own - from) * size;
      if (i == 3)
        column[own - from] = 1.0;  // any mass will do
      else
        for (int r = 0; r < 3; ++r)
          if (const int row = body.first + r - from; row >= 0 && row < size)
            column[row] = body.inertia(r, i);
    }
  }
  for (int b = 0; next < entries_.size(); ++next) {
    const Entry& entry = entries_[next];
    // entries come in any order: find the block of the row
    while (mass.first(b) > entry.row) --b;
    while (mass.first(b + 1) <= entry.row) ++b;
    const int from = mass.first(b);
    const int size = mass.first(b + 1) - from;
    const int r = entry.row - from;
    const int c = entry.column - from;
    const double value = value_at(entry.value.formula, entry.value.places, snapshot.motion);
    double* const m = mass.block(b);
    m[c * size + r] += value;
    if (r != c) m[r * size + c] += value;
  }
}

void System::fill_force(double phase, Snapshot& snapshot) const {
  Vector& force = snapshot.force;
  force = steady_;
  for (const Force& one : model_->forces())
    if (one.acts_at(phase))
      force[one.coordinate] += value_at(one.formula, one.places, snapshot.motion);
  for (const int p : varying_) {
    const Placed& potential = potential_[index(p)];
    const std::size_t size = potential.places.size();
    Registers<double> x(size), g(size);
    gather(potential.places, snapshot.motion, x.data(), [](const Motion& m) { return m[0]; });
    potential.formula.value_and_gradient(std::span<const double>(x.data(), size),
                                         std::span<double>(g.data(), size));
    for (std::size_t i = 0; i < size; ++i)
      if (potential.places[i] != Model::time_place)
        force[Model::coordinate_at(potential.places[i])] -= g[i];
  }
  for (const ForceCode& code : model_->force_codes())
    code(snapshot.state.t, snapshot.state.q, snapshot.rates, force);
}

// c = d/dt ∂T/∂q' − ∂T/∂q along the motion with u' = 0.
void System::subtract_inertia(Snapshot& snapshot) const {
  Vector& pull = snapshot.net_force;
  pull = snapshot.force;
  if (!replaced_.empty()) {
    const auto& masses = model_->coordinate_masses();
    for (const int i : replaced_) pull[i] -= masses[index(i)] * snapshot.drift[i];
  }
  if (!inertia_terms_ && replaced_.empty()) return;
  using Course = Taylor<double, 1>;
  for (const Placed& energy : kinetic_) {
    Registers<Course> x(energy.places.size());
    Registers<Course> g(energy.places.size());
    const std::size_t size = energy.places.size();
    gather(energy.places, snapshot.motion, x.data(),
           [](const Motion& m) { return m.truncated<1>(); });
    energy.formula.value_and_gradient<Course, Course>(std::span<const Course>(x.data(), size),
                                                      std::span<Course>(g.data(), size));
    for (std::size_t i = 0; i < size; ++i) {
      const int place = energy.places[i];
      if (place == Model::time_place) continue;
      pull[Model::coordinate_at(place)] += Model::is_rate(place) ? -g[i][1] : g[i][0];
    }
  }
}

// The block of mass that holds the replaced rates becomes TᵀMT, forces Tᵀ times themselves.
void System::turn_into_velocities(Snapshot& snapshot) const {
  MassMatrix& mass = snapshot.mass;
  int b = 0;
  while (mass.first(b + 1) <= replaced_.front()) ++b;
  const int from = mass.first(b);
  const int size = mass.first(b + 1) - from;
  Matrix turn = Matrix::Identity(size, size);
  for (std::size_t r = 0; r < replaced_.size(); ++r)
    for (std::size_t c = 0; c < replaced_.size(); ++c)
      turn(replaced_[r] - from, replaced_[c] - from) =
          snapshot.rate_map(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  Eigen::Map<Matrix> m(mass.block(b), size, size);
  const Matrix turned = turn.transpose() * m * turn;
  m = 0.5 * (turned + turned.transpose());
  snapshot.net_force.segment(from, size) =
      turn.transpose() * snapshot.net_force.segment(from, size).eval();
  snapshot.force.segment(from, size) = turn.transpose() * snapshot.force.segment(from, size).eval();
}

Vector System::rates(const State& state) const {
  if (rates_are_parameters()) return state.u;
  Snapshot moving = snapshot();
  move(state, moving);
  return moving.rates;
}

Vector System::along_velocities(const Vector& force, const Snapshot& snapshot) const {
  Vector result = force;
  for (std::size_t b = 0; b < turning_.size(); ++b) {
    const int first = turning_[b].first;
    const Eigen::Vector3d torque = snapshot.turns[b].transpose() * force.segment<4>(first);
    result.segment<4>(first) << torque, 0.0;
  }
  if (replaced_.empty()) return result;
  const Vector turned = snapshot.rate_map.transpose() * Vector(force(replaced_));
  result(replaced_) = turned;
  return result;
}

Vector System::along_coordinates(const Vector& force, const Snapshot& snapshot) const {
  Vector result = force;
  for (std::size_t b = 0; b < turning_.size(); ++b) {  // GᵀG = 1/4
    const int first = turning_[b].first;
    result.segment<4>(first) = 4.0 * (snapshot.turns[b] * force.segment<3>(first));
  }
  if (replaced_.empty()) return result;
  const Vector turned =
      snapshot.rate_map.transpose().partialPivLu().solve(Vector(force(replaced_)));
  result(replaced_) = turned;
  return result;
}

double System::kinetic(const State& state) const {
  Snapshot moving = snapshot();
  move(state, moving);
  double energy = 0.0;
  const auto& masses = model_->coordinate_masses();
  for (int i = 0; i < coordinates_; ++i)
    energy += 0.5 * masses[index(i)] * moving.rates[i] * moving.rates[i];
  for (const Body& body : turning_) {
    const Eigen::Vector3d spin = state.u.segment<3>(body.first);
    energy += 0.5 * spin.dot(body.inertia * spin);
  }
  for (const Placed& one : kinetic_) energy += value_at(one.formula, one.places, moving.motion);
  return energy;
}

double System::potential(const State& state) const {
  double energy = 0.0;
  const auto& gravity = model_->gravity();
  for (const Point& point : model_->points())
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0)
        energy -= point.mass * gravity[i] * state.q[point.coordinates[i]];
  if (potential_.empty()) return energy;
  Snapshot moving = snapshot();
  move(state, moving);
  for (const Placed& one : potential_) energy += value_at(one.formula, one.places, moving.motion);
  return energy;
}

std::optional<Error> System::domain_error(const Snapshot& snapshot) const {
  const auto named = [](const Error& error, const std::string& whose) {
    return Error(error.code(), fmt::format("{}: {}", whose, error.message()), error.place(),
                 error.mark(), error.notes());
  };
  const auto of_formula = [&](const Formula& formula, std::span<const int> places,
                              const std::string& whose) -> std::optional<Error> {
    std::vector<double> x(places.size());
    gather(places, snapshot.motion, x.data(), [](const Motion& m) { return m[0]; });
    if (auto error = formula.domain_error(x)) return named(*error, whose);
    return std::nullopt;
  };
  if (!snapshot.rates.allFinite())
    return Error(Code::E311, "the velocity parameters do not determine the rates here");
  for (int i = 0; i < constraints(); ++i) {
    const Row& row = snapshot.rows[index(i)];
    const bool finite = std::isfinite(row.f + row.rate + row.b2 + row.b1) &&
                        std::ranges::all_of(row.a, [](double a) { return std::isfinite(a); });
    if (finite) continue;
    const Constraint& constraint = this->constraint(i);
    const std::string whose = fmt::format("constraint {}", constraint.name);
    if (constraint.formula)
      if (auto error = of_formula(*constraint.formula, constraint.places, whose)) return error;
    return Error(Code::E311, fmt::format("{}: a derivative is not finite", whose));
  }
  for (const Force& force : model_->forces())
    if (auto error = of_formula(
            force.formula, force.places,
            fmt::format("force along {}", model_->coordinate_names()[index(force.coordinate)])))
      return error;
  for (const Placed& one : potential_)
    if (auto error = of_formula(one.formula, one.places, "potential energy")) return error;
  for (const Placed& one : kinetic_)
    if (auto error = of_formula(one.formula, one.places, "kinetic energy")) return error;
  if (!snapshot.net_force.allFinite()) return Error(Code::E311, "a force is not finite");
  for (int b = 0; b < snapshot.mass.blocks(); ++b) {
    const int size = snapshot.mass.first(b + 1) - snapshot.mass.first(b);
    for (int i = 0; i < size * size; ++i)
      if (!std::isfinite(snapshot.mass.block(b)[i]))
        return Error(Code::E311, "the mass is not finite");
  }
  return std::nullopt;
}

}  // namespace zwang
