// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/named_event.hpp"

#include <algorithm>

namespace zwang {

bool NamedEvent::is(const Event& event) const {
  if (event.kind != kind) return false;
  return of.empty() || std::ranges::any_of(event.parts, [&](const Part& part) {
           return of[static_cast<std::size_t>(part.condition)] != 0 &&
                  (part.cause || part.impulse != 0.0 || part.multiplier != 0.0 ||
                   kind == EventKind::start);
         });
}

std::vector<char> conditions_named(const Model& model, const std::string& name) {
  std::vector<char> which;
  for (const Condition& condition : model.conditions())
    which.push_back(condition.name == name || condition.name.starts_with(name + "[") ||
                    condition.name.starts_with(name + "."));
  return which;
}

}  // namespace zwang
