// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/burst.hpp"

#include <algorithm>
#include <cmath>

namespace zwang::scale {

void Burst::prepare(const Dual& dual) {
  const auto m = static_cast<std::size_t>(dual.rows());
  const PetscInt first = dual.joined().first();
  products_ = 0;
  next_.resize(m);
  ahead_.resize(m);
  for (std::size_t i = 0; i < m; ++i)
    ahead_[i] = minimum::scattered(static_cast<std::size_t>(first) + i);
  double largest = 1.0;
  for (int turn = 0; turn < minimum::power_iterations; ++turn) {
    dual.multiply(ahead_, next_);
    ++products_;
    double before = 0.0, after = 0.0;
    for (std::size_t i = 0; i < m; ++i) {
      before += ahead_[i] * ahead_[i];
      after += next_[i] * next_[i];
    }
    const auto [all_before, all_after] = dual.processes().sum({before, after});
    if (!(all_after > 0.0)) break;
    largest = std::sqrt(all_after / all_before);
    const double shrink = 1.0 / std::sqrt(all_after);
    for (std::size_t i = 0; i < m; ++i) ahead_[i] = next_[i] * shrink;
  }
  step_ = 1.0 / (minimum::power_margin * std::max(1.0, largest));
}

void Burst::run(const Dual& dual, std::vector<double>& z, int steps, minimum::BurstEnd end) {
  const std::size_t m = z.size();
  const Halo& joined = dual.joined();
  const PhiRows phi = dual.phi_rows();
  const double* const b = dual.right().data();
  const double* const least = dual.least().data();
  double* const at = z.data();
  ahead_.resize(static_cast<std::size_t>(joined.size()));
  next_.resize(ahead_.size());
  std::ranges::copy(z, ahead_.begin());
  double theta = 1.0, flips = 0.0;
  for (int step = 0; step < steps; ++step) {
    if (step > 0 && step % minimum::burst_window == 0) {
      if (end == minimum::BurstEnd::settled && flips <= 1.0 + std::floor(dual.all_rows() / 5000.0))
        break;
      flips = 0.0;
    }
    const double theta_next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
    const double momentum = (theta - 1.0) / theta_next;
    const double* const ahead = ahead_.data();
    const double* const others = ahead + m;
    double* const next = next_.data();
    double turn = 0.0;
    int flipped = 0;
    const auto take = [&](int i, double gradient) {
      const double moved = std::max(least[i], ahead[i] - step_ * gradient);
      const double change = moved - at[i];
      flipped += (moved > 0.0) != (at[i] > 0.0);
      turn += gradient * change;
      at[i] = moved;
      next[i] = moved + momentum * change;
    };
    const auto own = [&](int i) {
      double gradient = -b[i];
      for (PetscInt k = phi.start[i]; k < phi.start[i + 1]; ++k)
        gradient += phi.value[k] * ahead[phi.column[k]];
      return gradient;
    };
    joined.bring_begin(ahead_);
    for (const auto& [first, end_of] : dual.inner())
      for (int i = first; i < end_of; ++i) take(i, own(i));
    joined.bring_end(ahead_);
    for (const auto& [first, end_of] : dual.outer())
      for (int i = first; i < end_of; ++i) {
        double gradient = own(i);
        for (PetscInt k = phi.other_start[i]; k < phi.other_start[i + 1]; ++k)
          gradient += phi.other_value[k] * others[phi.other_column[k]];
        take(i, gradient);
      }
    ++products_;
    const auto [all_turn, all_flipped] = dual.processes().sum({turn, static_cast<double>(flipped)});
    flips += all_flipped;
    if (all_turn > 0.0) {
      theta = 1.0;
      std::ranges::copy(z, ahead_.begin());
    } else {
      theta = theta_next;
      std::swap(ahead_, next_);
    }
  }
}

}  // namespace zwang::scale
