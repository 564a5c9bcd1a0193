// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/variation.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"

namespace zwang {

Variation::Variation(const System& system, std::vector<Treatment> treatments)
    : system_(&system), treatments_(std::move(treatments)) {
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    const auto refuse = [&](const char* why) {
      throw Error(Code::E120,
                  fmt::format("a variational problem needs equations that always hold; '{}' {}",
                              constraint.name, why));
    };
    if (!constraint.equation) refuse("is an inequality");
    if (constraint.options.from > -always || constraint.options.until < always)
      refuse("begins or ends");
  }
  if (!system.model().impulses().empty())
    throw Error(Code::E120, "a variational problem cannot have impulses");
  if (system.model().replaces_rates())
    throw Error(Code::E120, "a variational problem needs coordinates without quasi-velocities");
  if (treatments_.size() != static_cast<std::size_t>(system.constraints()))
    throw Error(Code::E120, fmt::format("{} treatments for {} constraints", treatments_.size(),
                                        system.constraints()));
}

Vector Variation::pull(const State& state, const Vector& rho) const {
  const std::optional<Matrix> bent = bending(state, rho);
  Vector force = pull_at_rest(state, rho);
  if (bent) force -= *bent * at(state, rho).accelerations;
  return force;
}

// Sum rho Phi_x'x' of what is not linear in x'; empty if there is nothing.
std::optional<Matrix> Variation::bending(const State& state, const Vector& rho) const {
  std::optional<Matrix> sum;
  const auto& constraints = system_->model().constraints();
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const double factor = rho[static_cast<Eigen::Index>(k)];
    if (factor == 0.0 || !constraints[k].nonlinear) continue;
    if (!sum) sum = Matrix::Zero(system_->velocities(), system_->velocities());
    const std::vector<int>& places = constraints[k].places;
    std::vector<Taylor<double, 1>> along(places.size()), gradient(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!Model::is_rate(places[i])) continue;
      for (std::size_t j = 0; j < places.size(); ++j) {
        const int c = Model::coordinate_at(places[j]);
        const double x = places[j] == Model::time_place ? state.t
                         : Model::is_rate(places[j])    ? state.u[c]
                                                        : state.q[c];
        along[j] = Taylor<double, 1>(x, j == i ? 1.0 : 0.0);
      }
      constraints[k].function.along(along, gradient);
      for (std::size_t j = 0; j < places.size(); ++j)
        if (Model::is_rate(places[j]))
          (*sum)(Model::coordinate_at(places[j]), Model::coordinate_at(places[i])) +=
              factor * gradient[j][1];
    }
  }
  return sum;
}

// Without accelerations.
Vector Variation::pull_at_rest(const State& state, const Vector& rho) const {
  Vector force = Vector::Zero(system_->velocities());
  const auto& constraints = system_->model().constraints();
  std::vector<Taylor<double, 1>> along, gradient;
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const double factor = rho[static_cast<Eigen::Index>(k)];
    if (factor == 0.0 || !constraints[k].of_velocities) continue;
    along.clear();
    for (const int place : constraints[k].places) {
      const int c = Model::coordinate_at(place);
      along.push_back(place == Model::time_place ? Taylor<double, 1>(state.t, 1.0)
                      : Model::is_rate(place)    ? Taylor<double, 1>(state.u[c], 0.0)
                                                 : Taylor<double, 1>(state.q[c], state.u[c]));
    }
    gradient.resize(along.size());
    constraints[k].function.along(along, gradient);
    for (std::size_t j = 0; j < along.size(); ++j) {
      const int place = constraints[k].places[j];
      if (place == Model::time_place) continue;
      force[Model::coordinate_at(place)] +=
          factor * (Model::is_rate(place) ? -gradient[j][1] : gradient[j][0]);
    }
  }
  return force;
}

auto Variation::at(const State& state, const Vector& rho) const -> Instant {
  const Snapshot snapshot = system_->at(state);
  const int n = system_->velocities(), k = system_->constraints();
  Matrix bordered = Matrix::Zero(n + k, n + k);
  Vector right(n + k), row;
  bordered.topLeftCorner(n, n) = snapshot.mass.dense();
  if (const auto bent = bending(state, rho)) bordered.topLeftCorner(n, n) += *bent;
  right.head(n) = snapshot.net_force + pull_at_rest(state, rho);
  for (int i = 0; i < k; ++i) {
    system_->write_row(snapshot, i, row);
    bordered.row(n + i).head(n) = row;
    bordered.col(n + i).head(n) = row;
    right[n + i] = -snapshot.rows[static_cast<std::size_t>(i)].b2;
  }
  const Eigen::FullPivLU<Matrix> lu(bordered);
  if (!right.allFinite() || !lu.isInvertible())
    throw Error(
        Code::E301,
        fmt::format("the variational problem does not determine the motion at {} s", state.t));
  const Vector solution = lu.solve(right);
  return {solution.head(n), solution.tail(k)};
}

bool Variation::rates(double t, const double* y, double* dy) const {
  const int n = system_->coordinates(), k = system_->constraints();
  const Eigen::Map<const Vector> q(y, n), u(y + n, n), rho(y + 2 * n, k);
  if (!q.allFinite() || !u.allFinite() || !rho.allFinite()) return false;
  const Instant instant = at({q, u, t}, rho);
  Eigen::Map<Vector>(dy, n) = u;
  Eigen::Map<Vector>(dy + n, n) = instant.accelerations;
  for (int i = 0; i < k; ++i)
    dy[2 * n + i] = treatment(i) == Treatment::geodesic && system_->constraint(i).of_velocities
                        ? instant.multipliers[i]
                        : 0.0;
  return true;
}

}  // namespace zwang
