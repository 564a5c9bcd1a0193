// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/cause.hpp"

#include <algorithm>

#include "zwang/base/index.hpp"

namespace zwang {
bool describe(const System& system, const Cause& cause, const std::optional<Shock>& shock,
              const std::vector<Standing>& before, const Checkpoint& now,
              const std::vector<double>& multipliers, std::vector<EventKind> kinds, Event& event) {
  const auto is_on = [](Standing s) { return s == Standing::acting || s == Standing::held; };
  const auto among = [](const std::vector<int>& list, int i) {
    return std::ranges::find(list, i) != list.end();
  };
  for (int i = 0; i < system.conditions(); ++i) {
    Part part;
    part.condition = i;
    part.before = before[index(i)];
    part.after = now.standings[index(i)];
    part.multiplier = is_on(part.after) ? multipliers[index(i)] : 0.0;
    part.cause = among(cause.contacts, i) || among(cause.releases, i);
    if (shock) {
      part.impulse = shock->impulses[i];
      part.rate_before = shock->conditions[index(i)].rate;
      part.rate_after = shock->conditions[index(i)].second;
      if (shock->conditions[index(i)].standing == Standing::striking) part.cause = true;
    }
    const bool took_hold = !is_on(part.before) && is_on(part.after);
    const bool let_go = (is_on(part.before) && !is_on(part.after)) ||
                        (among(cause.releases, i) && part.after == Standing::released);
    if (cause.start) {
      if (part.after != Standing::open && part.after != Standing::absent)
        event.parts.push_back(part);
      continue;
    }
    if (!shock && took_hold)
      kinds.push_back(system.condition(i).of_velocities ? EventKind::reach : EventKind::touch);
    if (!shock && let_go && system.condition(i).holds_at(now.state.t))
      kinds.push_back(EventKind::release);
    // who takes hold or lets go together with the first one is a cause as well
    if (!shock && (took_hold || let_go)) part.cause = true;
    if (part.impulse != 0.0 || took_hold || let_go || (shock && part.cause))
      event.parts.push_back(part);
  }
  if (shock) {
    event.energy_before = shock->energy_before;
    event.energy_after = shock->energy_after;
    event.dissipated = shock->dissipated;
    event.supplied = shock->supplied;
  }
  event.kind = kinds.empty() ? EventKind::graze : *std::ranges::min_element(kinds);
  if (cause.start) event.kind = EventKind::start;
  // a contact that neither struck nor took hold
  if (kinds.empty() && !cause.start) {
    for (const int i : cause.contacts)
      event.parts.push_back({.condition = i,
                             .cause = true,
                             .before = before[index(i)],
                             .after = now.standings[index(i)]});
  }
  return !event.parts.empty() || cause.start || !kinds.empty();
}

}  // namespace zwang
