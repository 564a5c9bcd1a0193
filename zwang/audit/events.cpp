// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/events.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/system/schedule.hpp"

namespace zwang {
namespace {

bool has(const AuditEvent& event, int constraint) {
  return std::ranges::find(event.parts, constraint, &AuditPart::constraint) != event.parts.end();
}

double length_of(const Row& row) {
  double squares = 0.0;
  for (const double a : row.a) squares += a * a;
  return std::sqrt(squares);
}

}  // namespace

EventAuditor::EventAuditor(const System& system)
    : system_(system),
      motion_(system),
      schedule_(schedule(system.model(), -always, always)),
      impacts_(index(system.constraints()), -always) {}

void EventAuditor::rows(const AuditRow& row, const AuditRow& next,
                        const std::vector<AuditEvent>& events, bool first, bool last) {
  if (first) event_.note(row.side > 0, row.t);
  for (const AuditEvent& event : events) evaluate(event, row, next);
  if (!last) between(row, next, events);
  end_ = next.t;
  end_side_ = next.side;
}

// Two rows one after the other, and the events at the first of them.
void EventAuditor::between(const AuditRow& row, const AuditRow& next,
                           const std::vector<AuditEvent>& events) {
  const bool jump = row.side < 0;
  // what the model lays down for a time may come without an event
  const bool same = row.q == next.q && row.u == next.u;
  const bool laid = same && std::ranges::find(schedule_, row.t) != schedule_.end();
  // an arc may end at once, but for the way back onto its constraints
  const bool at_once = next.side < 0;
  event_.note(jump != (next.side > 0) || (jump != (next.t == row.t) && (jump || !at_once)) ||
                  (jump && events.empty() && !laid),
              row.t);
  for (int c = 0; c < system_.constraints(); ++c) {
    const int now = row.states[index(c)], then = next.states[index(c)];
    if (now == then) continue;
    const bool part =
        std::ranges::any_of(events, [&](const AuditEvent& event) { return has(event, c); });
    // who was closed without force may open, or the other way round, and is no part of it
    const bool may = jump && (part || std::max(now, then) < 2);
    status_.note(!may, next.t, c);
  }
}

void EventAuditor::evaluate(const AuditEvent& event, const AuditRow& row, const AuditRow& next) {
  // a graze lies between rows and changes nothing; at a jump it is of the time after it
  const bool graze = event.kind == EventKind::graze;
  const bool jumps = row.side < 0 && &next != &row;
  const AuditRow& after = jumps ? next : row;
  const AuditRow& before = graze ? after : row;
  const bool timely = graze ? row.t <= event.t && event.t <= next.t : event.t == row.t;
  event_.note(!timely || event.cause != cause(event.kind), event.t);
  // the state before a first impact is the model's
  const double one = quadratic(row.state()), two = quadratic(after.state());
  const auto energy = [&](const std::optional<double>& told, double is) {
    if (told) event_.note(std::abs(*told - is) / std::max({one, two, 1e-300}), event.t);
  };
  if (event.kind != EventKind::start) energy(event.energy_before, one);
  energy(event.energy_after, two);
  for (const AuditPart& part : event.parts) {
    const std::size_t c = index(part.constraint);
    const bool fits = (part.before == ConstraintStatus::absent ||
                       state_number(part.before) == before.states[c]) &&
                      state_number(part.after) == after.states[c];
    status_.note(!fits, event.t, part.constraint);
  }
  if (jumps && !graze) jump(event, row, next);
}

// The part of the kinetic energy that is quadratic in the velocities: what an impact changes.
double EventAuditor::quadratic(const State& state) const {
  return 0.5 * system_.at(state).mass.square(state.u);
}

void EventAuditor::jump(const AuditEvent& event, const AuditRow& row, const AuditRow& next) {
  const Snapshot before = system_.at(row.state()), after = system_.at(next.state());
  Vector given = impulse_at(system_.model(), row.t);
  given = given.size() > 0 ? system_.along_velocities(given, after) : Vector::Zero(row.u.size());
  Remainder momentum(after.mass.times(next.u));
  momentum.add(-before.mass.times(row.u));
  momentum.add(-given);
  for (const AuditPart& part : event.parts)
    momentum.push(system_, after, part.constraint, part.impulse.value_or(0.0));
  momentum.judge(impulse_, 1e-3, event.t);
  // an impulse from outside works along the mean of the velocities
  const double supplied = event.supplied.value_or(0.0) + 0.5 * given.dot(row.u + next.u);
  const double one = 0.5 * before.mass.square(row.u), two = 0.5 * after.mass.square(next.u);
  impact_energy_.note((two - one - std::max(0.0, supplied)) / std::max({one, two, 1e-300}), row.t);
  Vector free = row.u;
  if (!given.isZero(0.0)) {
    motion_.hold({});
    motion_.evaluate(next.state(), next.t);
    if (motion_.divide(given.data())) free += given;
  }
  // who is held from here is put onto its constraint
  const bool ended = strike(event, next, free, before, after);
  const double far = row.q.lpNorm<Eigen::Infinity>();
  impulse_.note((next.q - row.q).lpNorm<Eigen::Infinity>() /
                    (ended ? 10.0 * std::max(far, 1.0) : std::max(far, 1e-3)),
                event.t);
}

// Equations and inequalities of velocities have no restitution: the velocities without the impact
// are first made to obey them. What is not linear in the velocities takes no part (theory 7.8).
Vector EventAuditor::obeying(const Vector& free, const AuditRow& next, const AuditEvent& event) {
  std::vector<int> obeyed;
  for (int c = 0; c < system_.constraints(); ++c)
    if (next.states[index(c)] == 3 && !system_.constraint(c).nonlinear) obeyed.push_back(c);
  for (const AuditPart& part : event.parts) {
    const Constraint& constraint = system_.constraint(part.constraint);
    if (constraint.friction) continue;
    if (constraint.of_velocities && !constraint.nonlinear && part.approach.value_or(0.0) > 0.0 &&
        next.states[index(part.constraint)] < 3)
      obeyed.push_back(part.constraint);
  }
  if (obeyed.empty()) return free;
  motion_.hold(obeyed);
  motion_.evaluate(next.state(), next.t);
  Vector x = motion_.at().mass.times(free);
  return motion_.solve(x.data(), &Row::b1) ? x : free;
}

// An approach so slow that the error of a gap could have made it.
bool EventAuditor::soft(int constraint, double approach, const Snapshot& at) const {
  const Row& row = at.rows[index(constraint)];
  double length = 1.0, speed = 0.0;
  for (const int j : system_.columns(constraint)) {
    length = std::max(length, std::abs(at.state.q[j]));
    speed = std::max(speed, std::abs(at.state.u[j]));
  }
  return approach <= 2e-8 * (length_of(row) * (length + speed) + std::abs(row.b1));
}

// Where all that moves a constraint cancels, or rests, rates are held against a part of the fastest
// velocity that is rounding.
double EventAuditor::rounding(int constraint, const Snapshot& before, const Snapshot& after) {
  const double fastest =
      std::max(before.state.u.lpNorm<Eigen::Infinity>(), after.state.u.lpNorm<Eigen::Infinity>());
  return 1e-6 * fastest * length_of(after.rows[index(constraint)]);
}

// A gap that impacts which accumulate are not followed below; a constraint may have been struck
// some cycles ago.
double EventAuditor::low(int constraint, const Snapshot& at) const {
  double length = 1.0;
  for (const int j : system_.columns(constraint))
    length = std::max(length, std::abs(at.state.q[j]));
  return 3e-9 * length_of(at.rows[index(constraint)]) * length;
}

bool EventAuditor::strike(const AuditEvent& event, const AuditRow& next, const Vector& free,
                          const Snapshot& before, const Snapshot& after) {
  std::vector<Struck> struck;
  bool rubs = false;
  const Vector without = obeying(free, next, event);
  for (const AuditPart& part : event.parts) {
    if (!part.approach) continue;
    const int c = part.constraint;
    const Constraint& constraint = system_.constraint(c);
    if (constraint.friction) {
      rubs = true;
      continue;
    }
    const Terms told(system_, before, c, before.state.u, before.rows[index(c)].b1);
    const Terms came(system_, after, c, without, after.rows[index(c)].b1);
    const Terms left(system_, after, c, after.state.u, after.rows[index(c)].b1);
    // who is held from here is put onto its constraint first
    const Terms there(system_, after, c, before.state.u, after.rows[index(c)].b1);
    event_.note(
        std::min(std::abs(*part.approach - told.sum), std::abs(*part.approach - there.sum)) /
            (told.size + left.size),
        event.t, c);
    if (constraint.nonlinear) impact_.note(std::abs(part.impulse.value_or(0.0)), event.t, c);
    const bool inequality = !constraint.equation && !constraint.of_velocities;
    struck.push_back(
        {.constraint = c,
         .impulse = part.impulse.value_or(0.0),
         .came = came.sum,
         .left = left.sum,
         .size = came.size + left.size + rounding(c, before, after),
         .e = inequality ? constraint.options.restitution : 0.0,
         .equation = constraint.equation,
         .of_velocities = constraint.of_velocities,
         .soft = soft(c, came.sum, after),
         .near = !constraint.equation && next.states[index(c)] > 0 &&
                 (constraint.of_velocities || std::abs(before.rows[index(c)].f) <= low(c, after)),
         .speed = std::abs(came.sum) / std::max(length_of(after.rows[index(c)]), 1e-300)});
    Struck& one = struck.back();
    // a hop rises a quarter of its speed times its duration, which is not longer than the last one
    one.may_end = one.near && inequality &&
                  0.25 * std::abs(came.sum) * (event.t - impacts_[index(c)]) <= low(c, after);
    if (one.impulse > 0.0) impacts_[index(c)] = event.t;
  }
  // who is met there by the way is not faster than they are
  double fastest = 0.0;
  for (const Struck& one : struck)
    if (one.may_end) fastest = std::max(fastest, one.speed);
  for (Struck& one : struck) one.may_end = one.may_end || (one.near && one.speed <= 3.0 * fastest);
  for (const AuditPart& part : event.parts) {
    const auto& friction = system_.constraint(part.constraint).friction;
    if (!friction || !part.approach) continue;
    const auto found = std::ranges::find(struck, friction->of, &Struck::constraint);
    // the slip of hops that end ends with them
    if (found == struck.end() || !found->ends(impact_.allowed)) rub(event, part, before, after);
  }
  if (system_.model().impacts_in_sequence()) return judge_sequence(struck, free, next, after);
  return judge(struck, event.t, rubs && keeps_energy(before, after));
}

// Coulomb's law of impulses, with the slip after the impact.
void EventAuditor::rub(const AuditEvent& event, const AuditPart& part, const Snapshot& before,
                       const Snapshot& after) {
  const int c = part.constraint;
  const int surface = system_.constraint(c).friction->of;
  const auto found = std::ranges::find(event.parts, surface, &AuditPart::constraint);
  const double load = found == event.parts.end() ? 0.0 : found->impulse.value_or(0.0);
  const double friction = part.impulse.value_or(0.0);
  const double bound = slipping_bound(system_, before, c) * load;
  // of who is not struck there is rounding, of momenta
  const Vector momenta = before.mass.times(before.state.u);
  const double size =
      std::max({bound, std::abs(friction), 1e-6 * momenta.lpNorm<Eigen::Infinity>()}) + 1e-300;
  impact_.note((std::abs(friction) - bound) / size, event.t, c);
  const Terms slip(system_, after, c, after.state.u, after.rows[index(c)].b1);
  const double way = slip.sum > 0.0 ? 1.0 : -1.0;
  // what slips after it is at the bound, against the slip
  impact_.note(std::min(std::abs(slip.sum) / (slip.size + rounding(c, before, after)),
                        std::abs(friction - way * bound) / size),
               event.t, c);
}

Vector EventAuditor::in_sequence(const std::vector<Struck>& struck, const std::vector<int>& held,
                                 Vector u, const AuditRow& next, const Snapshot& after) {
  const auto strike = [&](const std::vector<int>& rows, double e) {
    motion_.hold(rows);
    motion_.evaluate(next.state(), next.t);
    Vector x = motion_.at().mass.times(u);
    if (!motion_.solve(x.data(), &Row::b1)) return false;
    u += (1.0 + e) * (x - u);
    return true;
  };
  const auto approached = [&](const Struck& one) {
    const int c = one.constraint;
    return std::ranges::find(held, c) == held.end() &&
           Terms(system_, after, c, u, after.rows[index(c)].b1).sum > 1e-14 * one.size;
  };
  int left = 200'000;
  bool possible = held.empty() || strike(held, 0.0);
  for (bool any = true; any && possible;) {
    any = false;
    for (const Struck& one : struck) {
      if (!possible || !approached(one)) continue;
      std::vector<int> rows = held;
      rows.push_back(one.constraint);
      possible = strike(rows, one.e) && --left > 0;
      any = true;
    }
  }
  return possible ? u : Vector::Constant(u.size(), unset);
}

// Impacts one after the other: as they are; without restitution of soft touches; with what ends
// here held.
bool EventAuditor::judge_sequence(std::vector<Struck>& struck, const Vector& free,
                                  const AuditRow& next, const Snapshot& after) {
  std::ranges::sort(struck, {}, &Struck::constraint);
  std::vector<int> held;
  for (int c = 0; c < system_.constraints(); ++c)
    if (next.states[index(c)] == 3 && !system_.constraint(c).nonlinear) held.push_back(c);
  const double speed =
      std::max({free.lpNorm<Eigen::Infinity>(), next.u.lpNorm<Eigen::Infinity>(), 1e-300});
  const auto wrong = [&] {
    const Vector u = in_sequence(struck, held, free, next, after);
    return u.allFinite() ? (u - next.u).lpNorm<Eigen::Infinity>() / speed : 1.0;
  };
  const auto ends = [&](const Struck& one) { return one.ends(impact_.allowed); };
  double worst = wrong();
  if (worst > impact_.allowed && std::ranges::any_of(struck, &Struck::soft)) {
    for (Struck& one : struck)
      if (one.soft && one.came > 0.0) one.e = 0.0;
    worst = std::min(worst, wrong());
  }
  if (worst > impact_.allowed && std::ranges::any_of(struck, ends)) {
    for (const Struck& one : struck)
      if (ends(one)) held.push_back(one.constraint);
    worst = std::min(worst, wrong());
    // and what is struck hard beside them and stays
    if (worst > impact_.allowed) {
      for (const Struck& one : struck)
        if (!ends(one) && one.near && std::abs(one.left) <= impact_.allowed * one.size)
          held.push_back(one.constraint);
      worst = std::min(worst, wrong());
    }
  }
  impact_.note(worst, next.t, struck.empty() ? -1 : struck.front().constraint);
  for (const Struck& one : struck)
    if (std::ranges::find(held, one.constraint) == held.end())
      impact_.note(one.impulse < 0.0, next.t, one.constraint);
  return std::ranges::any_of(struck, ends);
}

bool EventAuditor::keeps_energy(const Snapshot& before, const Snapshot& after) const {
  const double one = before.mass.square(before.state.u), two = after.mass.square(after.state.u);
  return std::abs(two - one) <= impact_.allowed * std::max(one, two);
}

// How far a constraint is from the law.
double EventAuditor::Struck::wrong(bool exactly) const {
  if (equation || ended) return std::abs(left) / size;
  if (impulse < 0.0) return 1.0;
  const auto off = [&](double w) { return (exactly && impulse > 0.0 ? std::abs(w) : w) / size; };
  const double thrown = off(left + e * came);
  return soft ? std::min(thrown, off(left)) : thrown;
}

// The law of rebound by its own signs.
bool EventAuditor::judge(std::vector<Struck>& struck, double t, bool keeps_energy) {
  const auto obeyed = [&](bool exactly) {
    return std::ranges::all_of(
        struck, [&](const Struck& one) { return one.wrong(exactly) <= impact_.allowed; });
  };
  const auto throws = [](const Struck& one) { return one.e > 0.0; };
  bool exactly = true;
  if (!obeyed(true)) {
    // Who was leaving and is held back, or a bound of velocities beside a throw: a second step
    // without restitution came after the first.
    const bool repaired = std::ranges::any_of(struck, [&](const Struck& one) {
      return one.impulse > 0.0 && !one.equation &&
             std::abs(one.left) <= impact_.allowed * one.size &&
             (one.came < -impact_.allowed * one.size ||
              (one.of_velocities && std::ranges::any_of(struck, throws)));
    });
    // With unequal restitution nothing is thrown back if that is all that can be.
    const bool unequal = std::ranges::any_of(
        struck, [&](const Struck& one) { return !one.equation && one.e != struck[0].e; });
    if (repaired || unequal) {
      const std::vector<Struck> told = struck;
      for (Struck& one : struck) one.e = 0.0;
      exactly = !repaired;
      if (!obeyed(exactly)) {
        struck = told;
        exactly = true;
      }
    }
    // With friction all restitution may be lowered until no energy is gained.
    if (keeps_energy && !obeyed(exactly)) {
      const std::vector<Struck> told = struck;
      double part = 0.0;
      for (const Struck& one : struck)
        if (one.e > 0.0 && one.impulse > 0.0) part = std::max(part, -one.left / (one.e * one.came));
      for (Struck& one : struck) one.e *= std::min(part, 1.0);
      if (!obeyed(exactly)) struck = told;
    }
    // Whose impacts come to an end.
    if (!obeyed(exactly))
      for (Struck& one : struck) one.ended = one.may_end;
  }
  for (const Struck& one : struck) impact_.note(one.wrong(exactly), t, one.constraint);
  return std::ranges::any_of(struck, [&](const Struck& one) { return one.ends(impact_.allowed); });
}

std::vector<AuditNumber> EventAuditor::numbers(bool finished) {
  event_.note(finished && end_side_ < 0, end_);
  return {impact_energy_, event_, status_, impulse_, impact_};
}

}  // namespace zwang
