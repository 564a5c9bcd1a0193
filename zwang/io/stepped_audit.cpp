// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/stepped_audit.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "zwang/model/schedule.hpp"
#include "zwang/motion/bond.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

class StepAuditor {
 public:
  explicit StepAuditor(const StoredRun& run)
      : run_(run),
        system_(*run.system),
        middle_(system_.snapshot()),
        end_(system_.snapshot()),
        schedule_(schedule(system_.model(), -always, always)) {}

  std::vector<AuditNumber> judge() {
    for (std::size_t i = 0; i < run_.rows.size(); ++i) {
      place(run_.rows[i]);
      if (i > 0 && is_step(run_.rows[i - 1], run_.rows[i]))
        step(run_.rows[i - 1], run_.rows[i], i == 1);
    }
    std::vector<AuditNumber> all = {violation_, multiplier_, balance_, rate_};
    if (is_plain()) all.push_back(way_);
    return all;
  }

 private:
  // With rows at a spacing, some are more than a step apart.
  bool is_step(const StoredRow& a, const StoredRow& b) const {
    const double length = run_.file.run.step;
    if (length > 0.0 && b.t - a.t > length * (1.0 + 1e-9)) return false;
    return std::ranges::none_of(schedule_, [&](double t) { return t > a.t && t < b.t; });
  }

  // Ways are compared where velocities are rates.
  bool is_plain() const {
    for (int i = 0; i < system_.coordinates(); ++i)
      if (!system_.is_rate_parameter(i)) return false;
    return true;
  }

  void look(const State& state, Snapshot& snapshot) {
    system_.look(state, state.t, snapshot);
    for (int i = 0; i < system_.conditions(); ++i) system_.row(i, snapshot);
  }

  void place(const StoredRow& row) {
    look(row.state(), end_);
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (condition.of_velocities || !condition.holds_at(row.t)) continue;
      const double f = end_.rows[index(i)].f;
      violation_.note(
          (condition.equation ? std::abs(f) : f) / size_of_terms(system_, end_, i, row.q, 0.0),
          row.t, i);
    }
  }

  void step(const StoredRow& a, const StoredRow& b, bool first) {
    const double h = b.t - a.t;
    State at = after_impulse(system_, a.state());
    const Vector u = at.u;
    at.q += 0.5 * h * system_.rates(at);
    at.t += 0.5 * h;
    look(at, middle_);
    balance(u, b, h);
    // the minimum problem is solved to a part of the largest rate without conditions
    Vector free = middle_.pull;
    if (middle_.mass.factor()) middle_.mass.solve(free.data());
    free = u + h * free;
    largest_rate_ = 0.0;
    for (int i = 0; i < system_.conditions(); ++i)
      largest_rate_ = std::max(largest_rate_,
                               size_of_terms(system_, middle_, i, free, middle_.rows[index(i)].b1));
    for (int i = 0; i < system_.conditions(); ++i)
      rate(i, u, b, h, !first && a.states[index(i)] >= 2);
    if (!is_plain()) return;
    at.u = b.u;
    at.q += 0.5 * h * system_.rates(at);
    at.t = b.t;
    way(at, b, h);
  }

  void balance(const Vector& u, const StoredRow& b, double h) {
    Vector left = middle_.mass.times(b.u - u) - h * middle_.pull;
    Vector size = middle_.mass.times(b.u).cwiseAbs() + middle_.mass.times(u).cwiseAbs() +
                  h * middle_.pull.cwiseAbs();
    for (int i = 0; i < system_.conditions(); ++i) {
      const double p = h * b.multipliers[index(i)];
      if (p == 0.0) continue;
      const auto columns = system_.columns(i);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const double force = middle_.rows[index(i)].a[k] * p;
        left[columns[k]] += force;
        size[columns[k]] += std::abs(force);
      }
      if (!system_.condition(i).equation)
        multiplier_.note(-p / (size.lpNorm<Eigen::Infinity>() + 1e-300), b.t, i);
    }
    // components at rest are measured against the others
    const double least = 1e-6 * size.lpNorm<Eigen::Infinity>() + 1e-300;
    for (Eigen::Index j = 0; j < left.size(); ++j)
      balance_.note(std::abs(left[j]) / std::max(size[j], least), b.t);
  }

  void rate(int i, const Vector& u, const StoredRow& b, double h, bool acted) {
    const Condition& condition = system_.condition(i);
    const Row& row = middle_.rows[index(i)];
    const double p = h * b.multipliers[index(i)];
    const bool holds = condition.holds_at(middle_.state.t);
    const double before = system_.along(middle_, i, u.data(), row.b1);
    const double e = condition.options.restitution;
    double owed = 0.0;
    if (acted || condition.equation || condition.of_velocities)
      owed = 0.5 * h * row.b2;
    else if (row.f >= 0.0)
      owed = e * std::max(0.0, before);
    else if (row.f < -closed_gap(middle_.state.q))
      owed = row.f / h;
    // an open gap with restitution is met where it is closed
    const bool waits = !acted && !condition.equation && !condition.of_velocities && row.f < 0.0;
    if (!holds || (waits && e > 0.0)) return rate_.note(p == 0.0 ? 0.0 : 1.0, b.t, i);
    const double w = system_.along(middle_, i, b.u.data(), row.b1) + owed;
    const double own = size_of_terms(system_, middle_, i, b.u, row.b1) +
                       size_of_terms(system_, middle_, i, u, 0.0) + std::abs(owed);
    const double size = std::max(own, 0.1 * largest_rate_);
    rate_.note((condition.equation || p > 0.0 ? std::abs(w) : w) / size, b.t, i);
  }

  // What of the way back is not along M⁻¹Aᵀ of the conditions there.
  void way(const State& led, const StoredRow& b, double h) {
    const Vector back = b.q - led.q;
    const Vector path = h * b.u;
    const double length =
        std::sqrt(middle_.mass.square(path)) + 1e-12 * std::sqrt(middle_.mass.square(b.q)) + 1e-300;
    const double whole = std::sqrt(middle_.mass.square(back));
    if (whole <= 1e-9 * length) return way_.note(0.0, b.t);
    look(led, middle_);
    double breach = 0.0;
    std::vector<int> near;
    const auto f = [&](int i) {
      return system_.condition(i).equation ? std::abs(middle_.rows[index(i)].f)
                                           : middle_.rows[index(i)].f;
    };
    const auto counts = [&](int i) {
      return !system_.condition(i).of_velocities && system_.condition(i).holds_at(b.t);
    };
    for (int i = 0; i < system_.conditions(); ++i)
      if (counts(i)) breach = std::max(breach, f(i));
    for (int i = 0; i < system_.conditions(); ++i)
      if (counts(i) && (system_.condition(i).equation || f(i) > -10.0 * breach)) near.push_back(i);
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::SparseMatrix<double> turned(system_.velocities(),
                                       static_cast<Eigen::Index>(near.size()));
    if (!end_.mass.factor()) return;
    for (std::size_t k = 0; k < near.size(); ++k) {
      const auto columns = system_.columns(near[k]);
      for (std::size_t l = 0; l < columns.size(); ++l)
        entries.emplace_back(columns[l], static_cast<int>(k), end_.rows[index(near[k])].a[l]);
    }
    turned.setFromTriplets(entries.begin(), entries.end());
    const Vector left = beyond(turned, back);
    way_.note(std::sqrt(end_.mass.square(left)) / length, b.t);
  }

  // The part of x that is perpendicular, in the metric of the mass, to M⁻¹ times the columns.
  Vector beyond(const Eigen::SparseMatrix<double>& columns, const Vector& x) const {
    if (columns.cols() == 0) return x;
    const Eigen::Index n = columns.cols();
    const auto pushed = [&](const Vector& z) {
      Vector y = columns * z;
      end_.mass.solve(y.data());
      return y;
    };
    // conjugate gradients: rows may depend on each other
    Vector z = Vector::Zero(n), r = columns.transpose() * x, d = r;
    double square = r.squaredNorm();
    const double enough = 1e-16 * square;
    for (int turn = 0; turn < 1000 && square > enough; ++turn) {
      const Vector y = columns.transpose() * pushed(d);
      const double a = square / d.dot(y);
      z += a * d;
      r -= a * y;
      const double next = r.squaredNorm();
      d = r + next / square * d;
      square = next;
    }
    return x - pushed(z);
  }

  const StoredRun& run_;
  const System& system_;
  Snapshot middle_, end_;
  std::vector<double> schedule_;
  double largest_rate_ = 0.0;  // of the step
  AuditNumber violation_{"violation", "conditions hold", 0.0, 1e-10};
  AuditNumber multiplier_{"multiplier", "inequalities only push", 0.0, 1e-10};
  AuditNumber balance_{"balance", "forces and impulses make the change of each step", 0.0, 1e-9};
  AuditNumber rate_{"rate", "each step obeys its conditions", 0.0, 1e-8};
  AuditNumber way_{"way", "places are where the velocities lead", 0.0, 1e-3};
};

}  // namespace

std::vector<AuditNumber> stepped_audit(const StoredRun& run) { return StepAuditor(run).judge(); }

}  // namespace zwang
