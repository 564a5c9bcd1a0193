// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The report of a result in parts: every k-th row and column of its net. Never holds more than one
// part and what is shown.
#pragma once

#include <cstddef>
#include <string>

namespace zwang {

struct ExcerptOptions {
  std::size_t points = 10'000;  // shown, at most; at least 4
  std::size_t frames = 300;     // at most; at least 2
};

// E401, E430 and similar for the result.
std::string report_of_parts(const std::string& result, const ExcerptOptions& options);

}  // namespace zwang
