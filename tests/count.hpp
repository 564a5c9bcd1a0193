// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How many random problems a test tries.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace zwang {

// `usual`, or ZWANG_COUNT if that is set; a test whose problems are dear takes a share of it.
inline int asked_count(int usual, int share = 1) {
  const char* const text = std::getenv("ZWANG_COUNT");
  return text ? std::max(1, std::atoi(text) / share) : usual;
}

}  // namespace zwang
