// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/short_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace zwang {

std::string short_number(double x) { return fmt::format("{:.6g}", std::abs(x) < 5e-15 ? 0.0 : x); }

std::string short_list(const Vector& v) {
  std::vector<std::string> parts;
  for (Eigen::Index i = 0; i < v.size(); ++i) parts.push_back(short_number(v[i]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string short_vector(const Vector& v) { return fmt::format("({})", short_list(v)); }

std::string counted(std::size_t n, std::string_view one, std::string_view many) {
  if (n == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", n, one) : fmt::format("{} {}", n, many);
}

std::string names_of(const System& system, const std::vector<int>& constraints) {
  std::vector<std::string> words;
  for (const int i : constraints) words.push_back(system.constraint(i).name);
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace zwang
