// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/steps.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/audit/held_motion.hpp"
#include "zwang/base/index.hpp"
#include "zwang/system/schedule.hpp"

namespace zwang {
namespace {

// Of a step, from its middle: to its end, and to the middle of the next one.
struct StepTimes {
  double half = 0.0;
  double to_next = 0.0;
};

// A gap up to this part of the size of the places, or of 1, is none.
double closed_gap(const Vector& q) { return 1e-10 * std::max(1.0, q.lpNorm<Eigen::Infinity>()); }

}  // namespace

class StepAuditor {
 public:
  StepAuditor(const System& system, double length)
      : system_(system), length_(length), motion_(system) {}

  void row(const AuditRow& row) {
    place(row);
    if (rows_ > 0 && is_step(before_, row))
      step(before_, row, rows_ == 1);
    else
      risen_ = 0.0;
    before_ = row;
    ++rows_;
  }

  std::vector<AuditNumber> numbers() const {
    AuditNumber energy = energy_;
    energy.worst = largest_ > 0.0 ? most_risen_ / largest_ : 0.0;
    return {violation_, multiplier_, balance_, rate_, way_, energy};
  }

 private:
  // With rows at a spacing, some are more than a step apart.
  bool is_step(const AuditRow& a, const AuditRow& b) const {
    if (length_ > 0.0 && b.t - a.t > length_ * (1.0 + 1e-9)) return false;
    return std::ranges::none_of(schedule_, [&](double t) { return t > a.t && t < b.t; });
  }

  void place(const AuditRow& row) {
    end_ = system_.at(row.state());
    for (int i = 0; i < system_.constraints(); ++i)
      violation_.note(breach(system_, end_, i, system_.constraint(i).equation) /
                          Terms(system_, end_, i, row.q).size,
                      row.t, i);
  }

  void step(const AuditRow& a, const AuditRow& b, bool first) {
    h_ = b.t - a.t;
    State at = after_impulse(system_, a.state());
    u_ = at.u;
    at.q += 0.5 * h_ * u_;
    at.t += 0.5 * h_;
    middle_ = system_.at(at);
    balance(b);
    // the minimum problem is solved to a part of the largest rate without constraints
    const Vector free = u_ + h_ * bordered(middle_, {}, middle_.net_force);
    largest_rate_ = 0.0;
    for (int i = 0; i < system_.constraints(); ++i)
      largest_rate_ =
          std::max(largest_rate_, Terms(system_, middle_, i, free, middle_.rows[index(i)].b1).size);
    rates(a, b, first);
    at.q += 0.5 * h_ * b.u;
    at.t = b.t;
    way(at, b);
    energy(at, free - u_, b);
  }

  void balance(const AuditRow& b) {
    Remainder momentum(middle_.mass.times(b.u));
    momentum.add(-middle_.mass.times(u_));
    momentum.add(-h_ * middle_.net_force);
    for (int i = 0; i < system_.constraints(); ++i) {
      const double p = h_ * b.multipliers[index(i)];
      momentum.push(system_, middle_, i, p);
      if (!system_.constraint(i).equation)
        multiplier_.note(-p / (momentum.size.lpNorm<Eigen::Infinity>() + 1e-300), b.t, i);
    }
    momentum.judge(balance_, 1e-6, b.t);
  }

  // What a step may owe: rows that cannot gain energy, and who was thrown back before a bound of
  // velocities was made to hold need only not approach.
  struct Law {
    bool dissipative = false, held_back = false;
  };

  // A piece of a step may be followed by a longer one; a piece that would have gained energy was
  // taken with rows that cannot.
  void rates(const AuditRow& a, const AuditRow& b, bool first) {
    AuditNumber best{"", "", always, rate_.allowed};
    for (const Law law : {Law{}, Law{.dissipative = true}, Law{.held_back = true},
                          Law{.dissipative = true, .held_back = true}})
      for (double next = h_; !best.holds() && (next == h_ || next < 1.5 * length_); next *= 2.0) {
        if (law.held_back && !bounds_a_throw(a, b, first)) continue;
        AuditNumber one{"", "", 0.0, rate_.allowed};
        const StepTimes times{.half = 0.5 * h_, .to_next = 0.5 * (h_ + next)};
        for (int i = 0; i < system_.constraints(); ++i)
          one.note(rate(i, b, !first && a.holds(i), times, law), b.t, i);
        if (!(one.worst >= best.worst)) best = one;
      }
    rate_.note(best.worst, b.t, best.constraint);
  }

  // Whether a bound of velocities pushed beside who is struck and thrown back; who rests is not.
  bool bounds_a_throw(const AuditRow& a, const AuditRow& b, bool first) const {
    bool bounds = false, throws = false;
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      const Row& row = middle_.rows[index(i)];
      if (constraint.equation || !(b.multipliers[index(i)] > 0.0)) continue;
      bounds = bounds || constraint.of_velocities;
      throws = throws || (!constraint.of_velocities && constraint.options.restitution > 0.0 &&
                          (first || !a.holds(i)) && row.f >= 0.0 &&
                          Terms(system_, middle_, i, u_, row.b1).sum > 0.0);
    }
    return bounds && throws;
  }

  double rate(int i, const AuditRow& b, bool acted, const StepTimes& times, const Law& law) const {
    const Constraint& constraint = system_.constraint(i);
    const Row& row = middle_.rows[index(i)];
    const double p = b.multipliers[index(i)];
    const double e = constraint.options.restitution;
    const bool bound = acted || constraint.equation || constraint.of_velocities;
    const bool open = !bound && row.f < 0.0;
    // an open gap with restitution is met where it is closed
    if (!constraint.holds_at(middle_.state.t) || (open && e > 0.0)) return p != 0.0 ? 1.0 : 0.0;
    const Terms before(system_, middle_, i, u_, row.b1), after(system_, middle_, i, b.u, row.b1);
    double owed = bound                                  ? times.half * row.b2
                  : !open && law.held_back               ? 0.0
                  : !open                                ? e * std::max(0.0, before.sum)
                  : row.f < -closed_gap(middle_.state.q) ? row.f / times.to_next
                                                         : 0.0;
    // what pushes is not left faster than it was approached
    if (law.dissipative && constraint.equation)
      owed = before.sum;
    else if (law.dissipative)
      owed = std::min(owed, constraint.of_velocities ? std::max(0.0, before.sum) : before.sum);
    const double w = after.sum + owed;
    const double size = after.size + Terms(system_, middle_, i, u_).size + std::abs(owed);
    const bool exactly = constraint.equation || (p > 0.0 && !law.held_back);
    return (exactly ? std::abs(w) : w) / std::max(size, 0.1 * largest_rate_);
  }

  // What of the energy of a step neither forces nor moving constraints gave.
  void energy(const State& led, const Vector& made, const AuditRow& b) {
    const double before = 0.5 * middle_.mass.square(u_), after = 0.5 * middle_.mass.square(b.u);
    double gained = after - before - 0.5 * h_ * middle_.net_force.dot(u_ + b.u) -
                    end_.net_force.dot(b.q - led.q);
    for (int i = 0; i < system_.constraints(); ++i)
      gained -= h_ * b.multipliers[index(i)] * middle_.rows[index(i)].b1;
    risen_ = std::max(0.0, risen_ + gained);
    largest_ = std::max(largest_, 0.5 * (before + after + 0.5 * middle_.mass.square(made)));
    if (!(risen_ > most_risen_)) return;
    most_risen_ = risen_;
    energy_.t = b.t;
  }

  // What of the way back is not along M⁻¹Aᵀ of the constraints there.
  void way(const State& led, const AuditRow& b) {
    const auto length = [&](const Vector& x) { return std::sqrt(middle_.mass.square(x)); };
    const Vector back = b.q - led.q;
    const double whole = length(h_ * b.u) + 1e-12 * (length(b.q) + length(back)) + 1e-300;
    if (length(back) <= 1e-9 * whole) return;
    const Snapshot there = system_.at(led);
    const auto f = [&](int i) { return breach(system_, there, i, system_.constraint(i).equation); };
    double most = 0.0;
    for (int i = 0; i < system_.constraints(); ++i) most = std::max(most, f(i));
    std::vector<int> near;
    for (int i = 0; i < system_.constraints(); ++i)
      if (system_.constraint(i).equation ? f(i) >= 0.0 : f(i) > -10.0 * most) near.push_back(i);
    const Vector left = bordered(end_, near, end_.mass.times(back));
    way_.note(std::sqrt(end_.mass.square(left)) / whole, b.t);
  }

  // x of M x + Aᵀz = y, A x = 0; not finite where M allows none.
  Vector bordered(const Snapshot& at, const std::vector<int>& constraints, Vector y) {
    motion_.hold(constraints);
    motion_.take(at);
    if (!motion_.solve(y.data(), &Row::b2, 0.0)) y.setConstant(unset);
    return y;
  }

  const System& system_;
  double length_;
  HeldMotion motion_;
  AuditRow before_;
  long rows_ = 0;
  const std::vector<double> schedule_ = schedule(system_.model(), -always, always);
  // of the step: its length, the largest rate, velocities at its beginning, its middle and end
  double h_ = 0.0, largest_rate_ = 0.0;
  Vector u_;
  Snapshot middle_, end_;
  // J: above the lowest before, now and at most, and the largest
  double risen_ = 0.0, most_risen_ = 0.0, largest_ = 0.0;
  AuditNumber violation_{"violation", "constraints hold", 0.0, 1e-10};
  AuditNumber multiplier_{"multiplier", "inequalities only push", 0.0, 1e-10};
  AuditNumber balance_{"balance", "forces and impulses account for the change in each step", 0.0,
                       1e-9};
  AuditNumber rate_{"rate", "each step satisfies its constraints", 0.0, 1e-8};
  AuditNumber way_{"way", "positions follow from the velocities", 0.0, 1e-3};
  AuditNumber energy_{"energy", "steps gain no energy", 0.0, 1e-3};
};

StepAudit::StepAudit(const System& system, double length)
    : auditor_(std::make_unique<StepAuditor>(system, length)) {}
StepAudit::~StepAudit() = default;
void StepAudit::row(const AuditRow& row) { auditor_->row(row); }
std::vector<AuditNumber> StepAudit::numbers() const { return auditor_->numbers(); }

}  // namespace zwang
