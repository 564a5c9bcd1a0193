// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/departure.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "zwang/base/index.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/system/applies.hpp"

namespace zwang {
namespace {

constexpr int most_coordinates = 100;

// Chebyshev's places, away from the start, where rows are short or nearly dependent and rounding is
// large.
double place(int i, int count) {
  constexpr double first = 0.2;
  return first + (1.0 - first) * (0.5 - 0.5 * std::cos(std::numbers::pi * (i + 0.5) / count));
}

}  // namespace

Departure::Departure(const System& system, const State& start, Vector accelerations,
                     std::vector<int> bound, std::vector<int> open)
    : system_(system),
      start_(start),
      accelerations_(std::move(accelerations)),
      open_(std::move(open)),
      flow_(system) {
  flow_.bind(std::move(bound), start.t);
}

State Departure::on_curve(const Matrix& c, double h, double part) const {
  State state;
  const double s = part * h;
  state.t = start_.t + s;
  state.q = start_.q + s * start_.u + 0.5 * s * s * accelerations_;
  state.u = start_.u + s * accelerations_;
  double power = part * part;
  for (int k = 3; k <= degree; ++k) {
    state.u += (k * power / h) * c.col(k - 3);
    power *= part;
    state.q += power * c.col(k - 3);
  }
  return state;
}

bool Departure::rates(const State& state, Vector& accelerations) {
  const int n = system_.coordinates(), m = system_.velocities();
  std::vector<double> y(index(n + m)), dy(y.size());
  std::ranges::copy(state.q, y.begin());
  std::ranges::copy(state.u, y.begin() + n);
  if (!flow_.rates(state.t, y.data(), dy.data())) return false;
  accelerations = Eigen::Map<const Vector>(dy.data() + n, m);
  if (sharp_) sharpen(accelerations);
  return accelerations.allFinite();
}

// Where rows are nearly dependent, by s say, Φ = A M⁻¹Aᵀ makes errors of 1/s² roundings, the rows
// themselves of 1/s: the accelerations nearest to the free ones, in a metric in which M is 1.
void Departure::sharpen(Vector& accelerations) {
  const Snapshot& at = flow_.snapshot();
  const Eigen::LLT<Matrix> mass(at.mass.dense());
  const auto& bound = flow_.bound();
  if (bound.empty() || mass.info() != Eigen::Success) return;
  Matrix columns(system_.velocities(), static_cast<Eigen::Index>(bound.size()));
  Vector row, left(columns.cols());
  for (std::size_t k = 0; k < bound.size(); ++k) {
    system_.write_row(at, bound[k], row);
    const auto i = static_cast<Eigen::Index>(k);
    left[i] = -row.dot(accelerations) - at.rows[index(bound[k])].b2;
    columns.col(i) = mass.matrixL().solve(row);
  }
  const Svd axes = svd(columns, Directions::thin);
  Vector part = axes.v.transpose() * left;
  for (Eigen::Index k = 0; k < part.size(); ++k)
    part[k] = axes.values[k] > 1e-8 * axes.values[0] ? part[k] / axes.values[k] : 0.0;
  accelerations += mass.matrixU().solve(axes.u * part);
}

// q'' of the curve against that of the motion, at each place.
bool Departure::residual(const Matrix& c, double h, Vector& left) {
  const Eigen::Index n = system_.coordinates();
  left.resize(places * n);
  Vector there;
  for (int i = 0; i < places; ++i) {
    const double part = place(i, places);
    if (!rates(on_curve(c, h, part), there)) return false;
    Vector second = accelerations_;
    double power = part;
    for (int k = 3; k <= degree; ++k) {
      second += (k * (k - 1) * power / (h * h)) * c.col(k - 3);
      power *= part;
    }
    left.segment(i * n, n) = second - there;
  }
  return true;
}

// Of the residual by the coefficients. At each place these move q and q' alone: two differences for
// each coordinate, as wide as the third power makes them.
bool Departure::slopes(const Matrix& c, double h, double step, Matrix& all) {
  const Eigen::Index n = system_.coordinates();
  all.resize(places * n, places * n);
  Vector there, moved;
  for (int i = 0; i < places; ++i) {
    const double part = place(i, places);
    const State state = on_curve(c, h, part);
    if (!rates(state, there)) return false;
    const double of_place = step * part * part * part, of_speed = 3.0 * step * part * part / h;
    for (Eigen::Index j = 0; j < n; ++j) {
      State beside = state;
      beside.q[j] += of_place;
      if (!rates(beside, moved)) return false;
      const Vector by_place = (moved - there) / of_place;
      beside = state;
      beside.u[j] += of_speed;
      if (!rates(beside, moved)) return false;
      const Vector by_speed = (moved - there) / of_speed;
      double power = part * part;  // a power less than that of the coefficient
      for (int k = 3; k <= degree; ++k, power *= part) {
        auto column = all.col((k - 3) * n + j).segment(i * n, n);
        column = -(power * part) * by_place - (k * power / h) * by_speed;
        column[j] += k * (k - 1) * (power / part) / (h * h);
      }
    }
  }
  return true;
}

// Newton's method with differences: near a singular position the rates depend on the coefficients
// so strongly that simpler iterations diverge. Slopes serve as long as it converges fast.
bool Departure::solve(double h, Matrix& c) {
  constexpr double fast = 0.05;
  const Eigen::Index n = system_.coordinates(), all = places * n;
  c = Matrix::Zero(n, places);
  const double size = h * h * accelerations_.norm() + h * start_.u.norm();
  Matrix by_coefficients;
  Eigen::PartialPivLU<Matrix> factors;
  Vector left;
  double last = always;
  bool fresh = true;
  for (int turn = 0; turn < 40; ++turn) {
    if (!residual(c, h, left)) return false;
    if (fresh) {
      if (!slopes(c, h, 1e-3 * size, by_coefficients)) return false;
      factors.compute(by_coefficients);
    }
    const Vector change = factors.solve(left);
    const double length = change.norm();
    if (!std::isfinite(length) || length > 1e3 * size) return false;
    for (Eigen::Index k = 0; k < all; ++k) c(k % n, k / n) -= change[k];
    if (length <= 1e-15 * size) return true;
    // rounding moves it no further
    if (fresh && length <= 1e-7 * size && length >= 0.5 * last) return true;
    fresh = !(length < fast * last);
    last = length;
  }
  return last <= 1e-7 * size;
}

// Inequalities that hold push, those that do not stay open.
bool Departure::signs_hold(const Matrix& c, double h) {
  constexpr int looks = 20;
  Vector there;
  for (int i = 0; i < looks; ++i) {
    const State state = on_curve(c, h, place(i, looks));
    if (!rates(state, there)) return false;
    for (std::size_t k = 0; k < flow_.bound().size(); ++k) {
      const int constraint = flow_.bound()[k];
      if (system_.constraint(constraint).equation || flow_.multipliers()[k] >= 0.0) continue;
      why_ = system_.constraint(constraint).name + " would have to pull";
      return false;
    }
    Snapshot snapshot = system_.at(state);
    for (const int k : open_) {
      if (snapshot.rows[index(k)].f <= 0.0 || !applies(system_.constraint(k), snapshot)) continue;
      why_ = system_.constraint(k).name + " would be violated";
      return false;
    }
  }
  return true;
}

bool Departure::close(const Matrix& c, double h, State& end) {
  end = on_curve(c, h, 1.0);
  return flow_.project(end);
}

bool Departure::over(double h) {
  if (!system_.rates_are_parameters()) {
    why_ = "bodies that turn cannot be followed from there";
    return false;
  }
  if (system_.coordinates() > most_coordinates) {
    why_ = "there are too many coordinates";
    return false;
  }
  why_ = "no motion leaves in this direction";
  if (!solve(h, coefficients_) || !close(coefficients_, h, end_)) return false;
  if (!signs_hold(coefficients_, h)) return false;
  why_.clear();
  write_course(coefficients_, h);
  return true;
}

// Steps of the usual method.
bool Departure::follow(State& state, double until, double tolerance) {
  const int n = system_.coordinates(), m = system_.velocities();
  std::vector<double> y(index(n + m)), scale(y.size());
  const auto field = [&](double t, const double* at, double* dy) { return flow_.rates(t, at, dy); };
  DormandPrince stepper(n + m);
  if (!(until > state.t)) return until == state.t;
  double h = (until - state.t) / 4.0;
  for (int tries = 0; state.t < until && tries < 1000; ++tries) {
    std::ranges::copy(state.q, y.begin());
    std::ranges::copy(state.u, y.begin() + n);
    const double q = std::clamp(state.q.cwiseAbs().maxCoeff(), 1e-3, 1.0);
    for (std::size_t i = 0; i < y.size(); ++i)
      scale[i] = 0.1 * tolerance * std::max(std::abs(y[i]), q);
    const bool last = state.t + 1.01 * h >= until;
    if (last) h = until - state.t;
    if (!field(state.t, y.data(), stepper.first())) return false;
    const bool made = stepper.attempt(field, state.t, y.data(), h);
    const double error = made ? stepper.error(scale, h) : unset;
    if (!(error <= 1.0)) {
      h *= 0.5;
      continue;
    }
    state.q = Eigen::Map<const Vector>(stepper.next(), n);
    state.u = Eigen::Map<const Vector>(stepper.next() + n, m);
    state.t = last ? until : state.t + h;
    if (!flow_.project(state)) return false;
    if (error < 0.01) h *= 2.0;
  }
  return state.t >= until;
}

// As steps count their errors: relative to each number, or to the largest of its kind up to 1.
double Departure::difference(const State& a, const State& b, double tolerance) const {
  const double q = std::clamp(a.q.cwiseAbs().maxCoeff(), 1e-3, 1.0);
  const double u = std::min(1.0, std::max(a.u.cwiseAbs().maxCoeff(), q));
  double most = 0.0;
  for (Eigen::Index i = 0; i < a.q.size(); ++i) {
    const double place = std::abs(a.q[i] - b.q[i]) / std::max(std::abs(a.q[i]), q);
    const double speed = std::abs(a.u[i] - b.u[i]) / std::max(std::abs(a.u[i]), u);
    most = std::max({most, place, speed});
  }
  return most / tolerance;
}

bool Departure::attempt(double h, double tolerance) { return agrees(h, 0.5, tolerance); }

// Behind the middle, and itself no place near it.
bool Departure::across(double h, double tolerance) { return agrees(h, 0.66, tolerance); }

bool Departure::agrees(double h, double part, double tolerance) {
  if (!over(part * h)) return false;
  const State middle = end_;
  State end = middle;
  why_ = "the motion beside the start cannot be followed";
  if (!follow(end, start_.t + h, tolerance) || !over(h)) return false;
  error_ = std::max(difference(end_, end, tolerance),
                    difference(on_curve(coefficients_, h, part), middle, tolerance));
  why_ = "the series of the first step does not agree with the motion from its middle";
  if (!(error_ <= 0.5)) return false;
  why_.clear();
  return true;
}

bool Departure::run(double h, double tolerance) {
  constexpr int halvings = 14;
  for (const bool sharp : {false, true}) {
    sharp_ = sharp;
    double length = h;
    for (int k = 0; k < halvings; ++k, length *= 0.5)
      if (attempt(length, tolerance)) return true;
  }
  return false;
}

// From powers to the alternating factors of a step: what is left over is divided by θ and 1 − θ in
// turn.
void Departure::write_course(const Matrix& c, double h) {
  const int n = system_.coordinates(), size = 2 * n + 1;
  course_.t = start_.t;
  course_.h = h;
  course_.size = size;
  course_.y.assign(index(size), 0.0);
  course_.f.assign(7 * index(size), 0.0);
  const auto write = [&](int i, std::array<double, degree + 1> p) {
    course_.y[index(i)] = p[0];
    for (int k = 0; k < degree; ++k) p[index(k)] = p[index(k + 1)];  // by θ
    p[degree] = 0.0;
    for (int r = 0; r < 7; ++r) {
      // rows 0, 2, 4, 6 are followed by 1 − θ, the others by θ
      const bool at_end = r % 2 == 0;
      double value = 0.0;
      for (const double one : p) value += at_end ? one : 0.0;
      if (!at_end) value = p[0];
      course_.f[index(r) * index(size) + index(i)] = value;
      p[0] -= value;
      if (at_end) {
        // p = (1 − θ) s: s_k is the sum of p up to k
        for (std::size_t k = 1; k < p.size(); ++k) p[k] += p[k - 1];
      } else {
        for (std::size_t k = 0; k + 1 < p.size(); ++k) p[k] = p[k + 1];
      }
      p[degree] = 0.0;
    }
  };
  for (int i = 0; i < n; ++i) {
    std::array<double, degree + 1> q{}, u{};
    q[0] = start_.q[i];
    q[1] = h * start_.u[i];
    q[2] = 0.5 * h * h * accelerations_[i];
    for (int k = 3; k <= degree; ++k) q[index(k)] = c(i, k - 3);
    for (int k = 0; k < degree; ++k) u[index(k)] = (k + 1) * q[index(k + 1)] / h;
    write(i, q);
    write(n + i, u);
  }
}

bool Departure::evaluate(double t, State& state, Vector& accelerations,
                         std::vector<double>& multipliers) {
  state = on_curve(coefficients_, course_.h, (t - start_.t) / course_.h);
  state.t = t;
  if (!flow_.project(state) || !rates(state, accelerations)) return false;
  multipliers = flow_.multipliers();
  return true;
}

std::vector<double> Departure::first_multipliers() const {
  const Snapshot snapshot = system_.at(start_);
  const auto& bound = flow_.bound();
  std::vector<double> z(bound.size(), 0.0);
  const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
  if (bound.empty() || mass.info() != Eigen::Success) return z;
  Matrix columns(system_.velocities(), static_cast<Eigen::Index>(bound.size()));
  Vector row;
  for (std::size_t k = 0; k < bound.size(); ++k) {
    system_.write_row(snapshot, bound[k], row);
    columns.col(static_cast<Eigen::Index>(k)) = mass.matrixL().solve(row);
  }
  const Vector lost =
      mass.matrixL().solve(Vector(snapshot.net_force - snapshot.mass.times(accelerations_)));
  const Svd axes = svd(columns, Directions::thin);
  Vector part = axes.u.transpose() * lost;
  for (Eigen::Index k = 0; k < part.size(); ++k)
    part[k] = axes.values[k] > 1e-8 * axes.values[0] ? part[k] / axes.values[k] : 0.0;
  const Vector found = axes.v * part;
  for (std::size_t k = 0; k < z.size(); ++k) z[k] = found[static_cast<Eigen::Index>(k)];
  return z;
}

}  // namespace zwang
