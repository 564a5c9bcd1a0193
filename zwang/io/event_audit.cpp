// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/event_audit.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/model/schedule.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

double apart(double a, double b) {
  return std::abs(a - b) / std::max({std::abs(a), std::abs(b), 1e-300});
}

class EventAuditor {
 public:
  explicit EventAuditor(const StoredRun& run)
      : run_(run),
        system_(*run.system),
        schedule_(schedule(system_.model(), -always, always)),
        before_(system_.snapshot()),
        after_(system_.snapshot()) {}

  std::vector<AuditNumber> judge() {
    if (run_.rows.empty()) return {};
    std::vector<const StoredEvent*> at(run_.rows.size(), nullptr);
    for (const StoredEvent& event : run_.reader.events()) {
      at[static_cast<std::size_t>(event.row)] = &event;
      look(event);
    }
    for (std::size_t i = 0; i + 1 < run_.rows.size(); ++i) between(i, at);
    const bool finished = run_.reader.status() == RunStatus::finished;
    if (run_.rows.front().side > 0 || (finished && run_.rows.back().side < 0))
      event_.note(1.0, run_.rows.back().t);
    return {event_, standing_, impulse_, shock_};
  }

 private:
  // Two rows one after the other, and the event at the first of them.
  void between(std::size_t i, const std::vector<const StoredEvent*>& at) {
    const StoredRow& row = run_.rows[i];
    const StoredRow& next = run_.rows[i + 1];
    const bool jump = row.side < 0;
    const bool told = at[i] != nullptr;
    // what the model lays down for a time may come without an event
    const bool laid = std::ranges::find(schedule_, row.t) != schedule_.end() && row.q == next.q &&
                      row.u == next.u;
    if (jump != (next.side > 0) || (jump && !told && !laid) || jump != (next.t == row.t))
      event_.note(1.0, row.t);
    for (int c = 0; c < system_.conditions(); ++c) {
      const bool changes = row.states[index(c)] != next.states[index(c)];
      const bool part = jump && told && std::ranges::any_of(at[i]->parts, [&](const auto& one) {
                          return one.condition == c;
                        });
      // who was closed without force may open, or the other way round, and is no part of it
      const bool weak = jump && row.states[index(c)] < 2 && next.states[index(c)] < 2;
      if (changes && !part && !weak) standing_.note(1.0, next.t, c);
    }
  }

  void look(const StoredEvent& event) {
    const auto row = static_cast<std::size_t>(event.row);
    const StoredRow& before = run_.rows[row];
    const bool jumps = before.side < 0 && row + 1 < run_.rows.size();
    const StoredRow& after = jumps ? run_.rows[row + 1] : before;
    // a graze lies between rows; the state before a first shock is the model's
    const bool first = event.kind == EventKind::start;
    const bool timely =
        event.kind == EventKind::graze
            ? event.t >= before.t && row + 1 < run_.rows.size() && event.t <= run_.rows[row + 1].t
            : event.t == before.t;
    event_.note(timely && event.cause == cause(event.kind) ? 0.0 : 1.0, event.t);
    const auto energy = [&](const std::optional<double>& told, const StoredRow& at) {
      if (told) event_.note(apart(*told, system_.kinetic(at.state())), event.t);
    };
    if (!first) energy(event.energy_before, before);
    energy(event.energy_after, after);
    for (const StoredPart& part : event.parts) standing(event, part, before, after);
    if (jumps) jump(event, before, after);
  }

  void standing(const StoredEvent& event, const StoredPart& part, const StoredRow& before,
                const StoredRow& after) {
    const std::size_t c = index(part.condition);
    const bool begins = part.before == Standing::absent;
    const bool fits = (begins || state_number(part.before) == before.states[c]) &&
                      state_number(part.after) == after.states[c];
    standing_.note(fits || event.kind == EventKind::settle ? 0.0 : 1.0, event.t, part.condition);
  }

  void jump(const StoredEvent& event, const StoredRow& before, const StoredRow& after) {
    see(before, before_);
    see(after, after_);
    Vector left = after_.mass.times(after.u) - before_.mass.times(before.u);
    Vector size = after_.mass.times(after.u).cwiseAbs() + before_.mass.times(before.u).cwiseAbs();
    Vector given = impulse_at(system_.model(), event.t);
    if (given.size() > 0) {
      given = system_.along_velocities(given, after_);
      left -= given;
      size += given.cwiseAbs();
    }
    for (const StoredPart& part : event.parts) {
      const int c = part.condition;
      const double p = part.impulse.value_or(0.0);
      const auto columns = system_.columns(c);
      const auto& a = after_.rows[index(c)].a;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        left[columns[k]] += p * a[k];
        size[columns[k]] += std::abs(p * a[k]);
      }
      if (part.approach) strike(event, part, before, after);
    }
    // components at rest are measured against the others
    const double least = 1e-3 * size.lpNorm<Eigen::Infinity>() + 1e-300;
    for (Eigen::Index j = 0; j < left.size(); ++j)
      impulse_.note(std::abs(left[j]) / std::max(size[j], least), event.t);
    const double far = std::max(before.q.lpNorm<Eigen::Infinity>(), 1e-3);
    impulse_.note((after.q - before.q).lpNorm<Eigen::Infinity>() / far, event.t);
  }

  void see(const StoredRow& row, Snapshot& snapshot) {
    system_.look(row.state(), row.t, snapshot);
    for (int i = 0; i < system_.conditions(); ++i) system_.row(i, snapshot);
  }

  void strike(const StoredEvent& event, const StoredPart& part, const StoredRow& before,
              const StoredRow& after) {
    const int c = part.condition;
    const Condition& condition = system_.condition(c);
    const double came = before_.rows[index(c)].rate, left = after_.rows[index(c)].rate;
    const double size = size_of_terms(system_, before_, c, before.u, before_.rows[index(c)].b1) +
                        size_of_terms(system_, after_, c, after.u, after_.rows[index(c)].b1);
    event_.note(std::abs(*part.approach - came) / size, event.t, c);
    // Who stays closed has bounced for the last time. Several struck at once share a rule of
    // rebound that speaks of the velocities without the shock: those are not stored.
    const double e = condition.options.restitution;
    const bool stays = after.states[index(c)] > 0;
    const bool alone = event.parts.size() == 1 && event.kind == EventKind::shock;
    const double p = part.impulse.value_or(0.0);
    const double w = left + (stays || !alone ? 0.0 : e * std::max(0.0, came));
    const bool exact = condition.equation || (p > 0.0 && (alone || e == 0.0));
    shock_.note((exact ? std::abs(w) : w) / size, event.t, c);
    if (!condition.equation && p < 0.0) shock_.note(1.0, event.t, c);
  }

  const StoredRun& run_;
  const System& system_;
  std::vector<double> schedule_;
  Snapshot before_, after_;
  AuditNumber event_{"event", "events tell what the rows beside them show", 0.0, 1e-9};
  AuditNumber standing_{"standing", "states change at events, as these say", 0.0, 0.0};
  AuditNumber impulse_{"impulse", "impulses make the jumps of velocities", 0.0, 1e-9};
  AuditNumber shock_{"shock", "who is struck leaves as it must", 0.0, 1e-9};
};

}  // namespace

std::vector<AuditNumber> event_audit(const StoredRun& run) { return EventAuditor(run).judge(); }

}  // namespace zwang
