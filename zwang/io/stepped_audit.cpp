// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cassert>
#include <cmath>

#include "zwang/io/stored_audit.hpp"
#include "zwang/io/succession.hpp"
#include "zwang/model/schedule.hpp"
#include "zwang/motion/bond.hpp"
#include "zwang/motion/step_energy.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

class StepAuditor {
 public:
  explicit StepAuditor(const StoredRun& run) : run_(run), system_(*run.system) {}

  std::vector<AuditNumber> judge() {
    assert(system_.rates_are_parameters());  // a file has no others
    for (std::size_t i = 0; i < run_.rows.size(); ++i) {
      place(run_.rows[i]);
      if (i == 0) continue;
      if (is_step(run_.rows[i - 1], run_.rows[i]))
        step(run_.rows[i - 1], run_.rows[i], i == 1);
      else
        book_.risen = 0.0;
    }
    energy_.worst = book_.rise();
    return {violation_, multiplier_, balance_, rate_, way_, energy_};
  }

 private:
  // With rows at a spacing, some are more than a step apart.
  bool is_step(const StoredRow& a, const StoredRow& b) const {
    const double length = run_.file.run.step;
    if (length > 0.0 && b.t - a.t > length * (1.0 + 1e-9)) return false;
    return std::ranges::none_of(schedule_, [&](double t) { return t > a.t && t < b.t; });
  }

  void place(const StoredRow& row) {
    end_ = system_.at(row.state());
    for (int i = 0; i < system_.conditions(); ++i)
      violation_.note(breach(system_, end_, i, system_.condition(i).equation) /
                          Terms(system_, end_, i, row.q).size,
                      row.t, i);
  }

  void step(const StoredRow& a, const StoredRow& b, bool first) {
    h_ = b.t - a.t;
    State at = after_impulse(system_, a.state());
    u_ = at.u;
    at.q += 0.5 * h_ * u_;
    at.t += 0.5 * h_;
    middle_ = system_.at(at);
    balance(b);
    // the minimum problem is solved to a part of the largest rate without conditions
    const Vector free = u_ + h_ * bordered(system_, middle_, {}, middle_.pull, 0.0);
    largest_rate_ = 0.0;
    for (int i = 0; i < system_.conditions(); ++i)
      largest_rate_ =
          std::max(largest_rate_, Terms(system_, middle_, i, free, middle_.rows[index(i)].b1).size);
    rates(a, b, first);
    at.q += 0.5 * h_ * b.u;
    at.t = b.t;
    way(at, b);
    energy(at, free - u_, b);
  }

  void balance(const StoredRow& b) {
    Remainder momentum(middle_.mass.times(b.u));
    momentum.add(-middle_.mass.times(u_));
    momentum.add(-h_ * middle_.pull);
    for (int i = 0; i < system_.conditions(); ++i) {
      const double p = h_ * b.multipliers[index(i)];
      momentum.push(system_, middle_, i, p);
      if (!system_.condition(i).equation)
        multiplier_.note(-p / (momentum.size.lpNorm<Eigen::Infinity>() + 1e-300), b.t, i);
    }
    momentum.judge(balance_, 1e-6, b.t);
  }

  // A piece of a step may be followed by a longer one; a piece that would have gained energy was
  // taken with rows that cannot.
  void rates(const StoredRow& a, const StoredRow& b, bool first) {
    const double length = run_.file.run.step;
    AuditNumber best{"", "", always, rate_.allowed};
    for (const bool guarded : {false, true})
      for (double next = h_; !best.holds() && (next == h_ || next < 1.5 * length); next *= 2.0) {
        AuditNumber one{"", "", 0.0, rate_.allowed};
        const StepTimes times{.half = 0.5 * h_, .to_next = 0.5 * (h_ + next)};
        for (int i = 0; i < system_.conditions(); ++i)
          one.note(rate(i, b, !first && a.holds(i), times, guarded), b.t, i);
        if (!(one.worst >= best.worst)) best = one;
      }
    rate_.note(best.worst, b.t, best.condition);
  }

  double rate(int i, const StoredRow& b, bool acted, const StepTimes& times, bool guarded) const {
    const Condition& condition = system_.condition(i);
    const Row& row = middle_.rows[index(i)];
    const double p = b.multipliers[index(i)];
    const double e = condition.options.restitution;
    const bool bound = acted || condition.equation || condition.of_velocities;
    const bool open = !bound && row.f < 0.0;
    // an open gap with restitution is met where it is closed
    if (!condition.holds_at(middle_.state.t) || (open && e > 0.0)) return p != 0.0 ? 1.0 : 0.0;
    const Terms before(system_, middle_, i, u_, row.b1), after(system_, middle_, i, b.u, row.b1);
    const Bond bond{.equation = condition.equation,
                    .of_velocities = condition.of_velocities,
                    .restitution = e,
                    .f = row.f,
                    .b2 = row.b2,
                    .acted = acted};
    const double small = closed_gap(middle_.state.q);
    const double owed = guarded ? bond.guarded_offset(before.sum, times, small)
                                : bond.asked_offset(before.sum, times, small);
    const double w = after.sum + owed;
    const double size = after.size + Terms(system_, middle_, i, u_).size + std::abs(owed);
    return (condition.equation || p > 0.0 ? std::abs(w) : w) / std::max(size, 0.1 * largest_rate_);
  }

  // What of the energy of a step neither forces nor moving conditions gave.
  void energy(const State& led, const Vector& made, const StoredRow& b) {
    const double before = 0.5 * middle_.mass.square(u_), after = 0.5 * middle_.mass.square(b.u);
    StepEnergy step{.back = -end_.pull.dot(b.q - led.q),
                    .size = before + after + 0.5 * middle_.mass.square(made)};
    step.met = after - before - 0.5 * h_ * middle_.pull.dot(u_ + b.u);
    for (int i = 0; i < system_.conditions(); ++i)
      step.met -= h_ * b.multipliers[index(i)] * middle_.rows[index(i)].b1;
    const double most = book_.most;
    book_.enter(step);
    if (book_.most > most) energy_.t = b.t;
  }

  // What of the way back is not along M⁻¹Aᵀ of the conditions there.
  void way(const State& led, const StoredRow& b) {
    const auto length = [&](const Vector& x) { return std::sqrt(middle_.mass.square(x)); };
    const Vector back = b.q - led.q;
    const double whole = length(h_ * b.u) + 1e-12 * (length(b.q) + length(back)) + 1e-300;
    if (length(back) <= 1e-9 * whole) return;
    const Snapshot there = system_.at(led);
    const auto f = [&](int i) { return breach(system_, there, i, system_.condition(i).equation); };
    double most = 0.0;
    for (int i = 0; i < system_.conditions(); ++i) most = std::max(most, f(i));
    std::vector<int> near;
    for (int i = 0; i < system_.conditions(); ++i)
      if (system_.condition(i).equation ? f(i) >= 0.0 : f(i) > -10.0 * most) near.push_back(i);
    const Vector left = bordered(system_, end_, near, end_.mass.times(back), 0.0);
    way_.note(std::sqrt(end_.mass.square(left)) / whole, b.t);
  }

  const StoredRun& run_;
  const System& system_;
  const std::vector<double> schedule_ = schedule(system_.model(), -always, always);
  // of the step: its length, the largest rate, velocities at its beginning, its middle and end
  double h_ = 0.0, largest_rate_ = 0.0;
  Vector u_;
  Snapshot middle_, end_;
  AuditNumber violation_{"violation", "conditions hold", 0.0, 1e-10};
  AuditNumber multiplier_{"multiplier", "inequalities only push", 0.0, 1e-10};
  AuditNumber balance_{"balance", "forces and impulses make the change of each step", 0.0, 1e-9};
  AuditNumber rate_{"rate", "each step obeys its conditions", 0.0, 1e-8};
  EnergyBook book_;
  AuditNumber way_{"way", "places are where the velocities lead", 0.0, 1e-3};
  AuditNumber energy_{"energy", "steps gain no energy", 0.0, allowed_rise};
};

}  // namespace

std::vector<AuditNumber> stepped_audit(const StoredRun& run) { return StepAuditor(run).judge(); }

}  // namespace zwang
