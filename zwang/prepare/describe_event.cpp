// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/describe_event.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/record/impacts.hpp"

namespace zwang {
namespace {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() > most) return fmt::format("{} and {} more", names.front(), names.size() - 1);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return out;
}

}  // namespace

Event recalled(const StoredRun& run, const StoredEvent& stored) {
  const auto before = std::min(static_cast<std::size_t>(stored.row), run.rows.size() - 1);
  const bool jumps = before + 1 < run.rows.size() && run.rows[before].side < 0;
  const StoredRow& row = run.rows[before];
  const StoredRow& after = jumps ? run.rows[before + 1] : row;
  Event event;
  event.kind = stored.kind;
  event.t = stored.t;
  event.located = stored.located.value_or(0.0);
  event.uncertainty = stored.uncertainty.value_or(unset);
  event.q = after.q;
  event.before = row.u;
  event.after = after.u;
  event.energy_before = stored.energy_before.value_or(unset);
  event.energy_after = stored.energy_after.value_or(unset);
  for (const StoredPart& part : stored.parts)
    event.parts.push_back({.constraint = part.constraint,
                           .cause = part.role == "cause",
                           .before = part.before,
                           .after = part.after,
                           .impulse = part.impulse.value_or(0.0),
                           .multiplier = after.multipliers[index(part.constraint)],
                           .rate_before = part.approach.value_or(0.0)});
  return event;
}

std::string describe(const StoredRun& run, const Event& event) {
  std::vector<std::string> causes, loaded, all;
  std::string shape;
  for (const Part& part : event.parts) {
    const Constraint& constraint = run.system->constraint(part.constraint);
    const std::string& name =
        constraint.friction ? rubbing_name(*run.system, part.constraint) : constraint.name;
    all.push_back(name);
    if (part.cause) {
      if (causes.empty()) shape = run.reader.constraints()[index(part.constraint)].shape;
      causes.push_back(name);
    } else if (part.impulse != 0.0) {
      loaded.push_back(name);
    }
  }
  const std::string who = listed(causes.empty() ? all : causes);
  const bool several = (causes.empty() ? all : causes).size() > 1;
  const auto verb = [&](const char* one, const char* many) { return several ? many : one; };
  const std::string also = loaded.empty() ? "" : fmt::format(", also loads {}", listed(loaded));
  switch (event.kind) {
    case EventKind::start: return "the motion begins";
    case EventKind::impact:
      if (shape == "string") return fmt::format("{} {} taut{}", who, verb("snaps", "snap"), also);
      return fmt::format("{} {} struck{}", who, verb("is", "are"), also);
    case EventKind::release:
      return fmt::format("{}: the multiplier {} 0", who, verb("falls to", "of each falls to"));
    case EventKind::handover:
      return fmt::format("{} {} the border of where {}", who, verb("reaches", "reach"),
                         verb("it applies", "they apply"));
    case EventKind::touch:
      return fmt::format("{} {} hold without an impact", who, verb("takes", "take"));
    case EventKind::settle: return fmt::format("the impacts of {}, ever smaller, have ended", who);
    case EventKind::graze: return fmt::format("{} {} touched in passing", who, verb("is", "are"));
    case EventKind::reach: return fmt::format("{} {} its bound", who, verb("reaches", "reach"));
    case EventKind::sudden_equation:
      return fmt::format("{} {} as an equation{}", who, verb("begins", "begin"), also);
    case EventKind::removed: return fmt::format("{} {}", who, verb("ends", "end"));
    case EventKind::impulse:
      return all.empty() ? "an external impulse"
                         : fmt::format("an external impulse, loads {}", listed(all));
    case EventKind::jump: return "a force jumps";
    case EventKind::singular:
      return fmt::format("{}a singular position of {}",
                         is_passage(event) ? "the motion passes " : "", who);
    case EventKind::stick:
      return fmt::format("{} {} to rest and sticks", who, verb("comes", "come"));
    case EventKind::slip: return fmt::format("{} {} to slip", who, verb("begins", "begin"));
    case EventKind::reverse: return fmt::format("{} {} the other way", who, verb("slips", "slip"));
    default: return std::string(name(event.kind));
  }
}

}  // namespace zwang
