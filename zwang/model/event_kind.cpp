// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/event_kind.hpp"

#include <algorithm>
#include <array>

namespace zwang {
namespace {

constexpr std::array<std::string_view, 17> names = {
    "start",    "singular", "sudden_equation", "impulse", "impact",  "settle",
    "handover", "touch",    "reach",           "release", "removed", "jump",
    "graze",    "end",      "stick",           "slip",    "reverse"};

}  // namespace

std::string_view name(EventKind kind) { return names[static_cast<std::size_t>(kind)]; }

std::string_view cause(EventKind kind) {
  switch (kind) {
    case EventKind::impact:
    case EventKind::touch:
    case EventKind::graze: return "gap";
    case EventKind::release: return "multiplier";
    case EventKind::reach: return "rate";
    case EventKind::settle: return "limit";
    case EventKind::handover: return "domain";
    case EventKind::stick:
    case EventKind::reverse: return "slip";
    case EventKind::slip: return "friction";
    case EventKind::sudden_equation:
    case EventKind::impulse:
    case EventKind::removed:
    case EventKind::jump: return "schedule";
    case EventKind::start:
    case EventKind::singular:
    case EventKind::end: break;
  }
  return {};
}

std::optional<EventKind> event_kind_named(std::string_view name) {
  if (name == "slack") return EventKind::release;
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<EventKind>(found - names.begin());
}

}  // namespace zwang
