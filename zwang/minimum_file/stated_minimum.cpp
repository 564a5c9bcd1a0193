// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum_file/stated_minimum.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace zwang {

// x = ±d·10^e with up to 17 digits d. For e < 0 that is d/5^k·2^−k: a double if 5^k divides d.
bool is_its_decimal(double x) {
  if (!std::isfinite(x)) return false;
  if (x == 0.0) return true;
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), std::abs(x),
                                 std::chars_format::scientific);
  const std::string_view written(text.data(), static_cast<std::size_t>(end.ptr - text.data()));
  const auto at = written.find('e');
  std::uint64_t digits = 0;
  int exponent = 0;
  const char* first = written.data() + at + (written[at + 1] == '+' ? 2 : 1);
  std::from_chars(first, end.ptr, exponent);
  for (const char c : written.substr(0, at)) {
    if (c == '.') continue;
    digits = 10 * digits + static_cast<std::uint64_t>(c - '0');
  }
  exponent -= at > 1 ? static_cast<int>(at) - 2 : 0;
  for (; exponent < 0; ++exponent) {
    if (digits % 5 != 0) return false;
    digits /= 5;
  }
  // d·5^e must have at most 53 bits without its factors of two
  while (digits % 2 == 0) digits /= 2;
  for (; exponent > 0; --exponent) {
    if (digits > (std::uint64_t{1} << 53) / 5) return false;
    digits *= 5;
  }
  return digits <= std::uint64_t{1} << 53;
}

bool is_its_decimals(const StatedRow& row) {
  return is_its_decimal(row.offset) &&
         std::ranges::all_of(row.entries, [](const auto& e) { return is_its_decimal(e.second); });
}

}  // namespace zwang
