// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A vector as a list in JSON, which prints what is not finite as null.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang::apps {

inline nlohmann::ordered_json numbers(const Vector& vector) {
  return std::vector<double>(vector.begin(), vector.end());
}

}  // namespace zwang::apps
