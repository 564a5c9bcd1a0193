// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events as a person names them: a kind, and perhaps the condition or the group that took part.
#pragma once

#include <string>
#include <vector>

#include "zwang/model/model.hpp"
#include "zwang/record/event.hpp"

namespace zwang {

struct NamedEvent {
  EventKind kind = EventKind::start;
  std::vector<char> of = {};  // which conditions; empty: whichever

  // One of them made it, or carried something in it.
  bool is(const Event& event) const;
};

// One flag for each condition: those of this name, "net.string" means every member of the group.
std::vector<char> conditions_named(const Model& model, const std::string& name);

}  // namespace zwang
