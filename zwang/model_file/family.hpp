// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Conditions made by `for`: one for each member of a set, each pair, each combination.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/model_file/reading.hpp"

namespace zwang {

// One condition of a family: what its words stand for, and its index "3,4" or "0;1".
struct Choice {
  std::vector<std::pair<std::string, std::string>> words;
  std::string mark;
};

// Every choice that a binding, "p in net", leaves; those where nothing moves are left out. Throws
// mistakes with their places in the file.
std::vector<Choice> choices(const Reading& reading, const TomlNode& binding);

}  // namespace zwang
