// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Integers modulo the prime 2^61 - 1: a field in which rational formulas have values without
// rounding. A formula that vanishes identically vanishes here; any other one vanishes at a random
// point with a probability of about its degree over 2^61.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace zwang {

class Residue {
 public:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

  Residue() = default;
  explicit Residue(std::uint64_t value) : value_(value % prime) {}

  // The decimal number that a person would write for x: 0.1 is 1/10.
  static Residue decimal(double x);

  std::uint64_t value() const { return value_; }
  bool is_zero() const { return value_ == 0; }

  friend Residue operator+(Residue a, Residue b) { return Residue(a.value_ + b.value_); }
  friend Residue operator-(Residue a, Residue b) { return Residue(a.value_ + prime - b.value_); }
  friend Residue operator-(Residue a) { return Residue(prime - a.value_); }
  friend Residue operator*(Residue a, Residue b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a.value_} * b.value_;
    // 2^61 = 1
    return Residue(static_cast<std::uint64_t>(product & prime) +
                   static_cast<std::uint64_t>(product >> 61));
  }
  // Throws std::domain_error for b = 0.
  friend Residue operator/(Residue a, Residue b) {
    if (b.is_zero()) throw std::domain_error("division by zero");
    Residue power(1), base = b;
    for (std::uint64_t n = prime - 2; n > 0; n >>= 1, base = base * base)
      if (n & 1U) power = power * base;
    return a * power;
  }
  friend bool operator==(Residue a, Residue b) = default;

 private:
  std::uint64_t value_ = 0;
};

}  // namespace zwang
