// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/way_back.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "zwang/system/integrand.hpp"

namespace zwang {

WayBack::WayBack(const System& system)
    : system_(&system), all_(static_cast<std::size_t>(system.constraints())) {
  std::iota(all_.begin(), all_.end(), 0);
  if (!has_general_integrand(system.model())) flow_.emplace(system);
}

bool WayBack::project(State& state) {
  if (all_.empty()) return true;
  if (!flow_) return correct(state, true) && correct(state, false);
  flow_->bind(all_, state.t);
  return flow_->project(state);
}

// Newton's steps of least norm, until what is left is rounding.
bool WayBack::correct(State& state, bool places) const {
  constexpr int most = 12;
  Vector& x = places ? state.q : state.u;
  Matrix rows(system_->constraints(), system_->velocities());
  Vector gap(system_->constraints()), row;
  double before = 1e300;
  for (int turn = 0;; ++turn) {
    const Snapshot here = system_->at(state);
    double drift = 0.0;
    for (const int i : all_) {
      const Row& one = here.rows[static_cast<std::size_t>(i)];
      system_->write_row(here, i, row);
      rows.row(i) = row;
      gap[i] = places ? one.f : one.rate;
      const double size = row.cwiseProduct(x).cwiseAbs().sum() + (places ? 0.0 : std::abs(one.b1));
      drift = std::max(drift, std::abs(gap[i]) / std::max(size, 1e-3 * row.norm() + 1e-300));
    }
    if (!gap.allFinite() || !rows.allFinite()) return false;
    // at rounding level it no longer falls
    if (drift <= 2e-16 || turn == most || (drift < 1e-13 && drift > 0.25 * before))
      return drift < 1e-9;
    before = drift;
    x -= rows.completeOrthogonalDecomposition().solve(gap);
  }
}

}  // namespace zwang
