// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Quotients of polynomials in lowest terms, with a denominator whose first factor is 1.
#pragma once

#include "zwang/algebra/polynomial.hpp"

namespace zwang {

struct RationalFunction {
  Polynomial above;
  Polynomial below = Polynomial(1);

  RationalFunction() = default;  // 0
  explicit RationalFunction(Polynomial f) : above(std::move(f)) {}
  explicit RationalFunction(std::int64_t number) : above(number) {}

  bool is_zero() const { return above.is_zero(); }
  bool is_polynomial() const { return below.is_one(); }
  // Throws std::domain_error where it is not defined.
  LongResidue value(std::span<const LongResidue> x) const {
    return above.value(x) / below.value(x);
  }
  friend bool operator==(const RationalFunction& a, const RationalFunction& b) = default;
};

// Throw OutOfWork; a quotient also std::domain_error for g = 0.
RationalFunction sum(Algebra& algebra, const RationalFunction& f, const RationalFunction& g);
RationalFunction difference(Algebra& algebra, const RationalFunction& f, const RationalFunction& g);
RationalFunction product(Algebra& algebra, const RationalFunction& f, const RationalFunction& g);
RationalFunction quotient(Algebra& algebra, const RationalFunction& f, const RationalFunction& g);
RationalFunction power(Algebra& algebra, const RationalFunction& f, int n);

}  // namespace zwang
