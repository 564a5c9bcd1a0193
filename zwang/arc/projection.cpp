// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a flow returns to its constraints.

#include <algorithm>
#include <cmath>

#include "zwang/arc/flow.hpp"
#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// Whether one more correction would change nothing but rounding, after one that left this.
bool is_rounding(double drift, double before) { return before < 1e-10 && drift < 1e-13; }

}  // namespace

// A value against the terms it is made of: |A||x| and what is there without x.
double Flow::relative(std::size_t i, double value, const Vector& x, double own) const {
  const auto columns = system_->columns(bound_[i]);
  const auto& a = snapshot_.rows[index(bound_[i])].a;
  double length = 0.0;
  double size = std::abs(own);
  for (std::size_t l = 0; l < columns.size(); ++l) {
    length += std::abs(a[l]);
    size += std::abs(a[l] * x[columns[l]]);
  }
  return std::abs(value) / std::max(size, 1e-3 * length + 1e-300);
}

bool Flow::project_positions(State& state) {
  drift_f_ = 0.0;
  system_->restore_lengths(state.q);
  if (bound_.empty()) return true;
  std::vector<double>& gap = right_;
  constexpr int most = 12;
  double before = 1e300;
  for (int turn = 0;; ++turn) {
    system_->evaluate(state, phase_, snapshot_);
    fill_rows();
    drift_f_ = 0.0;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      gap[i] = snapshot_.rows[index(bound_[i])].f;
      if (!std::isfinite(gap[i])) return false;
      drift_f_ = std::max(drift_f_, relative(i, gap[i], state.q, 0.0));
    }
    if (!std::isfinite(drift_f_)) return false;
    // Of many constraints the factors of this very time, from the last stage of the step, are good
    // enough as long as what is left falls fast.
    const bool good = sparse_ && factored_ == state.t &&
                      (turn == 0 || drift_f_ < 1e-4 * before || is_rounding(drift_f_, before));
    if (good && turn > 0 && is_rounding(drift_f_, before)) break;
    // a loop that does not quite close is closed by all of its rows
    constexpr int enough = 4;
    if (!good && !factor(turn < enough)) return false;
    factored_ = state.t;
    // at rounding level it no longer falls
    if (drift_f_ <= 2e-16 || turn == most || (drift_f_ < 1e-13 && drift_f_ > 0.25 * before)) break;
    before = drift_f_;
    solve(gap);
    change_.setZero();
    push_back(gap, change_.data());
    if (system_->rates_are_parameters()) {
      state.q -= change_;
    } else {
      State along = state;
      along.u = change_;
      const Vector moved = system_->rates(along);
      along.u.setZero();
      state.q -= moved - system_->rates(along);
      system_->restore_lengths(state.q);
    }
  }
  return drift_f_ < 1e-9;
}

// After project_positions(): the rows are those of the state.
bool Flow::project_velocities(State& state) {
  drift_g_ = 0.0;
  if (bound_.empty()) return true;
  if (nonlinear_) return project_by_newton(state);
  std::vector<double>& gap = right_;
  double before = 1e300;
  for (int turn = 0; turn < 3; ++turn) {
    drift_g_ = 0.0;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      const double b1 = snapshot_.rows[index(bound_[i])].b1;
      gap[i] = system_->along(snapshot_, bound_[i], state.u.data(), b1);
      if (!std::isfinite(gap[i])) return false;
      drift_g_ = std::max(drift_g_, relative(i, gap[i], state.u, b1));
    }
    if (drift_g_ <= 2e-16 || (sparse_ && is_rounding(drift_g_, before))) break;
    before = drift_g_;
    solve(gap);
    change_.setZero();
    push_back(gap, change_.data());
    state.u -= change_;
  }
  if (all_stands(&Row::b1)) state.u.setZero();
  return std::isfinite(drift_g_);
}

// Rows that are not linear in the velocities change with them.
bool Flow::project_by_newton(State& state) {
  std::vector<double>& gap = right_;
  constexpr int most = 12;
  double before = 1e300;
  for (int turn = 0;; ++turn) {
    if (turn > 0) {
      system_->evaluate(state, phase_, snapshot_);
      fill_rows();
    }
    drift_g_ = 0.0;
    for (std::size_t i = 0; i < bound_.size(); ++i) {
      const Row& row = snapshot_.rows[index(bound_[i])];
      gap[i] = row.rate;
      if (!std::isfinite(gap[i])) return false;
      drift_g_ = std::max(drift_g_, relative(i, gap[i], state.u, row.b1));
    }
    if (!std::isfinite(drift_g_)) return false;
    // at rounding level it no longer falls
    if (drift_g_ <= 2e-16 || turn == most || (drift_g_ < 1e-13 && drift_g_ > 0.25 * before)) break;
    if (turn > 0 && !factor()) return false;
    before = drift_g_;
    solve(gap);
    change_.setZero();
    push_back(gap, change_.data());
    state.u -= change_;
  }
  return drift_g_ < 1e-9;
}

}  // namespace zwang
