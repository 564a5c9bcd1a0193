// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/long_residue.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "zwang/base/decimal.hpp"

namespace zwang {
namespace {

using Integer = LongResidue::Integer;
using Signed = LongResidue::Signed;

// The fraction with a denominator up to 1000 within two last bits of x.
std::optional<Ratio> near_fraction(double x) {
  constexpr double most = 1e12;
  constexpr int largest = 1000;
  const double size = std::abs(x);
  if (!(size < most)) return std::nullopt;
  const double last_bit = std::nextafter(size, 2.0 * most) - size;
  double rest = size;
  std::int64_t above = 1, below = 0, above_before = 0, below_before = 1;
  while (true) {  // continued fractions: denominators grow at least as Fibonacci's numbers
    const double whole = std::floor(rest);
    const auto n = static_cast<std::int64_t>(whole);
    const std::int64_t next_above = n * above + above_before;
    const std::int64_t next_below = n * below + below_before;
    if (next_below > largest || next_below <= 0) return std::nullopt;
    above_before = above;
    below_before = below;
    above = next_above;
    below = next_below;
    const double value = static_cast<double>(above) / static_cast<double>(below);
    if (std::abs(value - size) <= 2.0 * last_bit) return Ratio{x < 0.0 ? -above : above, below};
    if (!(rest - whole > 1e-9)) return std::nullopt;
    rest = 1.0 / (rest - whole);
    if (!(rest < most)) return std::nullopt;
  }
}

}  // namespace

LongResidue power(LongResidue x, int n) {
  LongResidue result(1);
  for (unsigned m = static_cast<unsigned>(std::abs(n)); m > 0; m >>= 1U, x = x * x)
    if (m & 1U) result = result * x;
  return n < 0 ? LongResidue(1) / result : result;
}

LongResidue LongResidue::decimal(double x) {
  constexpr std::size_t short_enough = 14;
  const Decimal decimal = decimal_of(x);
  const std::size_t first = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
  if (decimal.digits.size() - first > short_enough)
    if (const auto fraction = near_fraction(x)) return LongResidue(*fraction);
  LongResidue digits;
  for (const char digit : decimal.digits)
    digits = digits * LongResidue(10) + LongResidue(digit - '0');
  const LongResidue size = digits * power(LongResidue(10), decimal.exponent);
  return decimal.negative ? -size : size;
}

LongResidue LongResidue::random(std::mt19937_64& source) {
  const Integer high = source();
  LongResidue out;
  out.value_ = ((high << 64) | source()) % prime;
  return out;
}

std::optional<Ratio> LongResidue::ratio() const {
  constexpr Integer most = 1'000'000'000'000'000'000;
  // Euclid's algorithm, until the remainder is small: remainder = factor * value, modulo the prime
  Integer a = prime, b = value_;
  Signed factor_before = 0, factor = 1;
  while (b > most) {
    const Integer q = a / b;
    const Integer rest = a % b;
    const Signed next = factor_before - static_cast<Signed>(q) * factor;
    a = b;
    b = rest;
    factor_before = factor;
    factor = next;
  }
  const Signed below = factor < 0 ? -factor : factor;
  if (below > static_cast<Signed>(most)) return std::nullopt;
  Integer divisor = b, rest = static_cast<Integer>(below);
  while (rest != 0) {
    const Integer next = divisor % rest;
    divisor = rest;
    rest = next;
  }
  if (divisor != 1 && b != 0) return std::nullopt;
  const auto above = static_cast<std::int64_t>(b);
  if (above == 0) return Ratio{};
  return Ratio{factor < 0 ? -above : above, static_cast<std::int64_t>(below)};
}

std::optional<LongResidue> LongResidue::root() const {
  // The prime is 3 modulo 4: x^((p + 1)/4) = x^(2^125) is a root of x or of -x.
  LongResidue x = *this;
  for (int i = 0; i < 125; ++i) x = x * x;
  if (x * x == *this) return x;
  return std::nullopt;
}

LongResidue LongResidue::inverse() const {
  if (is_zero()) throw std::domain_error("division by zero");
  Integer a = prime, b = value_;
  LongResidue factor_before, factor(1);
  while (b != 1) {
    const Integer q = a / b;
    const Integer rest = a % b;
    const LongResidue next = factor_before - reduced(q) * factor;
    a = b;
    b = rest;
    factor_before = factor;
    factor = next;
  }
  return factor;
}

}  // namespace zwang
