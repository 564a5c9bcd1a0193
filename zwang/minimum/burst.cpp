// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/burst.hpp"

#include <algorithm>
#include <cmath>

namespace zwang::minimum {

void Burst::prepare(const SparseDual& dual) {
  const SparseRows& phi = dual.phi();
  const auto m = static_cast<std::size_t>(dual.rows());
  ahead_.resize(m);
  next_.resize(m);
  products_ = 0;
  for (std::size_t i = 0; i < m; ++i) ahead_[i] = scattered(i);
  double largest = 1.0;
  for (int turn = 0; turn < power_iterations; ++turn) {
    double before = 0.0;
    double after = 0.0;
    for (std::size_t i = 0; i < m; ++i) {
      double sum = 0.0;
      for (int k = phi.start[i]; k < phi.start[i + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        sum += phi.value[at] * ahead_[static_cast<std::size_t>(phi.column[at])];
      }
      next_[i] = sum;
      before += ahead_[i] * ahead_[i];
      after += sum * sum;
    }
    ++products_;
    if (!(after > 0.0)) break;
    largest = std::sqrt(after / before);
    const double shrink = 1.0 / std::sqrt(after);
    for (std::size_t i = 0; i < m; ++i) ahead_[i] = next_[i] * shrink;
  }
  step_ = 1.0 / (power_margin * std::max(1.0, largest));
}

// Product, step, projection and the test for a restart in one pass: `ahead` is the point beyond z
// from which the step is taken, `next` the one of the step after.
void Burst::run(const SparseDual& dual, std::vector<double>& z, int steps, BurstEnd end) {
  const std::size_t m = z.size();
  const int* const start = dual.phi().start.data();
  const int* const column = dual.phi().column.data();
  const double* const value = dual.phi().value.data();
  const double* const b = dual.right().data();
  const double* const least = dual.least().data();
  double* const at = z.data();
  ahead_ = z;
  double theta = 1.0;
  int flips = 0;
  for (int step = 0; step < steps; ++step) {
    if (step > 0 && step % burst_window == 0) {
      if (end == BurstEnd::settled && flips <= 1 + static_cast<int>(m / 5000)) break;
      flips = 0;
    }
    const double theta_next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
    const double momentum = (theta - 1.0) / theta_next;
    const double* const ahead = ahead_.data();
    double* const next = next_.data();
    double turn = 0.0;
    for (std::size_t i = 0; i < m; ++i) {
      double gradient = -b[i];
      for (int k = start[i]; k < start[i + 1]; ++k) gradient += value[k] * ahead[column[k]];
      const double moved = std::max(least[i], ahead[i] - step_ * gradient);
      const double change = moved - at[i];
      flips += (moved > 0.0) != (at[i] > 0.0);
      turn += gradient * change;
      at[i] = moved;
      next[i] = moved + momentum * change;
    }
    ++products_;
    if (turn > 0.0) {
      theta = 1.0;
      ahead_ = z;
    } else {
      theta = theta_next;
      std::swap(ahead_, next_);
    }
  }
}

}  // namespace zwang::minimum
