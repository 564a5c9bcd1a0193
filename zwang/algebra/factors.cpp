// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/factors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zwang {
namespace {

class Splitting {
 public:
  explicit Splitting(Algebra& algebra) : algebra_(algebra) {}

  void take_apart(Polynomial f, int power) {
    if (f.is_constant()) return;
    f = f.monic();
    for (const std::size_t v : f.variables()) {
      const Polynomial part = algebra_.content(f, v);
      if (part.is_constant()) continue;
      take_apart(part, power);
      return take_apart(*algebra_.quotient(f, part), power);
    }
    take_repeated(f, power);
  }

  std::vector<Factor> take_out() { return std::move(out_); }

 private:
  // Yun's way: common = product of g^(k - 1), once = product of g, over the factors g^k. No
  // variable can be missing from a factor here.
  void take_repeated(const Polynomial& f, int power) {
    const std::size_t v = f.variables().front();
    Polynomial common = algebra_.gcd(f, algebra_.slope(f, v));
    Polynomial once = *algebra_.quotient(f, common);
    for (int k = 1; !once.is_constant(); ++k) {
      const Polynomial more = algebra_.gcd(once, common);
      keep(*algebra_.quotient(once, more), k * power);
      common = *algebra_.quotient(common, more);
      once = more;
    }
  }

  void keep(const Polynomial& f, int power) {
    if (f.is_constant()) return;
    // a variable of f that is alone in it
    if (f.terms().size() == 1) {
      for (const std::size_t v : f.variables()) add(Polynomial::variable(v), power * f.degree(v));
      return;
    }
    add(f.monic(), power);
  }

  void add(const Polynomial& base, int power) {
    for (Factor& one : out_)
      if (one.base == base) {
        one.power += power;
        return;
      }
    out_.push_back({base, power});
  }

  Algebra& algebra_;
  std::vector<Factor> out_;
};

// Of a fraction.
std::optional<LongResidue> number_root(LongResidue number) {
  const auto ratio = number.ratio();
  if (!ratio || ratio->above <= 0) return std::nullopt;
  const auto whole = [](std::int64_t n) -> std::optional<std::int64_t> {
    const auto root = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(n))));
    return root * root == n ? std::optional(root) : std::nullopt;
  };
  const auto above = whole(ratio->above), below = whole(ratio->below);
  if (!above || !below) return std::nullopt;
  return LongResidue(Ratio{*above, *below});
}

bool is_whole(const Polynomial& f) {
  return std::ranges::all_of(f.terms(), [](const Polynomial::Term& term) {
    const auto ratio = term.factor.ratio();
    return ratio && ratio->below == 1;
  });
}

}  // namespace

std::vector<Factor> factors(Algebra& algebra, const Polynomial& f) {
  Splitting splitting(algebra);
  splitting.take_apart(f, 1);
  return splitting.take_out();
}

std::optional<Polynomial> square_root(Algebra& algebra, const Polynomial& f) {
  if (f.is_zero()) return f;
  const auto number = number_root(f.lead());
  if (!number) return std::nullopt;
  Polynomial root(*number);
  for (const auto& [base, power] : factors(algebra, f)) {
    if (power % 2 != 0) return std::nullopt;
    root = algebra.product(root, algebra.power(base, power / 2));
  }
  return root;
}

std::optional<Pair> sum_of_squares(Algebra& algebra, const Polynomial& f) {
  for (const std::size_t v : f.variables()) {
    if (f.degree(v) != 2) continue;
    // 4 A f = (2 A v + B)^2 + 4 A C - B^2
    const auto parts = algebra.coefficients(f, v);
    const Polynomial discriminant =
        algebra.difference(algebra.product(parts[2], parts[0]).times(LongResidue(4)),
                           algebra.product(parts[1], parts[1]));
    const auto root = square_root(algebra, discriminant);
    if (!root || root->is_zero()) continue;
    const Polynomial linear = algebra.sum(
        algebra.product(parts[2], Polynomial::variable(v)).times(LongResidue(2)), parts[1]);
    const Polynomial common = algebra.gcd(linear, *root);
    Pair pair{*algebra.quotient(linear, common), *algebra.quotient(*root, common)};
    // 2 x and 2 y as x and y, x and y/2 as 2 x and y
    LongResidue number = LongResidue(1) / pair.a.lead();
    for (std::int64_t n = 1; n <= 6; ++n)
      if (is_whole(pair.a.times(number * LongResidue(n))) &&
          is_whole(pair.b.times(number * LongResidue(n)))) {
        number = number * LongResidue(n);
        break;
      }
    pair = {pair.a.times(number), pair.b.times(number)};
    if (pair.b.is_constant()) std::swap(pair.a, pair.b);
    return pair;
  }
  return std::nullopt;
}

}  // namespace zwang
