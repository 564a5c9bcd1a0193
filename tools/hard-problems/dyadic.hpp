// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers m·2^e with a 127-bit m: the exact arithmetic in which hard problems are written down. A
// sum or product that does not fit throws Overflow and the problem is drawn again.
#pragma once

#include <cmath>
#include <cstdint>

namespace zwang::hard {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

struct Overflow {};

class Dyadic {
 public:
  Dyadic() = default;
  Dyadic(int integer) : mantissa_(integer) { trim(); }
  Dyadic(Wide mantissa, int exponent) : mantissa_(mantissa), exponent_(exponent) { trim(); }

  static Dyadic power(int k) { return {1, k}; }

  bool zero() const { return mantissa_ == 0; }
  int sign() const { return mantissa_ > 0 ? 1 : mantissa_ < 0 ? -1 : 0; }
  Dyadic scaled(int k) const { return zero() ? Dyadic() : Dyadic(mantissa_, exponent_ + k); }
  Dyadic operator-() const { return {-mantissa_, exponent_}; }

  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) {
    if (a.zero()) return b;
    if (b.zero()) return a;
    const int low = a.exponent_ < b.exponent_ ? a.exponent_ : b.exponent_;
    Wide sum = 0;
    if (__builtin_add_overflow(a.shifted(low), b.shifted(low), &sum)) throw Overflow{};
    return {sum, low};
  }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + (-b); }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) {
    Wide product = 0;
    if (__builtin_mul_overflow(a.mantissa_, b.mantissa_, &product)) throw Overflow{};
    return {product, a.exponent_ + b.exponent_};
  }
  Dyadic& operator+=(const Dyadic& b) { return *this = *this + b; }
  Dyadic& operator-=(const Dyadic& b) { return *this = *this - b; }
  friend bool operator==(const Dyadic& a, const Dyadic& b) { return (a - b).zero(); }

  Wide mantissa() const { return mantissa_; }
  int exponent() const { return exponent_; }

  // The same number as a double; throws Overflow if no double is equal to it.
  double number() const {
    const Wide size = mantissa_ < 0 ? -mantissa_ : mantissa_;
    if ((size >> 53) != 0) throw Overflow{};
    return std::ldexp(static_cast<double>(static_cast<std::int64_t>(mantissa_)), exponent_);
  }

 private:
  void trim() {
    if (mantissa_ == 0) {
      exponent_ = 0;
      return;
    }
    auto low = static_cast<std::uint64_t>(mantissa_);
    if (low == 0) {
      mantissa_ >>= 64;
      exponent_ += 64;
      low = static_cast<std::uint64_t>(mantissa_);
    }
    const int zeros = __builtin_ctzll(low);
    mantissa_ >>= zeros;
    exponent_ += zeros;
  }
  Wide shifted(int low) const {
    const int by = exponent_ - low;
    if (by > 120) throw Overflow{};
    const Wide result = static_cast<Wide>(static_cast<UnsignedWide>(mantissa_) << by);
    if ((result >> by) != mantissa_) throw Overflow{};
    return result;
  }

  Wide mantissa_ = 0;
  int exponent_ = 0;
};

}  // namespace zwang::hard
