// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/record/impacts.hpp"

#include <algorithm>

namespace zwang {

bool is_impact(const Event& event) {
  return event.kind == EventKind::impact ||
         (event.kind == EventKind::start &&
          std::ranges::any_of(event.parts, [](const Part& part) { return part.impulse != 0.0; }));
}

// A motion that goes on knows how well the time is located.
bool is_passage(const Event& event) {
  return event.kind == EventKind::singular && event.located > 0.0;
}

std::size_t count_impacts(const std::vector<Event>& events) {
  return static_cast<std::size_t>(std::ranges::count_if(events, is_impact));
}

}  // namespace zwang
