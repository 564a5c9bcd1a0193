// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/arcs.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "zwang/audit/passing.hpp"
#include "zwang/base/index.hpp"
#include "zwang/system/homogeneity.hpp"

namespace zwang {
ArcAuditor::ArcAuditor(const System& system, double tolerance, const Laws& laws)
    : system_(system),
      laws_(laws),
      tolerance_(tolerance),
      motion_(system),
      succession_(system, tolerance, laws),
      force_(system.velocities()),
      violation_{"violation", "constraints hold", 0.0, 1e-10},
      gap_{"gap", "open constraints are not violated", 0.0, 10.0 * tolerance},
      rate_{"rate", "rates of held constraints are zero", 0.0, 1e-10},
      equation_{"equation", "forces and multipliers maintain the constraints", 0.0, 1e-8},
      friction_{"friction", "friction obeys its law", 0.0, std::max(1e-8, 10.0 * tolerance)},
      multiplier_({"multiplier", "inequalities only push", 0.0, std::max(1e-10, 10.0 * tolerance)}),
      complementarity_({"complementarity", "open constraints do not push", 0.0, 1e-10}),
      energy_({"energy", "energy is conserved between events", 0.0, 1e-6}),
      momentum_kept_({"momentum", "momenta of symmetries are conserved", 0.0, 1e-6}) {}

void ArcAuditor::row(const AuditRow& row, bool singular) {
  held_.clear();
  for (int i = 0; i < system_.constraints(); ++i)
    if (row.holds(i)) held_.push_back(i);
  slipping_ = row.slipping();
  motion_.hold(held_, slipping_);
  const bool finite = rates(row, singular);
  q_ = std::max(q_, row.q.lpNorm<Eigen::Infinity>());
  u_ = std::max(u_, row.u.lpNorm<Eigen::Infinity>());
  const Snapshot& at = motion_.at();
  least_pull_ = std::max(least_pull_, 1e-3 * at.net_force.lpNorm<1>());
  evaluate(row, singular);
  // as in the run, errors count against each number, or against the largest of its kind up to 1
  // (of velocities at least that of places)
  const double q = std::min(q_, 1.0), u = std::min(std::max(u_, q), 1.0);
  if (row.side > 0) steps_before_ += succession_.steps();
  succession_.row(row, held_, slipping_, finite ? rates_.data() : nullptr, q, u);
  if (first_) has_energy_ = laws_.energy || keeps_energy();
  if (has_energy_) energy(row);
  if (!laws_.momenta.empty()) momenta(row);
  first_ = false;
}

// Everything at a row: just before a jump the forces are those of the time before it.
bool ArcAuditor::rates(const AuditRow& row, bool singular) {
  const double phase = row.side < 0 ? std::nextafter(row.t, -always) : row.t;
  const auto n = row.q.size(), m = row.u.size();
  rates_.resize(index(static_cast<int>(n + m)) + row.rho.size());
  try {
    motion_.look_at_all(row.t, row.q.data(), row.u.data(), phase);
    if (laws_.rates) {
      const Vector y = row.numbers();
      return laws_.rates(row.t, y.data(), rates_.data());
    }
  } catch (const std::exception&) {  // a function of the model does not go on there
    return false;
  }
  std::copy_n(motion_.at().rates.data(), n, rates_.data());
  if (first_ && laws_.first_accelerations.size() == m) {
    std::copy_n(laws_.first_accelerations.data(), m, rates_.data() + n);
    return true;
  }
  if (singular) {
    const auto passing = passing_accelerations_of(system_, motion_.at(), held_);
    if (passing) std::copy_n(passing->data(), m, rates_.data() + n);
    return passing.has_value();
  }
  std::copy_n(motion_.at().net_force.data(), m, rates_.data() + n);
  return motion_.accelerate(rates_.data() + n);
}

// The force becomes the accelerations that the multipliers give. False if they do not determine
// them.
bool ArcAuditor::accelerate(const AuditRow& row) {
  if (!laws_.accelerations) return motion_.divide(force_.data());
  const auto k = static_cast<Eigen::Index>(row.rho.size());
  force_ = laws_.accelerations(
      row.state(), Eigen::Map<const Vector>(row.rho.data(), k),
      Eigen::Map<const Vector>(row.multipliers.data(),
                               static_cast<Eigen::Index>(row.multipliers.size())));
  return force_.allFinite();
}

void ArcAuditor::evaluate(const AuditRow& row, bool singular) {
  const Snapshot& at = motion_.at();
  force_ = at.net_force;
  for (int i = 0; i < system_.constraints(); ++i) {
    const double z = row.multipliers[index(i)];
    if (z == 0.0) continue;
    const auto columns = system_.columns(i);
    const auto& a = at.rows[index(i)].a;
    for (std::size_t k = 0; k < columns.size(); ++k) force_[columns[k]] -= z * a[k];
  }
  const double pull = force_.lpNorm<1>() + at.net_force.lpNorm<1>();
  least_force_ = std::max(least_force_, 1e-3 * pull);
  const bool inertia = !held_.empty() && accelerate(row);
  // in a singular position rows may vanish: then what they were made of before counts
  sizes_.resize(index(system_.constraints()));
  const auto measure = [&](int i, std::size_t level, double own) {
    double& largest = sizes_[index(i)][level];
    if (singular) return std::max(own, largest);
    largest = std::max(largest, own);
    return own;
  };
  for (int i = 0; i < system_.constraints(); ++i) {
    const Row& here = at.rows[index(i)];
    const bool held = row.holds(i);
    const double z = row.multipliers[index(i)];
    const double f = breach(system_, at, i, held);
    const double place = held ? measure(i, 0, Terms(system_, at, i, row.q).size) : 0.0;
    if (!(f <= 0.0) && held) violation_.note(f / place, row.t, i);
    if (!(f <= 0.0) && !held) gap_.note(f / reach(i), row.t, i);
    if (!held && system_.constraint(i).nonlinear && system_.constraint(i).holds_at(row.t) &&
        !(here.rate <= 0.0))
      gap_.note(here.rate / Terms(system_, at, i, row.u, here.b1).size, row.t, i);
    const double size = pull + std::abs(z) + 1e-300;
    if (system_.constraint(i).friction && row.states[index(i)] >= AuditRow::sticks) rub(row, i);
    if (row.states[index(i)] == AuditRow::slips) continue;
    if (!system_.constraint(i).friction && !system_.constraint(i).equation && !(z >= 0.0))
      multiplier_.note(-z, size, least_force_, row.t, i);
    if (!held && z != 0.0) complementarity_.note(std::abs(z), size, least_force_, row.t, i);
    if (!held) continue;
    const Terms rate(system_, at, i, row.u, here.b1);
    rate_.note(std::abs(rate.sum) / measure(i, 1, rate.size), row.t, i);
    if (!inertia) continue;
    const Terms bend(system_, at, i, force_, here.b2);
    const double terms = measure(i, 2, bend.size) + std::abs(z);
    double beyond = std::abs(bend.sum);
    if (!(beyond <= equation_.allowed * terms)) beyond -= rounding_of(row, i);
    equation_.note(std::max(0.0, beyond) / terms, row.t, i);
  }
}

// What rounding of the forces makes of a constraint's acceleration: on a light part large ones
// cancel.
double ArcAuditor::rounding_of(const AuditRow& row, int constraint) {
  if (laws_.accelerations) return 0.0;
  const Snapshot& at = motion_.at();
  Vector size = at.net_force.cwiseAbs();
  for (int i = 0; i < system_.constraints(); ++i) {
    const auto columns = system_.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k)
      size[columns[k]] += std::abs(row.multipliers[index(i)] * at.rows[index(i)].a[k]);
  }
  if (!motion_.divide(size.data())) return 0.0;
  const double sum = Terms(system_, at, constraint, size).size;
  return std::isfinite(sum) ? 1e-14 * sum : 0.0;
}

// The law of Coulomb, by the multipliers of a slip row and of its surface.
void ArcAuditor::rub(const AuditRow& row, int slip) {
  const double friction = row.multipliers[index(slip)];
  const Friction& told = *system_.constraint(slip).friction;
  const double load = told.is_given() ? 1.0 : row.multipliers[index(told.of)];
  const Snapshot& at = motion_.at();
  const Row& here = at.rows[index(slip)];
  const double most = sticking_bound(system_, at, slip) * load;
  const double size = std::max(std::abs(most), least_force_ + 1e-300);
  if (row.states[index(slip)] == AuditRow::sticks)
    return friction_.note((std::abs(friction) - most) / size, row.t, slip);
  const double bound = slipping_bound(system_, at, slip) * load;
  friction_.note(std::abs(std::abs(friction) - bound) / size, row.t, slip);
  // it acts against the slip
  const Terms speed(system_, at, slip, row.u, here.b1);
  if (friction * speed.sum < 0.0)
    friction_.note(std::min(std::abs(speed.sum) / speed.size, std::abs(friction) / size), row.t,
                   slip);
}

// What a change of each place by its size would make of a gap: the place is no better known than
// that, times the accuracy.
double ArcAuditor::reach(int constraint) const {
  const auto columns = system_.columns(constraint);
  const auto& a = motion_.at().rows[index(constraint)].a;
  double reach = 1e-300;
  for (std::size_t k = 0; k < columns.size(); ++k)
    reach +=
        std::abs(a[k]) * std::max(std::abs(motion_.at().state.q[columns[k]]), std::min(q_, 1.0));
  return reach;
}

// Forces from a potential or gravity alone, nothing that moves by itself, and no b1 of a velocity
// constraint, which works; one that is not linear must be homogeneous.
bool ArcAuditor::keeps_energy() const {
  const Model& model = system_.model();
  const auto steady = [](const std::vector<int>& places) {
    return std::ranges::find(places, Model::time_place) == places.end();
  };
  bool keeps = !model.has_friction() && model.forces().empty() && model.force_codes().empty() &&
               system_.energy_is_quadratic();
  for (int i = 0; i < system_.constraints(); ++i) {
    const Constraint& constraint = system_.constraint(i);
    const bool idle = constraint.nonlinear       ? degree_in_rates(constraint).has_value()
                      : constraint.of_velocities ? motion_.at().rows[index(i)].b1 == 0.0
                                                 : true;
    keeps = keeps && steady(constraint.places) && idle;
  }
  for (const Formula& formula : model.potential_formulas())
    keeps = keeps && steady(model.places(formula));
  for (const Point& point : model.points())
    keeps = keeps && std::ranges::none_of(point.given, [](const auto& given) {
              return given && !given->inputs().empty();
            });
  return keeps;
}

// What errors of ten tolerances in each number make of the energy.
double ArcAuditor::possible_energy(const AuditRow& row) const {
  const double q = std::min(q_, 1.0), u = std::min(std::max(u_, q), 1.0);
  const Snapshot& at = motion_.at();
  const Vector momentum = at.mass.times(row.u);
  const double of_u = momentum.cwiseAbs().dot(row.u.cwiseAbs().cwiseMax(u));
  const double of_q = at.net_force.cwiseAbs().dot(row.q.cwiseAbs().cwiseMax(q));
  return 10.0 * tolerance_ * (of_u + of_q);
}

// How far rounding alone may shift the potential energy: the width of its formulas over the row as
// points, and gravity. At rest in equilibrium there is nothing else that its drift could be held
// against: the net force is itself a remainder.
double ArcAuditor::rounding_of_potential() const {
  const Model& model = system_.model();
  const std::vector<Taylor<double, 2>>& motion = motion_.at().motion;
  double sum = 0.0;
  std::vector<Interval> box;
  for (const Formula& formula : model.potential_formulas()) {
    box.clear();
    for (const int place : model.places(formula)) box.emplace_back(motion[index(place)][0]);
    sum += formula.value(std::span<const Interval>(box)).width();
  }
  for (const Point& point : model.points())
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0)
        sum += 1e-15 * std::abs(point.mass * model.gravity()[i] *
                                motion_.at().state.q[point.coordinates[i]]);
  return std::isfinite(sum) ? sum : 0.0;
}

void ArcAuditor::energy(const AuditRow& row) {
  const Snapshot& at = motion_.at();
  double kinetic = 0.0, now = 0.0;
  if (laws_.energy) {
    const auto k = static_cast<Eigen::Index>(row.rho.size());
    const Eigen::Map<const Vector> rho(row.rho.data(), k);
    kinetic = laws_.energy_size(at.state, rho);
    now = laws_.energy(at.state, rho);
  } else {
    kinetic = 0.5 * at.mass.square(row.u);
    now = kinetic + system_.potential(at.state);
  }
  kinetic_ = std::max(kinetic_, kinetic);
  if (row.side > 0 || first_) energy_base_ = now;
  // at rest it is measured against the work of the forces over a part of the size of the system
  const double largest = std::max({kinetic_, 1e-3 * least_pull_ * q_, 1e-300});
  const double drift = std::abs(now - energy_base_);
  double most = 0.0;
  if (!(drift <= 1e-6 * largest))
    most = ((1.0 + succession_.steps()) * possible_energy(row) + rounding_of_potential()) /
           energy_.allowed();
  energy_.note(drift, most, largest, row.t);
}

// Momenta that symmetries keep, through impacts too.
void ArcAuditor::momenta(const AuditRow& row) {
  const State state = row.state();
  const double steps = 1.0 + steps_before_ + succession_.steps();
  for (std::size_t i = 0; i < laws_.momenta.size(); ++i) {
    const KeptMomentum& one = laws_.momenta[i];
    momentum_ = std::max(momentum_, one.size(state));
    const double now = one.value(state);
    if (first_) momenta_.push_back(now);
    const double change = std::abs(now - momenta_[i]);
    double most = 0.0;
    if (!(change <= 1e-6 * momentum_)) {
      const double q = std::min(q_, 1.0), u = std::min(std::max(u_, q), 1.0);
      State off = state;
      off.u = row.u.cwiseAbs().cwiseMax(u);
      const double of_u = one.size(off);
      off.u = row.u;
      off.q = row.q.cwiseAbs().cwiseMax(q);
      most = steps * 10.0 * tolerance_ * (of_u + one.size(off)) / momentum_kept_.allowed();
    }
    momentum_kept_.note(change, most, momentum_, row.t);
  }
}

std::vector<AuditNumber> ArcAuditor::numbers() {
  const double largest = std::max({kinetic_, 1e-3 * least_pull_ * q_, 1e-300});
  std::vector<AuditNumber> all = {violation_,
                                  gap_,
                                  rate_,
                                  multiplier_.settled(least_force_),
                                  complementarity_.settled(least_force_),
                                  equation_,
                                  succession_.number()};
  if (system_.model().has_friction()) all.push_back(friction_);
  if (has_energy_) all.push_back(energy_.settled(largest));
  if (!laws_.momenta.empty()) all.push_back(momentum_kept_.settled(momentum_));
  return all;
}

}  // namespace zwang
