// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Conditions that one line of a model made: "net.string_u[3,4]" is of the family "net.string_u".
#pragma once

#include <string>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

struct Family {
  std::string name;
  std::vector<int> members = {};  // ascending; they need not follow each other

  // Too many to be shown one by one.
  bool crowded() const { return members.size() > 60; }
};

// Those with more than one member, by their first.
std::vector<Family> families_of(const System& system);

}  // namespace zwang
