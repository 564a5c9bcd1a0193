// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/shape.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// Places of all coordinates for a trial: different numbers, the same in every run.
double trial_number(int trial, int coordinate) {
  return 1.0 + std::sin(1.3 + 2.7 * trial + 1.9 * coordinate + 0.7 * trial * coordinate);
}

// Where a point is in a trial at t = 0; a point that moves with time may stand anywhere.
std::array<double, 3> place(const Point& point, int trial) {
  std::array<double, 3> at{};
  for (std::size_t k = 0; k < 3; ++k) {
    if (point.coordinates[k] >= 0)
      at[k] = trial_number(trial, point.coordinates[k]);
    else if (point.given[k])
      at[k] = point.given[k]->value(std::vector<double>(point.given[k]->inputs().size(), 0.0));
  }
  return at;
}

double value(const Constraint& constraint, int trial) {
  std::vector<double> x;
  for (const int place : constraint.places)
    x.push_back(place == Model::time_place ? 0.0
                                           : trial_number(trial, Model::coordinate_at(place)));
  return constraint.function.value(x);
}

// f = sign·|a − b|^power·factor + constant on all trials.
bool is_distance(const Constraint& constraint, const Point* a, const Point* b, double sign,
                 double power, double factor) {
  double constant = 0.0;
  for (int trial = 0; trial < 4; ++trial) {
    const auto pa = place(*a, trial);
    const auto pb = b ? place(*b, trial) : std::array<double, 3>{};
    double squares = 0.0;
    for (std::size_t k = 0; k < 3; ++k) squares += (pa[k] - pb[k]) * (pa[k] - pb[k]);
    const double rest = value(constraint, trial) - sign * factor * std::pow(squares, 0.5 * power);
    if (trial == 0) constant = rest;
    if (!(std::abs(rest - constant) <= 1e-12 * (1.0 + std::abs(constant)))) return false;
  }
  return true;
}

}  // namespace

std::string_view name(Shape shape) {
  switch (shape) {
    case Shape::string: return "string";
    case Shape::rod: return "rod";
    case Shape::contact: return "contact";
    case Shape::surface: return "surface";
    case Shape::other: break;
  }
  return "other";
}

Shaped shape_of(const Model& model, const Constraint& constraint) {
  Shaped result;
  if (constraint.of_velocities) return result;
  const auto& points = model.points();
  std::set<int> bound;
  for (const int place : constraint.places) {
    if (place == Model::time_place) continue;
    // "net[3,4].x" is a coordinate of "net[3,4]"
    const std::string& name = model.coordinate_names()[index(Model::coordinate_at(place))];
    const auto point = model.find_point(std::string_view(name).substr(0, name.rfind('.')));
    if (!point) return result;
    bound.insert(*point);
  }
  if (bound.empty() || bound.size() > 2) return result;
  result.first = *bound.begin();
  const Point* const a = &points[index(result.first)];
  // the other end: the second mass, or the origin, or any point of the world
  std::vector<int> others;
  if (bound.size() == 2) {
    others = {*bound.rbegin()};
  } else {
    others = {-1};
    for (int i = 0; i < static_cast<int>(points.size()); ++i)
      if (!points[index(i)].free()) others.push_back(i);
  }
  for (const int other : others) {
    const Point* const b = other < 0 ? nullptr : &points[index(other)];
    for (const double sign : {1.0, -1.0})
      for (const auto& [power, factor] : {std::pair{1.0, 1.0}, {2.0, 1.0}, {2.0, 0.5}}) {
        if (!is_distance(constraint, a, b, sign, power, factor)) continue;
        result.second = other;
        if (constraint.equation)
          result.shape = Shape::rod;
        else
          result.shape = sign > 0.0          ? Shape::string
                         : bound.size() == 2 ? Shape::contact
                                             : Shape::surface;
        return result;
      }
  }
  if (bound.size() == 1 && !constraint.equation) result.shape = Shape::surface;
  return result;
}

std::optional<int> limited_speed(const Model& model, const Constraint& constraint) {
  if (!constraint.nonlinear) return std::nullopt;
  std::set<int> rates;
  for (const int place : constraint.places)
    if (Model::is_rate(place)) rates.insert(Model::coordinate_at(place));
  const auto& points = model.points();
  const auto found = std::ranges::find_if(points, [&](const Point& point) {
    std::set<int> own(point.coordinates.begin(), point.coordinates.end());
    own.erase(-1);
    return own == rates;
  });
  if (found == points.end()) return std::nullopt;
  const std::vector<int> axes(rates.begin(), rates.end());
  // equal for velocities of one length, and growing with it
  const auto value = [&](const std::array<double, 3>& v) {
    std::vector<double> x;
    for (const int place : constraint.places) {
      const int c = Model::coordinate_at(place);
      const auto axis = static_cast<std::size_t>(std::ranges::find(axes, c) - axes.begin());
      x.push_back(place == Model::time_place ? 0.0
                  : Model::is_rate(place)    ? v[axis]
                                             : trial_number(0, c));
    }
    return constraint.function.value(x);
  };
  const std::vector<std::array<double, 3>> directions =
      axes.size() == 1   ? std::vector<std::array<double, 3>>{{-1.0, 0.0, 0.0}}
      : axes.size() == 2 ? std::vector<std::array<double, 3>>{{-0.6, 0.8, 0.0}, {0.0, -1.0, 0.0}}
                         : std::vector<std::array<double, 3>>{{-0.48, 0.64, 0.6}, {0.0, -0.8, 0.6}};
  double slower = -always;
  for (const double speed : {1.0, 1.5, 4.0}) {
    const double here = value({speed, 0.0, 0.0});
    if (!(here > slower)) return std::nullopt;
    for (const auto& d : directions)
      if (!(std::abs(value({speed * d[0], speed * d[1], speed * d[2]}) - here) <=
            1e-12 * (std::abs(here) + speed * speed)))
        return std::nullopt;
    slower = here;
  }
  return static_cast<int>(found - points.begin());
}

}  // namespace zwang
