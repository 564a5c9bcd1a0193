// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/describe_event.hpp"
#include "zwang/report/instant.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); }

Json why(const Instant& instant, int constraint, bool equation) {
  if (instant.constraints.empty()) return nullptr;
  const ConstraintAt& at = instant.constraints[index(constraint)];
  Json rule = nullptr;
  if (instant.ostrogradsky && !instant.ostrogradsky->right() && !equation) {
    const auto among = [&](const std::vector<int>& list) {
      return std::ranges::find(list, constraint) != list.end();
    };
    const Ostrogradsky& o = *instant.ostrogradsky;
    rule = among(o.pulling)  ? "kept as an equation, and it would have to pull"
           : among(o.broken) ? "dropped, and the motion would violate it"
           : among(o.kept)   ? "kept as an equation"
                             : "dropped";
  }
  return {{"f", number_or_null(at.f)},
          {"rate", number_or_null(at.rate)},
          {"second", number_or_null(at.second)},
          {"multiplier", at.multiplier},
          {"free", number_or_null(at.free)},
          {"ostrogradsky", rule},
          {"words", reason_in_full(at, equation)}};
}

}  // namespace

Json report_events(const StoredRun& run) {
  constexpr std::size_t explained = 500;  // further events go without reasons
  constexpr int most_shown = 60;          // and with more than this, without trials and pictures
  int shown = 0;
  const System& system = *run.system;
  const Descriptions descriptions(system);
  Json out = Json::array();
  for (const StoredEvent& stored : run.reader.events()) {
    if (stored.kind == EventKind::end || run.rows.empty()) continue;
    const Event event = recalled(run, stored);
    std::optional<Instant> instant;
    const bool located = run.file.run.method == RunOptions::Method::event_driven;
    Json principles = nullptr;
    if (located && out.size() < explained && !event.parts.empty()) {
      const State state = {event.q, event.after, event.t};
      const InstantOptions options = {
          .nearness = {.length = 1e-8}, .ostrogradsky = true, .most_binding = 60};
      if (shown < most_shown && run.file.problem.is_mechanical()) {
        Principles found = zwang::principles(system, state, options);
        principles =
            report_instant(found, event.kind == EventKind::start ? run.file.run.branch : Vector());
        shown += principles.is_null() ? 0 : 1;
        instant = std::move(found.instant);
      } else if (!has_general_integrand(system.model())) {
        instant = accelerations(system, state, options);
      }
    }
    Json parts = Json::array();
    for (std::size_t i = 0; i < event.parts.size(); ++i) {
      const Part& part = event.parts[i];
      parts.push_back({{"constraint", part.constraint},
                       {"cause", part.cause},
                       {"before", state_number(part.before)},
                       {"after", state_number(part.after)},
                       {"approach", number_or_null(stored.parts[i].approach)},
                       {"impulse", number_or_null(stored.parts[i].impulse)},
                       {"why", instant ? why(*instant, part.constraint,
                                             system.constraint(part.constraint).equation)
                                       : Json(nullptr)}});
    }
    out.push_back({{"t", event.t},
                   {"kind", name(event.kind)},
                   {"word", descriptions.kind(event)},
                   {"cause", stored.cause},
                   {"text", describe(run, event)},
                   {"located", number_or_null(stored.located)},
                   {"uncertainty", number_or_null(stored.uncertainty)},
                   {"energy", event.energy_after - event.energy_before},
                   {"parts", parts},
                   {"principles", principles}});
  }
  return out;
}

}  // namespace zwang
