// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of a system: which velocity parameters they bind, and their numbers at a state.

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

using Motion = Taylor<double, 2>;

void System::find_columns() {
  for (const Constraint& constraint : model_->constraints()) {
    std::vector<int> columns;
    for (const int place : constraint.places) {
      if (place == Model::time_place || Model::is_rate(place) != constraint.of_velocities) continue;
      const int coordinate = Model::coordinate_at(place);
      if (turns(coordinate)) {
        const int first = first_of(coordinate);
        columns.insert(columns.end(), {first, first + 1, first + 2});
      } else if (place_in_replaced_[index(coordinate)] < 0) {
        columns.push_back(coordinate);
      } else {
        columns.insert(columns.end(), replaced_.begin(), replaced_.end());
      }
    }
    std::ranges::sort(columns);
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    columns_.push_back(std::move(columns));
    positions_.push_back(positions_of(static_cast<int>(columns_.size()) - 1));
  }
}

// The position of each argument of a row among its columns; −1 if it is not bound.
std::vector<int> System::positions_of(int number) const {
  const Constraint& constraint = this->constraint(number);
  const std::span<const int> columns = this->columns(number);
  std::vector<int> positions;
  for (const int place : places(number)) {
    int column = -1;
    if (turned_.has(place)) {
      column = turned_.body_at(place);
    } else if (place != Model::time_place && Model::is_rate(place) == constraint.of_velocities) {
      column = Model::coordinate_at(place);
      if (turns(column)) column = first_of(column);
    }
    const auto found = std::ranges::find(columns, column);
    positions.push_back(column < 0 ? -1 : static_cast<int>(found - columns.begin()));
  }
  return positions;
}

void System::write_row(const Snapshot& snapshot, int i, Vector& row) const {
  const auto at = static_cast<std::size_t>(i);
  row.setZero(velocities());
  for (std::size_t k = 0; k < columns_[at].size(); ++k)
    row[columns_[at][k]] = snapshot.rows[at].a[k];
}

// The leaf of a constraint in velocities as f, scaled so that its gradient is p.
double System::on_leaf(const Constraint& constraint, const Placed& leaf, const Snapshot& snapshot,
                       std::span<const double> p) const {
  const auto& places = leaf.places;
  Registers<double> x(places.size()), slopes(places.size());
  for (std::size_t k = 0; k < places.size(); ++k) x[k] = snapshot.motion[index(places[k])][0];
  const double value =
      leaf.formula.value_and_gradient(std::span<const double>(x.data(), places.size()),
                                      std::span<double>(slopes.data(), places.size()));
  double along = 0.0, square = 0.0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (places[k] == Model::time_place) continue;
    square += slopes[k] * slopes[k];
    for (std::size_t i = 0; i < p.size(); ++i)
      if (Model::is_rate(constraint.places[i]) &&
          Model::coordinate_at(constraint.places[i]) == Model::coordinate_at(places[k]))
        along += slopes[k] * p[i];
  }
  // where the integral has no value the velocities hold it alone
  const double f = value * along / square;
  return std::isfinite(f) ? f : 0.0;
}

// p0 of Σ p q' + p0.
double System::at_rest(const Constraint& constraint, const Snapshot& snapshot) {
  const std::size_t size = constraint.places.size();
  Registers<double> x(size);
  for (std::size_t i = 0; i < size; ++i) {
    const int place = constraint.places[i];
    x[i] = Model::is_rate(place) ? 0.0 : snapshot.motion[index(place)][0];
  }
  return constraint.function.value(std::span<const double>(x.data(), size));
}

void System::row(int number, Snapshot& snapshot) const {
  const std::span<const int> places = this->places(number);
  const std::size_t size = places.size();
  Registers<Motion> x(size);
  Registers<double> g(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = snapshot.motion[index(places[i])];
  const std::span<const Motion> motion(x.data(), size);
  const std::span<double> slopes(g.data(), size);
  const auto& reduced = turned_.reduced(number);
  const Motion course = reduced ? reduced->formula.value_and_gradient(motion, slopes)
                                : constraint(number).function.along(motion, slopes);
  write(number, course, std::span<const double>(g.data(), size), snapshot);
}

void System::write(int number, const Motion& course, std::span<const double> g,
                   Snapshot& snapshot) const {
  const Constraint& constraint = this->constraint(number);
  Row& row = snapshot.rows[index(number)];
  const std::size_t size = g.size();
  row.b1 = 0.0;
  if (constraint.of_velocities) {
    const auto leaf = hidden_.find(number);
    row.f = leaf == hidden_.end() ? 0.0 : on_leaf(constraint, leaf->second, snapshot, g);
    row.rate = course[0];
    row.b2 = course[1];
    if (!constraint.nonlinear) row.b1 = at_rest(constraint, snapshot);
  } else {
    row.f = course[0];
    row.rate = course[1];
    row.b2 = 2.0 * course[2];
  }
  std::ranges::fill(row.a, 0.0);
  // An open constraint restricts nothing, even where it has no derivative: a slack string whose
  // ends meet, the speed of a mass at rest.
  const double value = constraint.nonlinear ? row.rate : row.f;
  if (!constraint.equation && (!constraint.of_velocities || constraint.nonlinear) && value < 0.0 &&
      std::isfinite(value)) {
    bool smooth = std::isfinite(row.rate) && std::isfinite(row.b2);
    for (std::size_t i = 0; i < size; ++i) smooth = smooth && std::isfinite(g[i]);
    if (!smooth) {
      row.rate = row.b1 = constraint.nonlinear ? value : 0.0;
      row.b2 = 0.0;
      return;
    }
  }
  const auto& positions = positions_[index(number)];
  const std::span<const int> places = this->places(number);
  for (std::size_t i = 0; i < size; ++i) {
    const int place = places[i];
    if (place == Model::time_place && !constraint.of_velocities) row.b1 += g[i];
    if (positions[i] < 0) continue;
    if (turned_.has(place)) {
      const TurnedParts::Slope& slope = this->slope(place, snapshot);
      for (int k = 0; k < 3; ++k) row.a[index(positions[i] + k)] += g[i] * slope[index(k)];
      continue;
    }
    if (const int coordinate = Model::coordinate_at(place); turns(coordinate)) {
      const auto& turn = snapshot.turns[index(body_of_[index(coordinate)])];
      for (int k = 0; k < 3; ++k)
        row.a[index(positions[i] + k)] += g[i] * turn(coordinate - first_of(coordinate), k);
      continue;
    }
    const int in_replaced =
        replaced_.empty() ? -1 : place_in_replaced_[index(Model::coordinate_at(place))];
    if (in_replaced < 0) {
      row.a[index(positions[i])] += g[i];
      continue;
    }
    row.b1 += g[i] * snapshot.shift[in_replaced];
    const auto& columns = columns_[index(number)];
    for (std::size_t r = 0; r < replaced_.size(); ++r) {
      const auto at = std::ranges::lower_bound(columns, replaced_[r]) - columns.begin();
      row.a[static_cast<std::size_t>(at)] +=
          g[i] * snapshot.rate_map(in_replaced, static_cast<Eigen::Index>(r));
    }
  }
  if (constraint.nonlinear)
    row.b1 = row.rate - along(snapshot, number, snapshot.state.u.data(), 0.0);
  // faces on faces have many rows that are the same but for what rounding leaves of a component
  if (!constraint.domain) return;
  double largest = 0.0, speed = 0.0;
  for (const double a : row.a) largest = std::max(largest, std::abs(a));
  for (const int j : columns_[index(number)])
    speed = std::max(speed, std::abs(snapshot.state.u[j]));
  for (double& a : row.a)
    if (std::abs(a) < 1e-14 * largest) a = 0.0;
  if (std::abs(row.b2) < 1e-14 * largest * speed * speed) row.b2 = 0.0;
}

}  // namespace zwang
