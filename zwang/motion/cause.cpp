// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/cause.hpp"

#include <algorithm>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// What becomes of a surface that rubs: nothing if it only lets go, or is pressed anew.
std::optional<EventKind> rubs(char before, char after) {
  if (before == 0 || after == 0 || before == after) return std::nullopt;
  if (after == 1) return EventKind::stick;
  return before == 1 ? EventKind::slip : EventKind::reverse;
}

}  // namespace

void tell_of_friction(const System& system, const Arc& arc, Cause& cause) {
  const auto rubs = [&](int i) { return system.constraint(i).friction.has_value(); };
  const auto& bound = arc.flow().bound();
  for (const int i : cause.contacts)
    if (rubs(i)) cause.rest.push_back(i);
  for (const int i : cause.releases) {
    if (!rubs(i)) continue;
    const auto place = std::ranges::find(bound, i) - bound.begin();
    const double friction = arc.multipliers()[static_cast<std::size_t>(place)];
    cause.begin.push_back({i, friction > 0.0 ? 1.0 : -1.0});
  }
  std::erase_if(cause.contacts, rubs);
  std::erase_if(cause.releases, rubs);
}

bool describe(const System& system, const Cause& cause, const std::optional<Impact>& impact,
              const std::vector<ConstraintStatus>& before, const std::vector<char>& on_before,
              const Checkpoint& now, const std::vector<double>& multipliers,
              std::vector<EventKind> kinds, Event& event) {
  const auto is_on = [](ConstraintStatus s) {
    return s == ConstraintStatus::active || s == ConstraintStatus::held ||
           s == ConstraintStatus::sticking || s == ConstraintStatus::slipping;
  };
  const auto among = [](const std::vector<int>& list, int i) {
    return std::ranges::find(list, i) != list.end();
  };
  for (int i = 0; i < system.constraints(); ++i) {
    Part part;
    part.constraint = i;
    part.before = before[index(i)];
    part.after = now.statuses[index(i)];
    part.multiplier = is_on(part.after) ? multipliers[index(i)] : 0.0;
    part.cause = among(cause.contacts, i) || among(cause.releases, i) || among(cause.handovers, i);
    if (impact) {
      part.impulse = impact->impulses[i];
      part.rate_before = impact->constraints[index(i)].rate;
      part.rate_after = impact->constraints[index(i)].rate_after;
      if (impact->constraints[index(i)].status == ConstraintStatus::impacting) part.cause = true;
    }
    if (system.constraint(i).friction && !cause.start) {
      const auto kind = rubs(on_before[index(i)], now.on[index(i)]);
      const bool given = system.constraint(i).friction->is_given();
      part.cause = (kind || (given && on_before[index(i)] != now.on[index(i)])) && !impact;
      if (kind && !impact) kinds.push_back(*kind);
      if (part.impulse != 0.0 || on_before[index(i)] != now.on[index(i)])
        event.parts.push_back(part);
      continue;
    }
    const bool took_hold = !is_on(part.before) && is_on(part.after);
    const bool let_go = (is_on(part.before) && !is_on(part.after)) ||
                        (among(cause.releases, i) && part.after == ConstraintStatus::released) ||
                        among(cause.handovers, i);
    if (cause.start) {
      if (part.after != ConstraintStatus::open && part.after != ConstraintStatus::absent)
        event.parts.push_back(part);
      continue;
    }
    if (!impact && took_hold)
      kinds.push_back(system.constraint(i).of_velocities ? EventKind::reach : EventKind::touch);
    if (let_go && among(cause.handovers, i))
      kinds.push_back(EventKind::handover);
    else if (!impact && let_go && system.constraint(i).holds_at(now.state.t))
      kinds.push_back(EventKind::release);
    // who takes hold or lets go together with the first one is a cause as well
    if (!impact && (took_hold || let_go)) part.cause = true;
    if (part.impulse != 0.0 || took_hold || let_go || (impact && part.cause))
      event.parts.push_back(part);
  }
  if (impact) {
    event.energy_before = impact->energy_before;
    event.energy_after = impact->energy_after;
    event.dissipated = impact->dissipated;
    event.supplied = impact->supplied;
  }
  event.kind = kinds.empty() ? EventKind::graze : *std::ranges::min_element(kinds);
  if (cause.start) event.kind = EventKind::start;
  // a contact that neither struck nor took hold
  if (kinds.empty() && !cause.start) {
    for (const int i : cause.contacts)
      event.parts.push_back({.constraint = i,
                             .cause = true,
                             .before = before[index(i)],
                             .after = now.statuses[index(i)]});
  }
  return !event.parts.empty() || cause.start || !kinds.empty();
}

}  // namespace zwang
