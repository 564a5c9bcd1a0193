// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/euler_lagrange.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "zwang/system/homogeneity.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

using Course = Taylor<double, 1>;

// The slopes of a function, and how they change with the state.
template <class Along>
std::vector<Course> slopes(const Function& function, const std::vector<int>& places,
                           const State& state, const Along& along) {
  std::vector<Course> x, g(places.size());
  for (const int place : places) {
    const int c = Model::coordinate_at(place);
    x.push_back(place == Model::time_place ? Course(state.t, along.t)
                : Model::is_rate(place)    ? Course(state.u[c], along.u[c])
                                           : Course(state.q[c], along.q[c]));
  }
  function.along(x, g);
  return g;
}

struct Standstill {
  double t = 0.0;
  Vector q, u;
  explicit Standstill(const State& state)
      : q(Vector::Zero(state.q.size())), u(Vector::Zero(state.u.size())) {}
};

}  // namespace

EulerLagrange::EulerLagrange(const Variation& variation) : variation_(variation) {
  const Model& model = variation.system().model();
  for (const Formula& f : model.kinetic_formulas()) terms_.push_back({f, model.places(f), 1.0, -1});
  for (const Formula& f : model.potential_formulas())
    terms_.push_back({f, model.places(f), -1.0, -1});
  for (int k = 0; const Constraint& constraint : model.constraints()) {
    constraints_.push_back({constraint.function, constraint.places, 1.0, k});
    if (constraint.of_velocities && variation.treatment(k) == Treatment::geodesic)
      terms_.push_back(constraints_.back());
    ++k;
  }
}

double EulerLagrange::factor(const Term& term, const Vector& rho) const {
  return term.sign * (term.constraint < 0 ? 1.0 : rho[term.constraint]);
}

auto EulerLagrange::change(const State& state, const Vector& rho, const Direction& along) const
    -> Change {
  const Model& model = variation_.system().model();
  Change sum{Vector::Zero(state.u.size()),
             Vector::Zero(static_cast<Eigen::Index>(constraints_.size()))};
  for (Eigen::Index c = 0; c < state.u.size(); ++c)
    sum.momenta[c] = model.coordinate_masses()[static_cast<std::size_t>(c)] * along.u[c];
  for (const Term& term : terms_) {
    const std::vector<Course> g = slopes(term.function, term.places, state, along);
    for (std::size_t i = 0; i < g.size(); ++i)
      if (term.places[i] != Model::time_place && Model::is_rate(term.places[i]))
        sum.momenta[Model::coordinate_at(term.places[i])] += factor(term, rho) * g[i][1];
  }
  for (const Term& term : constraints_) {
    const bool of_velocities =
        model.constraints()[static_cast<std::size_t>(term.constraint)].of_velocities;
    const std::vector<Course> g = slopes(term.function, term.places, state, along);
    double& own = sum.constraints[term.constraint];
    for (std::size_t i = 0; i < g.size(); ++i) {
      const int place = term.places[i], c = Model::coordinate_at(place);
      if (place == Model::time_place)
        own += of_velocities ? g[i][0] * along.t : g[i][1];
      else if (Model::is_rate(place))
        own += g[i][0] * along.u[c];
      else  // f' = f_q q' + f_t
        own += of_velocities ? g[i][0] * along.q[c] : g[i][1] * state.u[c] + g[i][0] * along.u[c];
    }
  }
  return sum;
}

Vector EulerLagrange::pull(const State& state, const Vector& rho) const {
  const Model& model = variation_.system().model();
  Vector sum = Vector::Zero(state.q.size());
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (point.coordinates[axis] >= 0)
        sum[point.coordinates[axis]] += point.mass * model.gravity()[axis];
  for (const Force& force : model.forces()) {
    if (!force.acts_at(state.t)) continue;
    std::vector<double> x;
    for (const int place : force.places) {
      const int c = Model::coordinate_at(place);
      x.push_back(place == Model::time_place ? state.t
                  : Model::is_rate(place)    ? state.u[c]
                                             : state.q[c]);
    }
    sum[force.coordinate] += force.formula.value(x);
  }
  for (const ForceCode& code : model.force_codes()) code(state.t, state.q, state.u, sum);
  for (const Term& term : terms_) {
    const std::vector<Course> g = slopes(term.function, term.places, state, Standstill(state));
    for (std::size_t i = 0; i < g.size(); ++i)
      if (term.places[i] != Model::time_place && !Model::is_rate(term.places[i]))
        sum[Model::coordinate_at(term.places[i])] += factor(term, rho) * g[i][0];
  }
  return sum;
}

Matrix EulerLagrange::rows(const State& state) const {
  Matrix all = Matrix::Zero(static_cast<Eigen::Index>(constraints_.size()), state.u.size());
  for (const Term& term : constraints_) {
    const bool of_velocities = variation_.system().constraint(term.constraint).of_velocities;
    const std::vector<Course> g = slopes(term.function, term.places, state, Standstill(state));
    for (std::size_t i = 0; i < g.size(); ++i)
      if (term.places[i] != Model::time_place && Model::is_rate(term.places[i]) == of_velocities)
        all(term.constraint, Model::coordinate_at(term.places[i])) += g[i][0];
  }
  return all;
}

bool EulerLagrange::rates(double t, const double* y, double* dy) const {
  const auto n = static_cast<Eigen::Index>(variation_.system().coordinates());
  const auto k = static_cast<Eigen::Index>(constraints_.size());
  const Eigen::Map<const Vector> q(y, n), u(y + n, n), rho(y + 2 * n, k);
  if (!q.allFinite() || !u.allFinite() || !rho.allFinite()) return false;
  const State state{q, u, t};
  Matrix all = Matrix::Zero(n + k, n + k);
  for (Eigen::Index c = 0; c < n; ++c) {
    const Change one = change(state, rho, {0.0, Vector::Zero(n), Vector::Unit(n, c)});
    all.col(c) << one.momenta, one.constraints;
  }
  all.topRightCorner(n, k) = rows(state).transpose();
  const Change on = change(state, rho, {1.0, u, Vector::Zero(n)});
  Vector right(n + k);
  right << pull(state, rho) - on.momenta, -on.constraints;
  if (!all.allFinite() || !right.allFinite()) return false;
  const Eigen::ColPivHouseholderQR<Matrix> qr(all);
  if (!qr.isInvertible()) return false;
  const Vector solution = qr.solve(right);
  Eigen::Map<Vector>(dy, n) = u;
  Eigen::Map<Vector>(dy + n, n) = solution.head(n);
  Eigen::Map<Vector> constants(dy + 2 * n, k);
  constants.setZero();
  for (const Term& term : terms_)
    if (term.constraint >= 0) constants[term.constraint] = solution[n + term.constraint];
  return solution.allFinite();
}

Vector EulerLagrange::accelerations(const State& state, const Vector& rho,
                                    const Vector& multipliers) const {
  const Eigen::Index n = state.q.size();
  Matrix inertia(n, n);
  for (Eigen::Index c = 0; c < n; ++c)
    inertia.col(c) = change(state, rho, {0.0, Vector::Zero(n), Vector::Unit(n, c)}).momenta;
  const Vector right = pull(state, rho) -
                       change(state, rho, {1.0, state.u, Vector::Zero(n)}).momenta -
                       rows(state).transpose() * multipliers;
  if (!inertia.allFinite()) return Vector::Constant(n, unset);
  const Eigen::ColPivHouseholderQR<Matrix> qr(inertia);
  return qr.isInvertible() ? Vector(qr.solve(right)) : Vector::Constant(n, unset);
}

bool EulerLagrange::has_energy() const {
  const Model& model = variation_.system().model();
  bool own = has_general_integrand(model);
  for (const Term& term : terms_)
    own = own || (term.constraint >= 0 &&
                  !degree_in_rates(model.constraints()[static_cast<std::size_t>(term.constraint)]));
  return own;
}

bool EulerLagrange::keeps_energy() const {
  const Model& model = variation_.system().model();
  const auto steady = [](const Term& term) {
    return std::ranges::find(term.places, Model::time_place) == term.places.end();
  };
  bool keeps = model.forces().empty() && model.force_codes().empty() &&
               std::ranges::all_of(terms_, steady) && std::ranges::all_of(constraints_, steady);
  for (int i = 0; const Constraint& constraint : model.constraints()) {
    if (constraint.of_velocities && variation_.treatment(i) == Treatment::straightest)
      keeps = keeps && degree_in_rates(constraint).has_value();
    ++i;
  }
  return keeps;
}

auto EulerLagrange::energy(const State& state, const Vector& rho) const -> Energy {
  const Model& model = variation_.system().model();
  Energy sum;
  const auto add = [&](double part) {
    sum.value += part;
    sum.size += std::abs(part);
  };
  for (Eigen::Index c = 0; c < state.u.size(); ++c)
    add(0.5 * model.coordinate_masses()[static_cast<std::size_t>(c)] * state.u[c] * state.u[c]);
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (const int c = point.coordinates[axis]; c >= 0)
        add(-point.mass * model.gravity()[axis] * state.q[c]);
  for (const Term& term : terms_) {
    std::vector<double> x, g(term.places.size());
    for (const int place : term.places) {
      const int c = Model::coordinate_at(place);
      x.push_back(place == Model::time_place ? state.t
                  : Model::is_rate(place)    ? state.u[c]
                                             : state.q[c]);
    }
    add(-factor(term, rho) * term.function.gradient(x, g));
    for (std::size_t i = 0; i < g.size(); ++i)
      if (term.places[i] != Model::time_place && Model::is_rate(term.places[i]))
        add(factor(term, rho) * g[i] * x[i]);
  }
  return sum;
}

}  // namespace zwang
