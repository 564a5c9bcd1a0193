// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/net_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace zwang::scale {
namespace {

// In [−1, 1), from a number, the same on every machine (splitmix64).
double scattered(std::uint64_t n) {
  std::uint64_t z = (n + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-52 - 1.0;
}

}  // namespace

void NetPattern::add(FamilyForm form, std::vector<Index> others) {
  families.push_back(std::move(form));
  others_.push_back(std::move(others));
}

void NetPattern::add_strings(double slack) {
  const auto string = [&](const char* name, const Three& step, const Index& other) {
    const double length = std::hypot(step[0], step[1], step[2]) * (1.0 + slack);
    add(family_form(name, fmt::format("|p - q| <= {:.17g}", length), {"p", "q"}), {other});
  };
  string("string_u", along, {1, 0});
  string("string_v", across, {0, 1});
}

bool NetPattern::is_inside(const Index& at) const {
  return at[0] >= 0 && at[1] >= 0 && at[0] < size[0] && at[1] < size[1];
}

bool NetPattern::is_held(const Index& at) const {
  const bool end_u = at[0] == 0 || at[0] == size[0] - 1, end_v = at[1] == 0 || at[1] == size[1] - 1;
  return (corners_held && end_u && end_v) || (border_held && (end_u || end_v)) ||
         std::ranges::binary_search(held, at);
}

PatternPoint NetPattern::point(PetscInt n) const {
  const Index at = {n / size[1], n % size[1]};
  PatternPoint point;
  for (std::size_t k = 0; k < 3; ++k)
    point.at[k] =
        corner[k] + static_cast<double>(at[0]) * along[k] + static_cast<double>(at[1]) * across[k];
  if (is_held(at)) return point;
  point.mass = mass;
  for (std::size_t k = 0; k < 3; ++k) {
    point.velocity[k] = velocity[k];
    if (kick > 0.0) point.velocity[k] += kick * scattered(3 * static_cast<std::uint64_t>(n) + k);
  }
  return point;
}

void NetPattern::neighbours(PetscInt n, std::vector<PetscInt>& found) const {
  const Index at = {n / size[1], n % size[1]};
  found.clear();
  for (const auto& family : others_)
    for (const Index& by : family)
      for (const PetscInt sign : {1, -1}) {
        const Index other = {at[0] + sign * by[0], at[1] + sign * by[1]};
        if (is_inside(other)) found.push_back(number(other));
      }
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
}

void NetPattern::members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const {
  const Index at = {n / size[1], n % size[1]};
  bool all_held = is_held(at);
  found = {n};
  for (const Index& by : others_[family]) {
    const Index other = {at[0] + by[0], at[1] + by[1]};
    if (!is_inside(other)) return found.clear();
    all_held = all_held && is_held(other);
    found.push_back(number(other));
  }
  if (all_held) found.clear();
}

}  // namespace zwang::scale
