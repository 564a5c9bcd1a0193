// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/bundle.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <random>

using namespace zwang::minimum;

TEST_CASE("bundled sums have the bits of a plain loop") {
  constexpr int n = 37;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto some = [&] {
    std::vector<double> x(n);
    for (double& one : x) one = random() % 4 == 0 ? 0.0 : number(random);
    return x;
  };
  for (const int count : {1, 5, Bundle<double>::width}) {
    Bundle<double> bundle(n);
    bundle.hold(count);
    std::vector<std::vector<double>> vectors;
    for (int k = 0; k < count; ++k) {
      vectors.push_back(some());
      bundle.put(k, vectors.back().data());
    }
    std::vector<double> a = some();
    a[0] = a[1] = a[n - 1] = 0.0;
    const Extent extent = extent_of(a.data(), n);
    CHECK(extent.from >= 2);
    CHECK(extent.to <= n - 1);
    Bundle<double>::Sums sums{};
    sums[0] = -1.0;
    bundle.add(a.data(), extent.from, extent.to, sums);
    for (int k = 0; k < count; ++k) {
      double sum = k == 0 ? -1.0 : 0.0;
      for (std::size_t i = 0; i < n; ++i) sum += a[i] * vectors[static_cast<std::size_t>(k)][i];
      CHECK(std::bit_cast<std::uint64_t>(sums[static_cast<std::size_t>(k)]) ==
            std::bit_cast<std::uint64_t>(sum));
    }
  }
}

TEST_CASE("a vector of zeros has an empty extent") {
  const std::vector<double> x = {0.0, -0.0, 0.0};
  const Extent extent = extent_of(x.data(), 3);
  CHECK(extent.from == extent.to);
}
