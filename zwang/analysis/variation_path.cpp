// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variation_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/analysis/way_back.hpp"
#include "zwang/base/error.hpp"

namespace zwang {

bool leap(const Variation& variation, double t, Vector& y, double h) {
  DormandPrince method(static_cast<int>(y.size()));
  const auto field = [&](double at, const double* x, double* dx) {
    return variation.rates(at, x, dx);
  };
  if (!field(t, y.data(), method.first()) || !method.attempt(field, t, y.data(), h)) return false;
  std::copy_n(method.next(), y.size(), y.data());
  return true;
}

Path follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance) {
  Path path;
  path.coordinates_ = variation.system().coordinates();
  path.constraints_ = variation.system().constraints();
  follow(variation, start, rho, until, tolerance,
         [&](const DenseStep& step, const State&, const Vector&) {
           path.steps_.push_back(step);
           return true;
         });
  return path;
}

void follow(const Variation& variation, const State& start, const Vector& rho, double until,
            double tolerance, const PathStep& step) {
  const System& system = variation.system();
  const int n = system.coordinates(), k = system.constraints();
  const auto size = static_cast<std::size_t>(2 * n + k);
  std::vector<double> y(size), scale(size);
  Eigen::Map<Vector>(y.data(), n) = start.q;
  Eigen::Map<Vector>(y.data() + n, n) = start.u;
  Eigen::Map<Vector>(y.data() + 2 * n, k) = rho;
  const auto field = [&](double t, const double* at, double* dy) {
    return variation.rates(t, at, dy);
  };
  DormandPrince method(static_cast<int>(size));
  DenseStep course;
  WayBack back(system);
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
    if (!back.project(state))
      throw Error(Code::E310,
                  fmt::format("could not project back onto the constraints at {} s", end));
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
  Vector values(constraints_);
  for (int i = 0; i < constraints_; ++i)
    values[i] = step.value(2 * coordinates_ + i, (t - step.t) / step.h);
  return values;
}

}  // namespace zwang
