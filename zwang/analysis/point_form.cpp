// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/point_form.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/laws/pfaffian.hpp"

namespace zwang {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

double determinant(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
  return a.dot(b.cross(c));
}

// (m23 − m32, m31 − m13, m12 − m21)
Vector3d covariant(const Matrix3d& m) {
  return {m(1, 2) - m(2, 1), m(2, 0) - m(0, 2), m(0, 1) - m(1, 0)};
}

[[noreturn]] void refuse(const Constraint& constraint, const std::string& why) {
  throw Error(Code::E120,
              fmt::format("'{}' is not the constraint of one point with three Cartesian "
                          "coordinates: {}",
                          constraint.name, why));
}

// The mass that all these coordinates belong to, or -1.
int point_of(const Model& model, const std::vector<int>& coordinates) {
  for (int i = 0; i < static_cast<int>(model.points().size()); ++i) {
    const auto& own = model.points()[index(i)].coordinates;
    if (std::ranges::all_of(coordinates,
                            [&](int c) { return std::ranges::find(own, c) != own.end(); }))
      return i;
  }
  return -1;
}

// Whether a formula of the kinetic energy contains the rate of one of them.
bool has_other_inertia(const Model& model, const std::array<int, 3>& coordinates) {
  return std::ranges::any_of(model.kinetic_formulas(), [&](const Formula& energy) {
    return std::ranges::any_of(model.places(energy), [&](int place) {
      return Model::is_rate(place) &&
             std::ranges::find(coordinates, Model::coordinate_at(place)) != coordinates.end();
    });
  });
}

}  // namespace

double OsculatingSurface::at(const Vector3d& xi) const {
  double sum = p.dot(xi) + xi.dot(first * xi) / 2.0;
  for (std::size_t i = 0; i < 3; ++i)
    sum += xi[static_cast<Eigen::Index>(i)] * xi.dot(second[i] * xi) / 6.0;
  return sum;
}

Vector3d OsculatingSurface::alpha() const { return covariant(first); }

Vector3d OsculatingSurface::alpha_rate(const Vector3d& velocity) const {
  Matrix3d rate;
  for (std::size_t i = 0; i < 3; ++i) rate.row(static_cast<Eigen::Index>(i)) = second[i] * velocity;
  return covariant(rate);
}

double OsculatingSurface::contact(const Course& course) const {
  return determinant(alpha(), course.first, course.second) / 12.0;
}

int OsculatingSurface::order_of_contact(const Course& course, double tolerance) const {
  const double size = alpha().norm() * course.first.norm() * course.second.norm();
  const double rounding = alpha().norm() * course.first.norm() * course.rounding;
  return std::abs(determinant(alpha(), course.first, course.second)) <= tolerance * size + rounding
             ? 3
             : 2;
}

PointForm::PointForm(const System& system, int constraint) {
  const Model& model = system.model();
  const Constraint& given = system.constraint(constraint);
  if (!given.formula) refuse(given, "it is given as code");
  const PfaffianSystem form = PfaffianSystem::of(model, given);
  graph_ = form.layer();
  std::vector<int> bound;
  for (int k = 0; k < form.coordinates() - form.has_time(); ++k)
    bound.push_back(Model::coordinate_at(model.place(form.coordinate(k))));
  if (bound.empty()) refuse(given, "it binds nothing");
  const int point = point_of(model, bound);
  if (point >= 0) {
    coordinates_ = model.points()[index(point)].coordinates;
    mass_ = model.points()[index(point)].mass;
    if (std::ranges::find(coordinates_, -1) != coordinates_.end())
      refuse(given, "it moves along fewer axes");
    if (has_other_inertia(model, coordinates_)) refuse(given, "it has other inertia too");
  } else {
    if (system.coordinates() != 3 || model.replaces_rates())
      refuse(given, "it binds other coordinates too");
    coordinates_ = {0, 1, 2};
    const Matrix mass = system.at(model.start()).mass.dense();
    mass_ = mass(0, 0);
    if (!system.has_constant_mass() || !(mass_ > 0.0) ||
        !mass.isApprox(mass_ * Matrix::Identity(3, 3), 1e-14))
      refuse(given, "the coordinates are not Cartesian, or have unequal masses");
  }
  Graph& graph = *graph_;
  moves_ = form.has_time();
  std::vector<NodeId> x;
  for (const int c : coordinates_)
    x.push_back(model.scope().find(model.coordinate_names()[index(c)])->levels[0][0]);
  for (const NodeId coordinate : x) {
    NodeId p = graph.constant(0.0);
    for (int k = 0; k < form.coordinates(); ++k)
      if (form.coordinate(k) == graph[coordinate].a) p = form.coefficient(0, k);
    p_.push_back(placed(model, p));
    for (const NodeId k : x) {
      const NodeId slope = derivative(graph, p, k);
      first_.push_back(placed(model, slope));
      for (const NodeId l : x) second_.push_back(placed(model, derivative(graph, slope, l)));
    }
  }
}

auto PointForm::placed(const Model& model, NodeId node) const -> Placed {
  Formula formula(*graph_, node);
  auto places = model.places(formula);
  return {std::move(formula), std::move(places)};
}

double PointForm::value(const Placed& one, const State& state) {
  std::vector<double> inputs;
  for (const int place : one.places)
    inputs.push_back(place == Model::time_place ? state.t : state.q[Model::coordinate_at(place)]);
  return one.formula.value(inputs);
}

OsculatingSurface PointForm::at(const State& state) const {
  OsculatingSurface made;
  for (Eigen::Index i = 0, one = 0, two = 0; i < 3; ++i) {
    made.p[i] = value(p_[static_cast<std::size_t>(i)], state);
    for (Eigen::Index k = 0; k < 3; ++k) {
      made.first(i, k) = value(first_[static_cast<std::size_t>(one++)], state);
      for (Eigen::Index l = 0; l < 3; ++l)
        made.second[static_cast<std::size_t>(i)](k, l) =
            value(second_[static_cast<std::size_t>(two++)], state);
    }
  }
  return made;
}

}  // namespace zwang
