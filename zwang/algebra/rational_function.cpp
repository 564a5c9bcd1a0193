// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/rational_function.hpp"

namespace zwang {
namespace {

RationalFunction lowest(Algebra& algebra, Polynomial above, Polynomial below) {
  if (below.is_zero()) throw std::domain_error("division by zero");
  RationalFunction out;
  if (above.is_zero()) return out;
  const Polynomial common = algebra.gcd(above, below);
  if (!common.is_one()) {
    above = *algebra.quotient(above, common);
    below = *algebra.quotient(below, common);
  }
  const LongResidue inverse = LongResidue(1) / below.lead();
  out.above = above.times(inverse);
  out.below = below.times(inverse);
  return out;
}

}  // namespace

RationalFunction sum(Algebra& algebra, const RationalFunction& f, const RationalFunction& g) {
  if (f.below == g.below) return lowest(algebra, algebra.sum(f.above, g.above), f.below);
  return lowest(algebra,
                algebra.sum(algebra.product(f.above, g.below), algebra.product(g.above, f.below)),
                algebra.product(f.below, g.below));
}

RationalFunction difference(Algebra& algebra, const RationalFunction& f,
                            const RationalFunction& g) {
  RationalFunction minus = g;
  minus.above = minus.above.times(LongResidue(-1));
  return sum(algebra, f, minus);
}

RationalFunction product(Algebra& algebra, const RationalFunction& f, const RationalFunction& g) {
  return lowest(algebra, algebra.product(f.above, g.above), algebra.product(f.below, g.below));
}

RationalFunction quotient(Algebra& algebra, const RationalFunction& f, const RationalFunction& g) {
  return lowest(algebra, algebra.product(f.above, g.below), algebra.product(f.below, g.above));
}

RationalFunction power(Algebra& algebra, const RationalFunction& f, int n) {
  if (n >= 0) return lowest(algebra, algebra.power(f.above, n), algebra.power(f.below, n));
  return lowest(algebra, algebra.power(f.below, -n), algebra.power(f.above, -n));
}

}  // namespace zwang
