// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Integers modulo the prime 2^127 - 1: like Residue, and long enough that a result tells which
// fraction it stands for, up to 18 digits above and below.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>

namespace zwang {

// above/below in lowest terms, below > 0.
struct Ratio {
  std::int64_t above = 0;
  std::int64_t below = 1;
  friend bool operator==(const Ratio& a, const Ratio& b) = default;
};

class LongResidue {
 public:
  __extension__ using Integer = unsigned __int128;
  __extension__ using Signed = __int128;
  static constexpr Integer prime = (Integer{1} << 127) - 1;

  LongResidue() = default;
  explicit LongResidue(std::int64_t value)
      : value_(value < 0 ? prime - static_cast<Integer>(-static_cast<Signed>(value))
                         : static_cast<Integer>(value)) {}
  explicit LongResidue(const Ratio& ratio)
      : LongResidue(LongResidue(ratio.above) / LongResidue(ratio.below)) {}

  // The number that a person would write for x: 0.1 is 1/10. A double that is, within two of its
  // last bits, a fraction with a denominator up to 1000 but no decimal of 14 digits is taken for
  // that fraction: 0.3333333333333333 is 1/3.
  static LongResidue decimal(double x);
  static LongResidue random(std::mt19937_64& source);

  bool is_zero() const { return value_ == 0; }
  // The fraction with at most 18 digits above and below; nothing if there is none. Of numbers drawn
  // at random one in a hundred has such a fraction, so a long one proves nothing.
  std::optional<Ratio> ratio() const;
  // One of the two square roots, if there are any.
  std::optional<LongResidue> root() const;

  friend LongResidue operator+(LongResidue a, LongResidue b) {
    return reduced(a.value_ + b.value_);
  }
  friend LongResidue operator-(LongResidue a, LongResidue b) {
    return reduced(a.value_ + (prime - b.value_));
  }
  friend LongResidue operator-(LongResidue a) { return reduced(prime - a.value_); }
  friend LongResidue operator*(LongResidue a, LongResidue b) {
    const auto low = [](Integer x) { return static_cast<std::uint64_t>(x); };
    const auto high = [](Integer x) { return static_cast<std::uint64_t>(x >> 64); };
    const Integer first = Integer{low(a.value_)} * low(b.value_);
    const Integer middle =
        Integer{high(a.value_)} * low(b.value_) + Integer{low(a.value_)} * high(b.value_);
    const Integer below = first + (middle << 64);
    const Integer above =
        Integer{high(a.value_)} * high(b.value_) + (middle >> 64) + (below < first ? 1U : 0U);
    // 2^127 = 1
    return reduced((below & prime) + ((above << 1) | (below >> 127)));
  }
  // Throws std::domain_error for b = 0.
  friend LongResidue operator/(LongResidue a, LongResidue b) { return a * b.inverse(); }
  friend bool operator==(LongResidue a, LongResidue b) = default;

 private:
  static LongResidue reduced(Integer value) {
    LongResidue out;
    out.value_ = value >= prime ? value - prime : value;
    return out;
  }
  LongResidue inverse() const;

  Integer value_ = 0;
};

// x to the power n, also negative. Throws std::domain_error for a negative power of 0.
LongResidue power(LongResidue x, int n);

}  // namespace zwang
