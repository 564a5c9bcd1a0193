// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which of several accelerations a motion begins with at a singular position (theory 5.5).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/model/model.hpp"

namespace zwang {

struct BranchChoice {
  int number = 0;                              // from 1, in the order of Z
  std::vector<std::pair<int, double>> toward;  // or a direction: coordinates and their parts
  Place place = {};                            // where a file says so

  bool given() const { return number > 0 || !toward.empty(); }
};

// "2", or "p.x=1, p.y=0, p.z=1"; coordinates that are not named have part 0. Throws E103, E120.
BranchChoice branch_choice(const std::string& text, const Model& model);

}  // namespace zwang
