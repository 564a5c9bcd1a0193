// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Polynomials taken apart as far as greatest common divisors do it: variables that stand alone,
// parts without a variable, repeated factors. x^2 - y^2 stays whole.
#pragma once

#include <optional>
#include <vector>

#include "zwang/algebra/polynomial.hpp"

namespace zwang {

struct Factor {
  Polynomial base;  // monic, not constant
  int power = 1;
};

// f is a number times the product of them. They have no common divisors and no repeated factors.
std::vector<Factor> factors(Algebra& algebra, const Polynomial& f);

// g with g^2 = f, with fractions as factors.
std::optional<Polynomial> square_root(Algebra& algebra, const Polynomial& f);

// a and b with a^2 + b^2 = g f, without common divisors: the angle atan2(b, a) has its poles where
// f is 0. If one is a number, it is a.
struct Pair {
  Polynomial a, b;
};
std::optional<Pair> sum_of_squares(Algebra& algebra, const Polynomial& f);

}  // namespace zwang
