// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/rubbing.hpp"

#include <algorithm>

namespace zwang {
namespace {

double value(const Formula& formula, const std::vector<int>& places, const Snapshot& at) {
  std::vector<double> x;
  x.reserve(places.size());
  for (const int place : places) {
    if (place == Model::time_place)
      x.push_back(at.state.t);
    else if (Model::is_rate(place))
      x.push_back(at.rates[Model::coordinate_at(place)]);
    else
      x.push_back(at.state.q[Model::coordinate_at(place)]);
  }
  return std::max(0.0, formula.value(x));
}

}  // namespace

double slipping_bound(const System& system, const Snapshot& at, int row) {
  const Friction& friction = *system.constraint(row).friction;
  return value(friction.slipping, friction.slipping_places, at);
}

double sticking_bound(const System& system, const Snapshot& at, int row) {
  const Friction& friction = *system.constraint(row).friction;
  return std::max(value(friction.sticking, friction.sticking_places, at),
                  slipping_bound(system, at, row));
}

const std::string& rubbing_name(const System& system, int row) {
  const Constraint& own = system.constraint(row);
  return own.friction->is_given() ? own.name : system.constraint(own.friction->of).name;
}

std::vector<int> given_frictions(const System& system, double t) {
  std::vector<int> rows;
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& one = system.constraint(i);
    if (one.friction && one.friction->is_given() && one.options.from <= t && t < one.options.until)
      rows.push_back(i);
  }
  return rows;
}

}  // namespace zwang
