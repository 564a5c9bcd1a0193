// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/long_residue.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "zwang/algebra/univariate.hpp"

namespace {

using namespace zwang;

LongResidue ratio(std::int64_t above, std::int64_t below) {
  return LongResidue(Ratio{above, below});
}

Univariate product(const Univariate& f, const Univariate& g) {
  Univariate out(f.size() + g.size() - 1);
  for (std::size_t i = 0; i < f.size(); ++i)
    for (std::size_t k = 0; k < g.size(); ++k) out[i + k] = out[i + k] + f[i] * g[k];
  return out;
}

Univariate numbers(std::initializer_list<std::int64_t> all) {
  Univariate out;
  for (const std::int64_t one : all) out.emplace_back(one);
  return out;
}

}  // namespace

TEST_CASE("numbers modulo 2^127 - 1 obey the rules of a field") {
  std::mt19937_64 random(1884);
  for (int i = 0; i < 1000; ++i) {
    const auto a = LongResidue::random(random), b = LongResidue::random(random),
               c = LongResidue::random(random);
    CHECK((a + b) * c == a * c + b * c);
    CHECK((a * b) * c == a * (b * c));
    CHECK(a / b * b == a);
    CHECK(a - a == LongResidue());
    CHECK(-a + a == LongResidue());
    CHECK(power(a, 5) * power(a, -5) == LongResidue(1));
    const auto root = (a * a).root();
    REQUIRE(root);
    CHECK((*root == a || *root == -a));
    // -1 is no square where the prime is 3 modulo 4
    CHECK(!(-(a * a)).root());
  }
  // 2^127 = 1: by hand
  CHECK(power(LongResidue(2), 127) == LongResidue(1));
  CHECK_THROWS_AS(LongResidue(1) / LongResidue(), std::domain_error);
}

TEST_CASE("a fraction comes back from its residue") {
  for (const Ratio one : {Ratio{0, 1}, Ratio{1, 3}, Ratio{-22, 7}, Ratio{123456789012345678, 11},
                          Ratio{-1, 999999999999999989}, Ratio{355, 113}}) {
    const auto back = LongResidue(one).ratio();
    REQUIRE(back);
    CHECK(*back == one);
  }
  CHECK(!ratio(1, 1'000'000'007).root());
}

TEST_CASE("decimals count as written, and long ones as the fraction they came from") {
  CHECK(LongResidue::decimal(0.1) == ratio(1, 10));
  CHECK(LongResidue::decimal(-2.5e-7) == ratio(-1, 4'000'000));
  CHECK(LongResidue::decimal(1e6) == LongResidue(1'000'000));
  CHECK(LongResidue::decimal(1.0 / 3.0) == ratio(1, 3));
  CHECK(LongResidue::decimal(-22.0 / 7.0) == ratio(-22, 7));
  CHECK(LongResidue::decimal(0.1 + 0.2) == ratio(3, 10));
  CHECK(LongResidue::decimal(0.333333) == ratio(333333, 1'000'000));
  // pi is no fraction
  CHECK(LongResidue::decimal(3.141592653589793) ==
        ratio(3'141'592'653'589'793, 1'000'000'000'000'000));
}

TEST_CASE("polynomials of one variable have their divisors, resultants and roots") {
  std::mt19937_64 random(1884);
  // (x - 2)(x + 3)(x^2 + 1)(x^2 - 2 x + 5)
  const Univariate f = product(product(numbers({-2, 1}), numbers({3, 1})),
                               product(numbers({1, 0, 1}), numbers({5, -2, 1})));
  CHECK(gcd_of(f, product(numbers({3, 1}), numbers({7, 1}))) == numbers({3, 1}));
  CHECK(resultant(f, numbers({3, 1})).is_zero());
  // Res(x^2 + 1, x - 2) = 2^2 + 1, Res(2 x + 1, x^2 + x + 1) = 4 (1/4 - 1/2 + 1)
  CHECK(resultant(numbers({1, 0, 1}), numbers({-2, 1})) == LongResidue(5));
  CHECK(resultant(numbers({1, 2}), numbers({1, 1, 1})) == LongResidue(3));
  auto zeros = roots(f, random);
  CHECK(zeros.size() == 2);
  for (const std::int64_t one : {2, -3}) CHECK(std::ranges::count(zeros, LongResidue(one)) == 1);
  const auto quadratics = quadratic_factors(f, random);
  CHECK(quadratics.size() == 2);
  CHECK(std::ranges::count(quadratics, numbers({1, 0, 1})) == 1);
  CHECK(std::ranges::count(quadratics, numbers({5, -2, 1})) == 1);
  // x^2 - x + 1 at 0, 1, 2
  CHECK(through({LongResidue(1), LongResidue(1), LongResidue(3)}) == numbers({1, -1, 1}));
}
