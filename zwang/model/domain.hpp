// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where a constraint applies: a table ends at its edge. f ≤ 0 is demanded at places where G ≤ 0.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "zwang/calculus/function.hpp"

namespace zwang {

struct Domain {
  struct Condition {
    Formula formula;  // g ≤ 0
    std::vector<int> places;
  };
  std::vector<Condition> conditions;
  Function border;          // G: the largest of them
  std::vector<int> places;  // its arguments, as of a constraint
  // min(f, −G): rises to 0 where the constraint is struck, and where it is entered from behind.
  Function entry;
  std::vector<int> entry_places;
};

}  // namespace zwang
