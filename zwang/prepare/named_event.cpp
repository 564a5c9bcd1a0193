// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/named_event.hpp"

#include <algorithm>

#include "zwang/record/impacts.hpp"

namespace zwang {

bool NamedEvent::is(const Event& event) const {
  const bool fits = kind == EventKind::impact ? is_impact(event) : event.kind == kind;
  if (!fits) return false;
  return of.empty() || std::ranges::any_of(event.parts, [&](const Part& part) {
           return of[static_cast<std::size_t>(part.constraint)] != 0 &&
                  (part.cause || part.impulse != 0.0 || part.multiplier != 0.0 ||
                   kind == EventKind::start);
         });
}

std::vector<char> constraints_named(const Model& model, const std::string& name) {
  std::vector<char> which;
  for (const Constraint& constraint : model.constraints())
    which.push_back(constraint.name == name || constraint.name.starts_with(name + "[") ||
                    constraint.name.starts_with(name + "."));
  return which;
}

}  // namespace zwang
