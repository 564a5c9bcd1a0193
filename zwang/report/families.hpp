// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints created by one line of a model: "net.string_u[3,4]" is in family "net.string_u".
#pragma once

#include <string>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

struct Family {
  std::string name;
  std::vector<int> members = {};  // ascending, not necessarily consecutive

  // Too many to show individually.
  bool crowded() const { return members.size() > 60; }
};

// Those with more than one member, ordered by the first.
std::vector<Family> families_of(const System& system);

}  // namespace zwang
