// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/pack.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/scalars/scalar_functions.hpp"
#include "zwang/scalars/dual.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang::testing {
namespace {

using namespace elementary;

bool same_bits(double a, double b) {
  if (a != a || b != b) return a != a && b != b;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Inside and outside of a function's domain, at meetings of cases, infinite and NaN.
double any_number(Random& random, double lowest, double highest) {
  const double special[] = {0.0,
                            -0.0,
                            1.0,
                            -1.0,
                            0.2,
                            0.4,
                            1.5,
                            1e-300,
                            -1e300,
                            800.0,
                            -800.0,
                            std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
  const int n = random.below(40);
  if (n < 13) return special[n];
  return n < 20 ? random(-2.0, 2.0) : random(lowest, highest);
}

TEST_CASE("each lane has the bits of a double, for every function") {
  Random random(41);
  for_each_function([&](const auto& test) {
    int different = 0;
    for (int i = 0; i < 200; ++i) {
      Pack x;
      for (int lane = 0; lane < Pack::lanes; ++lane) {
        x[lane] = any_number(random, test.lowest, test.highest);
      }
      const Pack result = test.f(x);
      for (int lane = 0; lane < Pack::lanes; ++lane) {
        different += !same_bits(result[lane], test.f(x[lane]));
      }
    }
    CAPTURE(test.name);
    CHECK(different == 0);
  });
}

TEST_CASE("Taylor numbers of packs choose their cases lane by lane, with the bits of doubles") {
  using TP = Taylor<Pack, 3>;
  using TD = Taylor<double, 3>;
  Random random(42);
  for_each_function([&](const auto& test) {
    int different = 0;
    for (int i = 0; i < 200; ++i) {
      TP x;
      for (int k = 0; k < 4; ++k) {
        for (int lane = 0; lane < Pack::lanes; ++lane) {
          x[k][lane] = k == 0                 ? any_number(random, test.lowest, test.highest)
                       : random.below(3) == 0 ? 0.0
                                              : random(-2.0, 2.0);
        }
      }
      const TP result = test.f(x);
      for (int lane = 0; lane < Pack::lanes; ++lane) {
        TD one;
        for (int k = 0; k < 4; ++k) one[k] = x[k][lane];
        const TD expected = test.f(one);
        for (int k = 0; k < 4; ++k) different += !same_bits(result[k][lane], expected[k]);
      }
    }
    CAPTURE(test.name);
    CHECK(different == 0);
  });
}

TEST_CASE("duals of packs have the bits of duals of doubles") {
  using DP = Dual<Pack, 2>;
  using DD = Dual<double, 2>;
  Random random(43);
  for_each_function([&](const auto& test) {
    int different = 0;
    for (int i = 0; i < 100; ++i) {
      DP x;
      for (int lane = 0; lane < Pack::lanes; ++lane) {
        x.value[lane] = any_number(random, test.lowest, test.highest);
        x.partial[0][lane] = random(-2.0, 2.0);
        x.partial[1][lane] = random.below(2) == 0 ? 0.0 : 1.0;
      }
      const DP result = test.f(x);
      for (int lane = 0; lane < Pack::lanes; ++lane) {
        DD one;
        one.value = x.value[lane];
        one.partial[0] = x.partial[0][lane];
        one.partial[1] = x.partial[1][lane];
        const DD expected = test.f(one);
        different += !same_bits(result.value[lane], expected.value);
        different += !same_bits(result.partial[0][lane], expected.partial[0]);
        different += !same_bits(result.partial[1][lane], expected.partial[1]);
      }
    }
    CAPTURE(test.name);
    CHECK(different == 0);
  });
}

TEST_CASE("a pack loads and stores eight numbers") {
  const double from[] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0};
  Pack a = Pack::load(from);
  a += 1.0;
  a -= Pack(1.0);
  a *= a;
  a /= Pack(2.0);
  double to[8];
  a.store(to);
  CHECK(to[3] == 8.0);
  CHECK(to[7] == 32.0);
  CHECK((+a)[1] == 2.0);
  CHECK(is_finite(a));
  a[5] = std::numeric_limits<double>::infinity();
  CHECK_FALSE(is_finite(a));
  CHECK(alignof(Pack) == 64);
}

}  // namespace
}  // namespace zwang::testing
