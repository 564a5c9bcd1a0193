// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "zwang/io/stored_audit.hpp"
#include "zwang/model/schedule.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

class EventAuditor {
 public:
  explicit EventAuditor(const StoredRun& run) : run_(run), system_(*run.system) {
    for (const StoredRow& row : run.rows)
      events_.insert(events_.end(), row.events.begin(), row.events.end());
  }

  std::vector<AuditNumber> judge() {
    for (std::size_t i = 0; i < run_.rows.size(); ++i) {
      const bool last = i + 1 == run_.rows.size();
      const StoredRow& row = run_.rows[i];
      const StoredRow& next = run_.rows[last ? i : i + 1];
      for (const StoredEvent* event : row.events) look(*event, row, next);
      if (!last) between(row, next);
    }
    const StoredRow& end = run_.rows.back();
    const bool torn = run_.reader.status() == RunStatus::finished && end.side < 0;
    event_.note(run_.rows[0].side > 0 || torn, end.t);
    return {shock_energy_, event_, standing_, impulse_, shock_};
  }

 private:
  // Two rows one after the other, and the events at the first of them.
  void between(const StoredRow& row, const StoredRow& next) {
    const bool jump = row.side < 0;
    // what the model lays down for a time may come without an event
    const bool laid = std::ranges::find(schedule_, row.t) != schedule_.end() && row.q == next.q &&
                      row.u == next.u;
    event_.note(jump != (next.side > 0) || jump != (next.t == row.t) ||
                    (jump && row.events.empty() && !laid),
                row.t);
    for (int c = 0; c < system_.conditions(); ++c) {
      const int now = row.states[index(c)], then = next.states[index(c)];
      const bool part = std::ranges::any_of(row.events, [&](const StoredEvent* event) {
        return std::ranges::find(event->parts, c, &StoredPart::condition) != event->parts.end();
      });
      // who was closed without force may open, or the other way round, and is no part of it
      const bool may = jump && (part || std::max(now, then) < 2);
      standing_.note(now != then && !may, next.t, c);
    }
  }

  void look(const StoredEvent& event, const StoredRow& row, const StoredRow& next) {
    const bool jumps = row.side < 0 && &next != &row;
    const StoredRow& after = jumps ? next : row;
    // a graze lies between rows
    const bool timely =
        event.kind == EventKind::graze ? row.t <= event.t && event.t <= next.t : event.t == row.t;
    event_.note(!timely || event.cause != cause(event.kind), event.t);
    // the state before a first shock is the model's
    if (event.kind != EventKind::start) kinetic(event.energy_before, row);
    kinetic(event.energy_after, after);
    for (const StoredPart& part : event.parts) {
      const std::size_t c = index(part.condition);
      const bool fits =
          (part.before == Standing::absent || state_number(part.before) == row.states[c]) &&
          state_number(part.after) == after.states[c];
      standing_.note(!fits, event.t, part.condition);
    }
    if (jumps) jump(event, row, next);
  }

  void kinetic(const std::optional<double>& told, const StoredRow& row) {
    const double is = system_.kinetic(row.state()), said = told.value_or(is);
    event_.note(std::abs(said - is) / std::max({std::abs(said), std::abs(is), 1e-300}), row.t);
  }

  void jump(const StoredEvent& event, const StoredRow& row, const StoredRow& next) {
    const Snapshot before = system_.at(row.state()), after = system_.at(next.state());
    Vector given = impulse_at(system_.model(), row.t);
    given = given.size() > 0 ? system_.along_velocities(given, after) : Vector::Zero(row.u.size());
    Remainder momentum(after.mass.times(next.u));
    momentum.add(-before.mass.times(row.u));
    momentum.add(-given);
    for (const StoredPart& part : event.parts) {
      momentum.push(system_, after, part.condition, part.impulse.value_or(0.0));
      if (part.approach) strike(event, part, before, after, next);
    }
    momentum.judge(impulse_, 1e-3, event.t);
    // gaps that are left when infinitely many shocks end are closed with the last of them
    const bool ends = std::ranges::any_of(event.parts, [&](const StoredPart& part) {
      return part.approach && is_last(event, part.condition, before);
    });
    const double size = row.q.lpNorm<Eigen::Infinity>();
    const double far = ends ? 10.0 * std::max(size, 1.0) : std::max(size, 1e-3);
    impulse_.note((next.q - row.q).lpNorm<Eigen::Infinity>() / far, event.t);
    // an impulse from outside works along the mean of the velocities
    const double supplied = event.supplied.value_or(0.0) + 0.5 * given.dot(row.u + next.u);
    const double one = system_.kinetic(row.state()), two = system_.kinetic(next.state());
    shock_energy_.note((two - one - std::max(0.0, supplied)) / std::max({one, two, 1e-300}), row.t);
  }

  void strike(const StoredEvent& event, const StoredPart& part, const Snapshot& before,
              const Snapshot& after, const StoredRow& next) {
    const int c = part.condition;
    const Condition& condition = system_.condition(c);
    const Terms came(system_, before, c, before.state.u, before.rows[index(c)].b1);
    const Terms left(system_, after, c, after.state.u, after.rows[index(c)].b1);
    const double size = came.size + left.size;
    event_.note(std::abs(*part.approach - came.sum) / size, event.t, c);
    // the last of infinitely many shocks leaves nothing, with impulses of any sign
    if (next.states[index(c)] > 0 && is_last(event, c, before))
      return shock_.note(std::abs(left.sum) / size, event.t, c);
    // Who is met so slowly that the error of its gap could have done it is only touched. Several
    // struck at once share a rule of rebound that speaks of the velocities without the shock: those
    // are not stored.
    const double e = condition.options.restitution;
    const bool stays = next.states[index(c)] > 0 && came.sum < 1e-7 * size;
    const bool alone = event.parts.size() == 1 && event.kind == EventKind::shock;
    const double p = part.impulse.value_or(0.0);
    const double w = left.sum + (stays || !alone ? 0.0 : e * std::max(0.0, came.sum));
    const bool exact = condition.equation || (p > 0.0 && (alone || e == 0.0));
    const bool pulls = !condition.equation && p < 0.0;
    shock_.note(pulls ? 1.0 : (exact ? std::abs(w) : w) / size, event.t, c);
  }

  // Whether a condition comes to rest with this shock: the next event of it is that it settles, or
  // there is none before the motion ends, and what is left of its hops is low.
  bool is_last(const StoredEvent& event, int c, const Snapshot& before) const {
    const auto here = std::ranges::find(events_, &event);
    const auto next = std::find_if(here + 1, events_.end(), [&](const StoredEvent* other) {
      return std::ranges::find(other->parts, c, &StoredPart::condition) != other->parts.end();
    });
    const bool settles = next != events_.end() && (*next)->kind == EventKind::settle;
    if (next != events_.end() && !settles) return false;
    const double rest = (settles ? (*next)->t : run_.rows.back().t) - event.t;
    const Row& row = before.rows[index(c)];
    const double gradient = Eigen::Map<const Vector>(row.a.data(), std::ssize(row.a)).norm();
    const double far = std::max(1.0, before.state.q.lpNorm<Eigen::Infinity>());
    return 0.25 * std::abs(row.rate) * rest <= 1e-6 * gradient * far;
  }

  const StoredRun& run_;
  const System& system_;
  std::vector<const StoredEvent*> events_;  // in the order of their rows
  const std::vector<double> schedule_ = schedule(system_.model(), -always, always);
  AuditNumber shock_energy_{"shock_energy", "no shock gains energy", 0.0, 1e-10};
  AuditNumber event_{"event", "events tell what the rows beside them show", 0.0, 1e-9};
  AuditNumber standing_{"standing", "states change at events, as these say", 0.0, 0.0};
  AuditNumber impulse_{"impulse", "impulses make the jumps of velocities", 0.0, 1e-9};
  AuditNumber shock_{"shock", "who is struck leaves as it must", 0.0, 1e-9};
};

}  // namespace

std::vector<AuditNumber> event_audit(const StoredRun& run) { return EventAuditor(run).judge(); }

}  // namespace zwang
