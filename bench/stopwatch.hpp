// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Least time of a call in microseconds.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

namespace zwang::bench {

// Keeps what the compiler must not leave out.
inline volatile double keep = 0.0;

// What is compared is measured in turns, so that a machine that changes its pace meets all alike.
class Stopwatch {
 public:
  explicit Stopwatch(std::function<void()> call) : call_(std::move(call)) {}

  void turn() {
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(5)) {
      const auto from = std::chrono::steady_clock::now();
      for (int i = 0; i < inner_; ++i) call_();
      const double us =
          std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - from)
              .count();
      if (us < 50.0) inner_ *= 2;
      least_ = std::min(least_, us / inner_);
    }
  }
  double least() const { return least_; }

 private:
  std::function<void()> call_;
  int inner_ = 1;
  double least_ = 1e30;
};

}  // namespace zwang::bench
