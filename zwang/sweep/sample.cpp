// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/sample.hpp"

namespace zwang {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

// splitmix64 (Steele, Lea, Flood 2014): the number that follows `state`.
std::uint64_t mixed(std::uint64_t state) {
  state += golden;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
  return state ^ (state >> 31);
}

}  // namespace

std::vector<double> sampled_points(const std::vector<std::pair<double, double>>& sides,
                                   std::int64_t count, std::uint64_t seed) {
  std::vector<double> points;
  const std::uint64_t stream = mixed(seed);
  std::uint64_t number = 0;
  for (std::int64_t k = 0; k < count; ++k)
    for (const auto& [from, to] : sides) {
      const std::uint64_t bits = mixed(stream + golden * number++);
      const double share = static_cast<double>(bits >> 11) * 0x1p-53;  // in [0, 1)
      points.push_back(from + share * (to - from));
    }
  return points;
}

}  // namespace zwang
