// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variation.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"

namespace zwang {

Variation::Variation(const System& system, std::vector<Treatment> treatments)
    : system_(&system), treatments_(std::move(treatments)) {
  for (int i = 0; i < system.conditions(); ++i)
    if (!system.condition(i).equation)
      throw Error(Code::E120, fmt::format("a variational problem takes equations; '{}' is an "
                                          "inequality",
                                          system.condition(i).name));
  if (!system.model().quasi_velocities().empty())
    throw Error(Code::E120, "a variational problem takes coordinates without quasi-velocities");
  if (treatments_.size() != static_cast<std::size_t>(system.conditions()))
    throw Error(Code::E120, fmt::format("{} treatments for {} conditions", treatments_.size(),
                                        system.conditions()));
}

// rho (Phi_x - d/dt Phi_x'); the rate of p = Phi_x' does not depend on accelerations.
void Variation::add_rho_terms(const State& state, const Vector& rho, Vector& force) const {
  const auto& conditions = system_->model().conditions();
  std::vector<Taylor<double, 1>> along, gradient;
  for (std::size_t k = 0; k < conditions.size(); ++k) {
    const double factor = rho[static_cast<Eigen::Index>(k)];
    if (factor == 0.0 || !conditions[k].of_velocities) continue;
    along.clear();
    for (const int place : conditions[k].places) {
      const int c = Model::coordinate_at(place);
      along.push_back(place == Model::time_place ? Taylor<double, 1>(state.t, 1.0)
                      : Model::is_rate(place)    ? Taylor<double, 1>(state.u[c], 0.0)
                                                 : Taylor<double, 1>(state.q[c], state.u[c]));
    }
    gradient.resize(along.size());
    conditions[k].function.along(along, gradient);
    for (std::size_t j = 0; j < along.size(); ++j) {
      const int place = conditions[k].places[j];
      if (place == Model::time_place) continue;
      force[Model::coordinate_at(place)] +=
          factor * (Model::is_rate(place) ? -gradient[j][1] : gradient[j][0]);
    }
  }
}

auto Variation::at(const State& state, const Vector& rho) const -> Instant {
  const Snapshot snapshot = system_->at(state);
  const int n = system_->velocities(), k = system_->conditions();
  Matrix bordered = Matrix::Zero(n + k, n + k);
  Vector right(n + k), row;
  bordered.topLeftCorner(n, n) = snapshot.mass.dense();
  right.head(n) = snapshot.pull;
  Vector force = Vector::Zero(n);
  add_rho_terms(state, rho, force);
  right.head(n) += force;
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
  const int n = system_->coordinates(), k = system_->conditions();
  const Eigen::Map<const Vector> q(y, n), u(y + n, n), rho(y + 2 * n, k);
  if (!q.allFinite() || !u.allFinite() || !rho.allFinite()) return false;
  const Instant instant = at({q, u, t}, rho);
  Eigen::Map<Vector>(dy, n) = u;
  Eigen::Map<Vector>(dy + n, n) = instant.accelerations;
  for (int i = 0; i < k; ++i)
    dy[2 * n + i] = treatment(i) == Treatment::geodesic && system_->condition(i).of_velocities
                        ? instant.multipliers[i]
                        : 0.0;
  return true;
}

bool Variation::leap(double t, Vector& y, double h) const {
  DormandPrince method(static_cast<int>(y.size()));
  const auto field = [&](double at, const double* x, double* dx) { return rates(at, x, dx); };
  if (!field(t, y.data(), method.first()) || !method.attempt(field, t, y.data(), h)) return false;
  std::copy_n(method.next(), y.size(), y.data());
  return true;
}

Path Variation::run(const State& start, const Vector& rho, double until, double tolerance) const {
  const int n = system_->coordinates(), k = system_->conditions();
  const auto size = static_cast<std::size_t>(2 * n + k);
  Path path;
  path.coordinates_ = n;
  path.conditions_ = k;
  // y = (q, q', rho)
  std::vector<double> y(size), scale(size);
  Eigen::Map<Vector>(y.data(), n) = start.q;
  Eigen::Map<Vector>(y.data() + n, n) = start.u;
  Eigen::Map<Vector>(y.data() + 2 * n, k) = rho;
  const auto field = [&](double t, const double* at, double* dy) { return rates(t, at, dy); };
  DormandPrince method(static_cast<int>(size));
  double t = start.t, h = (until - start.t) / 10.0;
  field(t, y.data(), method.first());
  while (t < until) {
    h = std::min(h, until - t);
    for (std::size_t i = 0; i < size; ++i) scale[i] = tolerance * std::max(1.0, std::abs(y[i]));
    const bool made = method.attempt(field, t, y.data(), h);
    const double error = made ? method.error(scale, h) : 1e10;
    const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -0.125), 0.2, 5.0);
    if (!(error <= 1.0)) {
      h *= std::min(factor, 0.9);
      if (!(t + h > t)) throw Error(Code::E320, fmt::format("no step is small enough at {} s", t));
      continue;
    }
    field(t + h, method.next(), method.last());
    path.steps_.emplace_back();
    method.interpolate(field, t, y.data(), h, path.steps_.back(), [](double) {});
    t = until - t <= h ? until : t + h;
    std::copy_n(method.next(), size, y.begin());
    std::copy_n(method.last(), size, method.first());
    h *= factor;
  }
  return path;
}

const DenseStep& Path::step_at(double t) const {
  const auto after = std::ranges::upper_bound(steps_, t, {}, &DenseStep::t);
  return after == steps_.begin() ? *after : *(after - 1);
}

State Path::at(double t) const {
  const DenseStep& step = step_at(t);
  State state{Vector(coordinates_), Vector(coordinates_), t};
  for (int i = 0; i < coordinates_; ++i) {
    state.q[i] = step.value(i, (t - step.t) / step.h);
    state.u[i] = step.value(coordinates_ + i, (t - step.t) / step.h);
  }
  return state;
}

Vector Path::rho(double t) const {
  const DenseStep& step = step_at(t);
  Vector values(conditions_);
  for (int i = 0; i < conditions_; ++i)
    values[i] = step.value(2 * coordinates_ + i, (t - step.t) / step.h);
  return values;
}

}  // namespace zwang
