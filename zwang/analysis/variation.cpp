// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variation.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "zwang/base/error.hpp"
#include "zwang/motion/flow.hpp"

namespace zwang {

Variation::Variation(const System& system, std::vector<Treatment> treatments)
    : system_(&system), treatments_(std::move(treatments)) {
  for (int i = 0; i < system.conditions(); ++i) {
    const Condition& condition = system.condition(i);
    const auto refuse = [&](const char* why) {
      throw Error(Code::E120,
                  fmt::format("a variational problem takes equations that always hold; '{}' {}",
                              condition.name, why));
    };
    if (!condition.equation) refuse("is an inequality");
    if (condition.options.from > -always || condition.options.until < always)
      refuse("begins or ends");
  }
  if (!system.model().impulses().empty())
    throw Error(Code::E120, "a variational problem takes no impulses");
  if (!system.model().quasi_velocities().empty())
    throw Error(Code::E120, "a variational problem takes coordinates without quasi-velocities");
  if (treatments_.size() != static_cast<std::size_t>(system.conditions()))
    throw Error(Code::E120, fmt::format("{} treatments for {} conditions", treatments_.size(),
                                        system.conditions()));
}

// The rate of p = Phi_x' does not depend on accelerations.
Vector Variation::pull(const State& state, const Vector& rho) const {
  Vector force = Vector::Zero(system_->velocities());
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
  return force;
}

auto Variation::at(const State& state, const Vector& rho) const -> Instant {
  const Snapshot snapshot = system_->at(state);
  const int n = system_->velocities(), k = system_->conditions();
  Matrix bordered = Matrix::Zero(n + k, n + k);
  Vector right(n + k), row;
  bordered.topLeftCorner(n, n) = snapshot.mass.dense();
  right.head(n) = snapshot.pull + pull(state, rho);
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
  Path path;
  path.coordinates_ = system_->coordinates();
  path.conditions_ = system_->conditions();
  run(start, rho, until, tolerance, [&](const DenseStep& step, const State&, const Vector&) {
    path.steps_.push_back(step);
    return true;
  });
  return path;
}

void Variation::run(const State& start, const Vector& rho, double until, double tolerance,
                    const Step& step) const {
  const int n = system_->coordinates(), k = system_->conditions();
  const auto size = static_cast<std::size_t>(2 * n + k);
  std::vector<double> y(size), scale(size);
  Eigen::Map<Vector>(y.data(), n) = start.q;
  Eigen::Map<Vector>(y.data() + n, n) = start.u;
  Eigen::Map<Vector>(y.data() + 2 * n, k) = rho;
  const auto field = [&](double t, const double* at, double* dy) { return rates(t, at, dy); };
  DormandPrince method(static_cast<int>(size));
  DenseStep course;
  Flow flow(*system_);
  std::vector<int> all(static_cast<std::size_t>(k));
  std::iota(all.begin(), all.end(), 0);
  double t = start.t, h = (until - start.t) / 10.0;
  field(t, y.data(), method.first());
  while (t < until) {
    h = std::min(h, until - t);
    for (std::size_t i = 0; i < size; ++i) scale[i] = tolerance * std::max(1.0, std::abs(y[i]));
    const bool made = method.attempt(field, t, y.data(), h);
    double error = made ? method.error(scale, h) : unset;
    if (!std::isfinite(error)) error = 1e10;
    const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -0.125), 0.2, 5.0);
    if (error > 1.0) {
      h *= std::min(factor, 0.9);
      if (!(t + h > t)) throw Error(Code::E320, fmt::format("no step is small enough at {} s", t));
      continue;
    }
    const double end = until - t <= h ? until : t + h;
    Eigen::Map<Vector> q(method.next(), n), u(method.next() + n, n);
    State state{q, u, end};
    flow.bind(all, end);
    if (!flow.project(state))
      throw Error(Code::E310, fmt::format("there is no way back to the conditions at {} s", end));
    q = state.q;
    u = state.u;
    field(end, method.next(), method.last());
    method.interpolate(field, t, y.data(), h, course, [](double) {});
    std::copy_n(method.next(), size, y.begin());
    std::copy_n(method.last(), size, method.first());
    if (!step(course, state, Eigen::Map<const Vector>(y.data() + 2 * n, k))) return;
    t = end;
    h *= factor;
  }
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
