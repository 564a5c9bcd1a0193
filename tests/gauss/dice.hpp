// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers that are the same everywhere.
#pragma once

#include <random>

namespace zwang::testing {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  int upto(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  bool coin() { return upto(2) == 0; }

 private:
  std::mt19937_64 random_;
};

}  // namespace zwang::testing
