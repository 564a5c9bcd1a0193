// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/univariate.hpp"

#include <algorithm>
#include <utility>

namespace zwang {
namespace {

Univariate monic(Univariate f) {
  if (f.empty()) return f;
  const LongResidue inverse = LongResidue(1) / f.back();
  for (LongResidue& one : f) one = one * inverse;
  return f;
}

// f is reduced modulo g; what was divided off, if asked for.
void reduce(Univariate& f, const Univariate& g, Univariate* quotient = nullptr) {
  const LongResidue inverse = LongResidue(1) / g.back();
  if (quotient) quotient->assign(f.size() < g.size() ? 0 : f.size() - g.size() + 1, {});
  while (f.size() >= g.size()) {
    const LongResidue factor = f.back() * inverse;
    const std::size_t shift = f.size() - g.size();
    if (quotient) (*quotient)[shift] = factor;
    for (std::size_t i = 0; i < g.size(); ++i) f[i + shift] = f[i + shift] - factor * g[i];
    f.pop_back();
    trim(f);
  }
}

Univariate product(const Univariate& f, const Univariate& g) {
  if (f.empty() || g.empty()) return {};
  Univariate out(f.size() + g.size() - 1);
  for (std::size_t i = 0; i < f.size(); ++i)
    for (std::size_t k = 0; k < g.size(); ++k) out[i + k] = out[i + k] + f[i] * g[k];
  trim(out);
  return out;
}

Univariate difference(Univariate f, const Univariate& g) {
  f.resize(std::max(f.size(), g.size()));
  for (std::size_t i = 0; i < g.size(); ++i) f[i] = f[i] - g[i];
  trim(f);
  return f;
}

// f^(2^n) modulo g.
Univariate squared(Univariate f, int n, const Univariate& g) {
  reduce(f, g);
  for (int i = 0; i < n; ++i) {
    f = product(f, f);
    reduce(f, g);
  }
  return f;
}

// f is a product of different factors of one degree, 1 or 2, which `halve` takes apart by chance.
template <class Halve>
void split(const Univariate& f, std::size_t degree, std::mt19937_64& random, Halve&& halve,
           std::vector<Univariate>& out) {
  if (f.size() <= 1) return;
  if (f.size() == degree + 1) {
    out.push_back(f);
    return;
  }
  while (true) {
    Univariate shifted(degree);
    for (LongResidue& one : shifted) one = LongResidue::random(random);
    shifted.push_back(LongResidue(1));
    const Univariate some = gcd_of(f, halve(shifted, f));
    if (some.size() < 2 || some.size() == f.size()) continue;
    Univariate rest = f, others;
    reduce(rest, some, &others);
    split(some, degree, random, halve, out);
    split(others, degree, random, halve, out);
    return;
  }
}

// x^p - x at the roots of f is 0: x^(2^127) = x^2.
Univariate with_roots(const Univariate& f) {
  const Univariate x = {LongResidue(), LongResidue(1)};
  return gcd_of(f, difference(squared(x, 127, f), product(x, x)));
}

}  // namespace

void trim(Univariate& f) {
  while (!f.empty() && f.back().is_zero()) f.pop_back();
}

Univariate gcd_of(Univariate f, Univariate g) {
  while (!g.empty()) {
    if (f.size() >= g.size()) reduce(f, g);
    std::swap(f, g);
  }
  return monic(std::move(f));
}

LongResidue resultant(Univariate f, Univariate g) {
  LongResidue result(1);
  while (true) {
    if (f.empty() || g.empty()) return {};
    if (g.size() == 1) return result * power(g[0], static_cast<int>(f.size()) - 1);
    if (f.size() < g.size()) {
      if (f.size() % 2 == 0 && g.size() % 2 == 0) result = -result;
      std::swap(f, g);
      continue;
    }
    // Res(f, g) = (-1)^(nm) l^(n - k) Res(g, r) with r = f mod g of degree k, g = l x^m + ...
    const auto n = f.size() - 1, m = g.size() - 1;
    reduce(f, g);
    if (f.empty()) return {};
    const auto k = f.size() - 1;
    if (n % 2 == 1 && m % 2 == 1) result = -result;
    result = result * power(g.back(), static_cast<int>(n - k));
    std::swap(f, g);
  }
}

Univariate through(const std::vector<LongResidue>& y) {
  // Newton's divided differences
  std::vector<LongResidue> slopes = y;
  const auto n = static_cast<std::int64_t>(y.size());
  for (std::int64_t level = 1; level < n; ++level)
    for (std::int64_t i = n - 1; i >= level; --i) {
      auto& one = slopes[static_cast<std::size_t>(i)];
      one = (one - slopes[static_cast<std::size_t>(i - 1)]) / LongResidue(level);
    }
  Univariate out;
  for (std::int64_t i = n - 1; i >= 0; --i) {
    out = product(out, {LongResidue(-i), LongResidue(1)});
    if (out.empty()) out.resize(1);
    out[0] = out[0] + slopes[static_cast<std::size_t>(i)];
    trim(out);
  }
  return out;
}

std::vector<LongResidue> roots(const Univariate& f, std::mt19937_64& random) {
  std::vector<Univariate> linear;
  // s^((p - 1)/2) = 1 where s is a square: s^(2^126) = s
  const auto halve = [](const Univariate& s, const Univariate& g) {
    return difference(squared(s, 126, g), s);
  };
  if (f.size() > 1) split(with_roots(f), 1, random, halve, linear);
  std::vector<LongResidue> out;
  for (const Univariate& one : linear) out.push_back(-one[0] / one[1]);
  return out;
}

std::vector<Univariate> quadratic_factors(const Univariate& f, std::mt19937_64& random) {
  std::vector<Univariate> out;
  if (f.size() < 3) return out;
  Univariate rest = monic(f);
  while (true) {  // no roots, not even repeated ones
    const Univariate linear = with_roots(rest);
    if (linear.size() < 2) break;
    Univariate others, remainder = rest;
    reduce(remainder, linear, &others);
    rest = others;
  }
  if (rest.size() < 3) return out;
  // x^(p^2) = x with p^2 = 2^254 - 2^128 + 1: x^(2^254) = x^(2^128)
  const Univariate x = {LongResidue(), LongResidue(1)};
  const Univariate fit = gcd_of(rest, difference(squared(x, 254, rest), squared(x, 128, rest)));
  // s^((p^2 - 1)/2) = 1 for half of all s, with (p^2 - 1)/2 = 2^253 - 2^127
  const auto halve = [](const Univariate& s, const Univariate& g) {
    return difference(squared(s, 253, g), squared(s, 127, g));
  };
  split(fit, 2, random, halve, out);
  return out;
}

}  // namespace zwang
