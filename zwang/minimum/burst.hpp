// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A burst of accelerated gradient steps on the dual (Nesterov 1983), restarted whenever the step
// turns against the gradient (O'Donoghue & Candès 2015). It does not finish the search; it moves
// the border between active and inactive rows across many rows at the cost of about one
// factorisation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "zwang/minimum/sparse_dual.hpp"

namespace zwang::minimum {

inline constexpr int power_iterations = 12;
inline constexpr double power_margin = 1.1;  // they end below the largest eigenvalue
// A burst ends after this many steps in which almost no row changed between active and inactive.
inline constexpr int burst_window = 20;

// Patternless signs, the same on every machine.
inline double scattered(std::size_t i) {
  const auto mixed = static_cast<std::uint32_t>(i * 2654435761U + 40503U);
  return (mixed & 0x10000U) != 0U ? 1.0 : -0.75;
}

// Whether a burst ends when the active rows have settled, or takes all its steps.
enum class BurstEnd { settled, all };

class Burst {
 public:
  // Finds the step length: 1/λ for the largest eigenvalue of Φ, by power iterations.
  void prepare(const SparseDual& dual);
  // At most `steps` steps from z, each projected onto z ≥ least. One pass over Φ per step.
  void run(const SparseDual& dual, std::vector<double>& z, int steps, BurstEnd end);

  // Products with Φ since prepare().
  int products() const { return products_; }

 private:
  double step_ = 0.0;
  int products_ = 0;
  std::vector<double> ahead_, next_;
};

}  // namespace zwang::minimum
