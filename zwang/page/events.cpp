// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/page/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/words.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

Json number_or_null(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }
Json number_or_null(const std::optional<double>& x) {
  return x ? number_or_null(*x) : Json(nullptr);
}

// The event as the run saw it, from what was stored.
Event recalled(const StoredRun& run, const StoredEvent& stored) {
  const auto before = std::min(static_cast<std::size_t>(stored.row), run.rows.size() - 1);
  const bool jumps = before + 1 < run.rows.size() && run.rows[before].side < 0;
  const StoredRow& row = run.rows[before];
  const StoredRow& after = jumps ? run.rows[before + 1] : row;
  Event event;
  event.kind = stored.kind;
  event.t = stored.t;
  event.bound = stored.bound.value_or(0.0);
  event.q = after.q;
  event.before = row.u;
  event.after = after.u;
  event.energy_before = stored.energy_before.value_or(unset);
  event.energy_after = stored.energy_after.value_or(unset);
  for (const StoredPart& part : stored.parts)
    event.parts.push_back({.condition = part.condition,
                           .cause = part.role == "cause",
                           .before = part.before,
                           .after = part.after,
                           .impulse = part.impulse.value_or(0.0),
                           .multiplier = after.multipliers[index(part.condition)],
                           .rate_before = part.approach.value_or(0.0)});
  return event;
}

std::string reason(const ConditionAt& at, bool equation) {
  const std::string free =
      std::isnan(at.free) ? "" : fmt::format(" The free motion has f'' = {:.4g}.", at.free);
  if (equation) return fmt::format("An equation: it holds always.{}", free);
  switch (at.standing) {
    case Standing::acting:
      return fmt::format(
          "It acts: f = f' = 0, and without its push of {:.4g} it would be broken.{}",
          at.multiplier, free);
    case Standing::released:
      return fmt::format(
          "It does not act: f = f' = 0, but the motion leaves it with f'' = {:.4g}.{}", at.second,
          free);
    case Standing::closed:
      return fmt::format("It is closed without force: f = f' = f'' = 0.{}", free);
    case Standing::leaving:
      return fmt::format("It does not act: f = 0, but the motion leaves it with f' = {:.4g}.",
                         at.rate);
    case Standing::open: return fmt::format("It is open: f = {:.4g} is below 0.", at.f);
    default: return std::string(name(at.standing));
  }
}

Json why(const Instant& instant, int condition, bool equation) {
  if (instant.conditions.empty()) return nullptr;
  const ConditionAt& at = instant.conditions[index(condition)];
  Json rule = nullptr;
  if (instant.ostrogradsky && !instant.ostrogradsky->right() && !equation) {
    const auto among = [&](const std::vector<int>& list) {
      return std::ranges::find(list, condition) != list.end();
    };
    const Ostrogradsky& o = *instant.ostrogradsky;
    rule = among(o.pulling)  ? "kept as an equation, and it would have to pull"
           : among(o.broken) ? "dropped, and the motion would break it"
           : among(o.kept)   ? "kept as an equation"
                             : "dropped";
  }
  return {{"f", number_or_null(at.f)},           {"rate", number_or_null(at.rate)},
          {"second", number_or_null(at.second)}, {"multiplier", at.multiplier},
          {"free", number_or_null(at.free)},     {"ostrogradsky", rule},
          {"words", reason(at, equation)}};
}

}  // namespace

Json page_events(const StoredRun& run) {
  constexpr std::size_t explained = 500;  // further events go without reasons
  const System& system = *run.system;
  const Words words(system);
  Json out = Json::array();
  for (const StoredEvent& stored : run.reader.events()) {
    if (stored.kind == EventKind::end || run.rows.empty()) continue;
    const Event event = recalled(run, stored);
    std::optional<Instant> instant;
    if (out.size() < explained && !event.parts.empty())
      instant =
          accelerations(system, {event.q, event.after, event.t},
                        {.nearness = {.length = 1e-8}, .ostrogradsky = true, .most_binding = 60});
    Json parts = Json::array();
    for (std::size_t i = 0; i < event.parts.size(); ++i) {
      const Part& part = event.parts[i];
      parts.push_back({{"condition", part.condition},
                       {"cause", part.cause},
                       {"before", state_number(part.before)},
                       {"after", state_number(part.after)},
                       {"approach", number_or_null(stored.parts[i].approach)},
                       {"impulse", number_or_null(stored.parts[i].impulse)},
                       {"why", instant ? why(*instant, part.condition,
                                             system.condition(part.condition).equation)
                                       : Json(nullptr)}});
    }
    out.push_back({{"t", event.t},
                   {"kind", name(event.kind)},
                   {"word", words.kind(event)},
                   {"cause", stored.cause},
                   {"text", words.sentence(event)},
                   {"bound", number_or_null(stored.bound)},
                   {"energy", number_or_null(event.energy_after - event.energy_before)},
                   {"parts", parts}});
  }
  return out;
}

}  // namespace zwang
