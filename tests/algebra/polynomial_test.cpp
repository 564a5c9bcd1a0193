// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/polynomial.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/count.hpp"
#include "zwang/algebra/factors.hpp"
#include "zwang/algebra/rational_function.hpp"

namespace {

using namespace zwang;

constexpr long polynomial_work = 10'000'000;

Polynomial random_polynomial(std::mt19937_64& random, std::size_t variables, int terms) {
  std::vector<Polynomial::Term> all;
  for (int k = 0; k < terms; ++k) {
    all.push_back({{}, LongResidue(static_cast<std::int64_t>(random() % 19) - 9)});
    for (std::size_t v = 0; v < variables; ++v)
      all.back().powers[v] = static_cast<std::uint8_t>(random() % 3);
  }
  return Polynomial(std::move(all));
}

Polynomial x(int power = 1) { return Polynomial::variable(0, power); }
Polynomial y(int power = 1) { return Polynomial::variable(1, power); }
Polynomial z(int power = 1) { return Polynomial::variable(2, power); }

}  // namespace

TEST_CASE("the greatest common divisor of multiples is a multiple of what they share") {
  std::mt19937_64 random(1884);
  const int count = asked_count(200, 2000);
  for (int i = 0; i < count; ++i) {
    Algebra algebra(polynomial_work);
    const Polynomial f = random_polynomial(random, 3, 4), g = random_polynomial(random, 3, 4),
                     h = random_polynomial(random, 3, 3);
    if (f.is_zero() || g.is_zero() || h.is_zero()) continue;
    const Polynomial a = algebra.product(f, h), b = algebra.product(g, h);
    const Polynomial common = algebra.gcd(a, b);
    REQUIRE(algebra.quotient(a, common));
    REQUIRE(algebra.quotient(b, common));
    CHECK(algebra.quotient(common, h));
    // and what is left has nothing in common
    CHECK(algebra.gcd(*algebra.quotient(a, common), *algebra.quotient(b, common)).is_one());
  }
}

TEST_CASE("polynomials are taken apart into what repeats and what stands alone") {
  Algebra algebra(polynomial_work);
  const Polynomial circle = algebra.sum(x(2), y(2)), line = algebra.sum(z(), Polynomial(1));
  // 6 x^2 (x^2 + y^2)^3 (z + 1)
  Polynomial f = algebra.product(x(2), algebra.power(circle, 3)).times(LongResidue(6));
  f = algebra.product(f, line);
  const auto parts = factors(algebra, f);
  CHECK(parts.size() == 3);
  const auto power_of = [&](const Polynomial& base) {
    const auto at = std::ranges::find(parts, base, &Factor::base);
    return at == parts.end() ? 0 : at->power;
  };
  CHECK(power_of(x()) == 2);
  CHECK(power_of(circle) == 3);
  CHECK(power_of(line) == 1);
}

TEST_CASE("only squares of fractions have roots") {
  Algebra algebra(polynomial_work);
  const Polynomial sum = algebra.sum(x(), y().times(LongResidue(3)));
  const Polynomial square = algebra.product(sum, sum);
  const auto root = square_root(algebra, square.times(LongResidue(Ratio{4, 9})));
  REQUIRE(root);
  CHECK(*root == sum.times(LongResidue(Ratio{2, 3})));
  CHECK(!square_root(algebra, square.times(LongResidue(2))));
  CHECK(!square_root(algebra, square.times(LongResidue(-1))));
  CHECK(!square_root(algebra, sum));
}

TEST_CASE("sums of two squares are recognised") {
  Algebra algebra(polynomial_work);
  const auto pair = sum_of_squares(algebra, algebra.sum(x(2), y(2)));
  REQUIRE(pair);
  CHECK(pair->a == x());
  CHECK(pair->b == y());
  // 1 + x^2 as the angle of a number: a = 1
  const auto single = sum_of_squares(algebra, algebra.sum(x(2), Polynomial(9)));
  REQUIRE(single);
  CHECK(single->a == Polynomial(3));
  CHECK(single->b == x());
  // x^2 + 2 y^2 needs a root of 2, x^2 - y^2 is no sum
  CHECK(!sum_of_squares(algebra, algebra.sum(x(2), y(2).times(LongResidue(2)))));
  CHECK(!sum_of_squares(algebra, algebra.difference(x(2), y(2))));
}

TEST_CASE("quotients are in lowest terms") {
  Algebra algebra(polynomial_work);
  const RationalFunction f = quotient(algebra, RationalFunction(algebra.difference(x(2), y(2))),
                                      RationalFunction(algebra.sum(x(), y())));
  CHECK(f == RationalFunction(algebra.difference(x(), y())));
  const RationalFunction g = quotient(algebra, RationalFunction(x()), RationalFunction(y()));
  CHECK(sum(algebra, g, difference(algebra, RationalFunction(1), g)) == RationalFunction(1));
  CHECK_THROWS_AS(quotient(algebra, g, RationalFunction()), std::domain_error);
}

TEST_CASE("polynomial_work is bounded") {
  Algebra algebra(1000);
  Polynomial f = algebra.sum(x(), algebra.sum(y(), z()));
  CHECK_THROWS_AS(algebra.power(f, 20), OutOfWork);
}
