// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/scalar.hpp"

#include <doctest/doctest.h>

using namespace zwang::minimum;

TEST_CASE(
    "the square root in 113 bits is right up to the last two bits, also beyond the range of "
    "double") {
  for (const double start : {2.0, 3.0, 0.1, 1e300, 1e-300, 7e-30})
    for (const int power : {0, 3000, -3000, 7001}) {
      const Quad x = static_cast<Quad>(start) * power_of_two(power);
      const Quad y = root(x);
      const Quad off = (y * y - x) / x;
      CHECK(magnitude(static_cast<double>(off)) < 0x1p-110);
    }
  CHECK(root(static_cast<Quad>(0)) == static_cast<Quad>(0));
  CHECK(root(static_cast<Quad>(-1)) == static_cast<Quad>(0));
  CHECK(root(static_cast<Quad>(9)) == static_cast<Quad>(3));
}

TEST_CASE("powers of two are exact in every precision") {
  CHECK(times_power(3.0, 4) == 48.0);
  CHECK(times_power(3.0, -1060) == 3 * 0x1p-1060);
  CHECK(times_power(0x1p-1060, 2000) == 0x1p940);
  CHECK(times_power(static_cast<Quad>(3), -5) == static_cast<Quad>(3.0 / 32.0));
  CHECK(number(times_power(Octuple(3), 7)) == 384.0);
  CHECK(number(root(Octuple(16))) == 4.0);
}
