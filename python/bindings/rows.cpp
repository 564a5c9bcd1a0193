// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "python/bindings/rows.hpp"

namespace zwang::python {

Rows::Rows(const System& system, bool variational)
    : coordinates_(static_cast<std::size_t>(system.coordinates())),
      constraints_(static_cast<std::size_t>(system.constraints())),
      rhos_(variational ? constraints_ : 0),
      width_(1 + 2 * coordinates_ + constraints_ + rhos_),
      small_width_(1 + constraints_) {}

void Rows::add(const Frame& frame) {
  numbers_.push_back(frame.t);
  numbers_.insert(numbers_.end(), frame.q.begin(), frame.q.end());
  numbers_.insert(numbers_.end(), frame.u.begin(), frame.u.end());
  numbers_.insert(numbers_.end(), frame.multipliers.begin(), frame.multipliers.end());
  numbers_.insert(numbers_.end(), frame.rho.begin(), frame.rho.end());
  small_.push_back(static_cast<std::int8_t>(frame.side));
  for (const ConstraintStatus status : frame.statuses)
    small_.push_back(static_cast<std::int8_t>(state_number(status)));
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

StoredRow Rows::row(std::size_t row) const {
  const double* const q = numbers_.data() + row * width_ + 1;
  const double* const multipliers = q + 2 * coordinates_;
  const double* const rho = multipliers + constraints_;
  const std::int8_t* const states = small_.data() + row * small_width_ + 1;
  const auto n = static_cast<Eigen::Index>(coordinates_);
  return {AuditRow{.t = t(row),
                   .side = side(row),
                   .q = Eigen::Map<const Vector>(q, n),
                   .u = Eigen::Map<const Vector>(q + coordinates_, n),
                   .multipliers = {multipliers, multipliers + constraints_},
                   .states = {states, states + constraints_},
                   .rho = {rho, rho + rhos_}}};
}

Frame Rows::frame(std::size_t row) const {
  StoredRow stored = this->row(row);
  Frame frame{.t = stored.t,
              .side = stored.side,
              .q = std::move(stored.q),
              .u = std::move(stored.u),
              .multipliers = std::move(stored.multipliers),
              .rho = std::move(stored.rho)};
  for (const std::uint8_t state : stored.states)
    frame.statuses.push_back(numbered_statuses.at(state));
  return frame;
}

}  // namespace zwang::python
