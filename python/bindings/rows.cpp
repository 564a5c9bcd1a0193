// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/rows.hpp"

namespace zwang::python {

Rows::Rows(const System& system, bool variational)
    : coordinates_(static_cast<std::size_t>(system.coordinates())),
      conditions_(static_cast<std::size_t>(system.conditions())),
      rhos_(variational ? conditions_ : 0),
      width_(1 + 2 * coordinates_ + conditions_ + rhos_),
      small_width_(1 + conditions_) {}

void Rows::add(const Frame& frame) {
  numbers_.push_back(frame.t);
  numbers_.insert(numbers_.end(), frame.q.begin(), frame.q.end());
  numbers_.insert(numbers_.end(), frame.u.begin(), frame.u.end());
  numbers_.insert(numbers_.end(), frame.multipliers.begin(), frame.multipliers.end());
  numbers_.insert(numbers_.end(), frame.rho.begin(), frame.rho.end());
  small_.push_back(static_cast<std::int8_t>(frame.side));
  for (const Standing standing : frame.standings)
    small_.push_back(static_cast<std::int8_t>(state_number(standing)));
}

void Rows::add(const StoredRow& row) {
  numbers_.push_back(row.t);
  numbers_.insert(numbers_.end(), row.q.begin(), row.q.end());
  numbers_.insert(numbers_.end(), row.u.begin(), row.u.end());
  numbers_.insert(numbers_.end(), row.multipliers.begin(), row.multipliers.end());
  numbers_.insert(numbers_.end(), row.rho.begin(), row.rho.end());
  small_.push_back(static_cast<std::int8_t>(row.side));
  for (const std::uint8_t state : row.states) small_.push_back(static_cast<std::int8_t>(state));
}

State Rows::state(std::size_t row) const {
  const double* const at = numbers_.data() + row * width_;
  const auto n = static_cast<Eigen::Index>(coordinates_);
  return {Eigen::Map<const Vector>(at + 1, n), Eigen::Map<const Vector>(at + 1 + coordinates_, n),
          at[0]};
}

std::vector<double> Rows::multipliers(std::size_t row) const {
  const double* const at = numbers_.data() + row * width_ + 1 + 2 * coordinates_;
  return {at, at + conditions_};
}

std::vector<int> Rows::states(std::size_t row) const {
  const std::int8_t* const at = small_.data() + row * small_width_ + 1;
  return {at, at + conditions_};
}

Frame Rows::frame(std::size_t row) const {
  const State at = state(row);
  const double* const rho = numbers_.data() + (row + 1) * width_ - rhos_;
  Frame frame{.t = at.t,
              .side = side(row),
              .q = at.q,
              .u = at.u,
              .multipliers = multipliers(row),
              .rho = {rho, rho + rhos_}};
  constexpr Standing standings[] = {Standing::open, Standing::closed, Standing::acting,
                                    Standing::held};
  for (const int state : states(row)) frame.standings.push_back(standings[state]);
  return frame;
}

}  // namespace zwang::python
