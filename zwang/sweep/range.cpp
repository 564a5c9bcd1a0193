// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/range.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model_file/given_number.hpp"

namespace zwang {
namespace {

constexpr std::int64_t most_values = 1'000'000'000;

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (;;) {
    const auto end = text.find(by, begin);
    parts.push_back(text.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

[[noreturn]] void no_range(const std::string& text) {
  throw Error(Code::E120,
              fmt::format("--over {}: write NAME=FROM:TO:N or NAME=a,b,c", without_controls(text)));
}

// Both ends are among them, to the last bit.
std::vector<double> spaced(double from, double to, std::int64_t n) {
  std::vector<double> values = {from};
  for (std::int64_t i = 1; i < n; ++i)
    values.push_back(
        i == n - 1 ? to : from + (to - from) * static_cast<double>(i) / static_cast<double>(n - 1));
  return values;
}

}  // namespace

Range range_in(const std::string& text, bool sampled) {
  Range range;
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) no_range(text);
  range.name = text.substr(0, equals);
  const std::string given = text.substr(equals + 1);
  const auto ends = split(given, ':');
  if (ends.size() == 1) {
    if (sampled)
      throw Error(Code::E120, fmt::format("--over {}: a sample is drawn from NAME=FROM:TO",
                                          without_controls(text)));
    const auto values = split(given, ',');
    range.first = values[0];
    for (const std::string& one : values) range.values.push_back(given_number("--over", one));
    return range;
  }
  if (ends.size() != 3 && !(sampled && ends.size() == 2)) no_range(text);
  range.first = ends[0];
  range.from = given_number("--over", ends[0]);
  range.to = given_number("--over", ends[1]);
  if (ends.size() == 2) return range;
  std::int64_t n = 0;
  const char* const end = ends[2].data() + ends[2].size();
  const auto read = std::from_chars(ends[2].data(), end, n);
  if (read.ec != std::errc() || read.ptr != end || n < 1 || n > most_values) no_range(text);
  if (sampled) return range;
  range.values = spaced(range.from, range.to, n);
  return range;
}

}  // namespace zwang
