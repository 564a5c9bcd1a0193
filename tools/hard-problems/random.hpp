// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A small generator of random numbers whose stream is the same on every machine (splitmix64).
#pragma once

#include <cstdint>

namespace zwang::hard {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  // An integer of [low, high].
  int between(int low, int high) {
    return low + static_cast<int>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool chance(double probability) {
    return static_cast<double>(bits() >> 11U) * 0x1p-53 < probability;
  }
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11U) * 0x1p-53);
  }
  // The same of either sign; one draw after the other, so that every compiler draws in this order.
  int either(int low, int high) {
    const int side = sign();
    return side * between(low, high);
  }
  int sign() { return (bits() & 1U) != 0 ? 1 : -1; }

 private:
  std::uint64_t state_;
};

}  // namespace zwang::hard
