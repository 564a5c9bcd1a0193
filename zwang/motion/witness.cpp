// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/witness.hpp"

#include <cmath>

namespace zwang {

Witness::Witness(const System& system, const RunOptions& options, Laws laws, Recorder* next,
                 bool whole)
    : judge_(system, {.tolerance = options.tolerance,
                      .by_steps = options.method == RunOptions::Method::time_stepping,
                      .step = options.step,
                      .whole = whole,
                      .laws = std::move(laws)}),
      next_(next) {}

void Witness::row(const Frame& frame) {
  if (next_) next_->row(frame);
  row_.t = frame.t;
  row_.side = frame.side;
  row_.q = frame.q;
  row_.u = frame.u;
  row_.multipliers = frame.multipliers;
  row_.rho = frame.rho;
  row_.states.clear();
  for (const ConstraintStatus status : frame.statuses) row_.states.push_back(state_number(status));
  judge_.row(row_);
}

// As a result stores it.
void Witness::event(const Event& event) {
  if (next_) next_->event(event);
  const auto known = [](double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  };
  const bool measured = std::isfinite(event.energy_before);
  const bool jumped = judge_.rows() >= 2 && row_.side > 0 && row_.t == event.t;
  AuditEvent told;
  told.t = event.t;
  told.kind = event.kind;
  told.cause = cause(event.kind);
  const std::size_t behind = jumped ? 2 : 1;
  told.row = judge_.rows() > behind ? judge_.rows() - behind : 0;
  told.energy_before = known(event.energy_before);
  told.energy_after = known(event.energy_after);
  if (measured) told.supplied = known(event.supplied);
  for (const Part& part : event.parts)
    told.parts.push_back({.constraint = part.constraint,
                          .before = part.before,
                          .after = part.after,
                          .approach = measured ? known(part.rate_before) : std::nullopt,
                          .impulse = measured ? known(part.impulse) : std::nullopt});
  judge_.event(std::move(told));
}

}  // namespace zwang
