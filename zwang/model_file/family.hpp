// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints created by `for`: one per member of a set, per pair, per combination.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/model_file/reading.hpp"

namespace zwang {

// One constraint of a family: what its names stand for, and its index "3,4" or "0;1".
struct Choice {
  std::vector<std::pair<std::string, std::string>> words;
  std::string mark;
};

// Every choice allowed by a binding, "p in net", except those where nothing moves. Throws errors
// with their positions in the file.
std::vector<Choice> choices(const Reading& reading, const TomlNode& binding);

}  // namespace zwang
