// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events as a user names them: a kind, and optionally a constraint or group that took part.
#pragma once

#include <string>
#include <vector>

#include "zwang/model/model.hpp"
#include "zwang/record/event.hpp"

namespace zwang {

struct NamedEvent {
  EventKind kind = EventKind::start;
  std::vector<char> of = {};  // which constraints; empty: any

  // Whether one of them caused it, or carried load in it.
  bool is(const Event& event) const;
};

// One flag per constraint: those of this name; "net.string" means every member of the group.
std::vector<char> constraints_named(const Model& model, const std::string& name);

}  // namespace zwang
