// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion in words.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "zwang/motion/descriptions.hpp"
#include "zwang/motion/trajectory.hpp"

namespace zwang {
namespace {

std::string plural(long count, std::string_view word) {
  if (count == 1) return fmt::format("1 {}", word);
  std::string many(word);
  many += many.ends_with("h") ? "es" : "s";
  return fmt::format("{} {}", count, many);
}

}  // namespace

std::string Trajectory::brief() const {
  if (!system) return "not run";
  const std::string& title = system->model().name();
  std::vector<std::string> parts;
  parts.push_back(
      fmt::format("{}: reached {} s", title.empty() ? "system" : title, fmt::format("{:.10g}", t)));
  parts.push_back(by_steps ? plural(steps, "step") : plural(arcs, "arc"));
  for (const EventKind kind :
       {EventKind::impact, EventKind::touch, EventKind::release, EventKind::reach,
        EventKind::impulse, EventKind::sudden_equation, EventKind::settle, EventKind::graze}) {
    const long count = std::ranges::count(events, kind, &Event::kind);
    std::string word(zwang::name(kind));
    std::ranges::replace(word, '_', ' ');
    if (count > 0) parts.push_back(plural(count, word));
  }
  parts.push_back(verdict.words());
  std::string out = fmt::format("{}", fmt::join(parts, ", "));
  if (const auto why = code(outcome))
    out += fmt::format("; ended with {}: {}", zwang::name(*why), message);
  if (const AuditNumber* const fault = verdict.fault())
    out += fmt::format("; {}", fault->describe(*system));
  return out;
}

std::string Trajectory::summary() const {
  std::string out = brief() + "\n";
  if (!system) return out;
  out += Descriptions(*system).list(events, {}, "in events");
  for (const std::string& warning : warnings) out += fmt::format("  {}\n", warning);
  return out;
}

}  // namespace zwang
