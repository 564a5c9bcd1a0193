// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/curve.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"

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

void refuse(bool refused, const std::string& why) {
  if (refused)
    throw Error(Code::E120, fmt::format("the geometry of a path needs one point with three "
                                        "coordinates and one velocity-level constraint: {}",
                                        why));
}

}  // namespace

Bend bend(const Course& course) {
  const Vector3d normal = course.first.cross(course.second);
  const double speed = course.first.norm(), square = normal.squaredNorm();
  return {speed, std::sqrt(square) / (speed * speed * speed),
          square > 0.0 ? normal.dot(course.third) / square : unset};
}

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
  return std::abs(determinant(alpha(), course.first, course.second)) <= tolerance * size ? 3 : 2;
}

BoundPoint::BoundPoint(const System& system) : system_(&system) {
  const Model& model = system.model();
  refuse(system.coordinates() != 3, fmt::format("there are {} coordinates", system.coordinates()));
  refuse(!model.quasi_velocities().empty(), "there are quasi-velocities");
  refuse(system.constraints() != 1, fmt::format("there are {} constraints", system.constraints()));
  refuse(!model.force_codes().empty(), "a force is given as code");
  const Constraint& constraint = system.constraint(0);
  refuse(!constraint.equation || !constraint.of_velocities,
         fmt::format("'{}' is a {}", constraint.name, constraint.kind()));
  refuse(!constraint.formula.has_value(), fmt::format("'{}' is given as code", constraint.name));
  const Matrix mass = system.at(model.start()).mass.dense();
  mass_ = mass(0, 0);
  refuse(!system.has_constant_mass() || !(mass_ > 0.0) ||
             !mass.isApprox(mass_ * Matrix::Identity(3, 3), 1e-14),
         "the coordinates are not cartesian, or have unequal masses");

  graph_ = std::make_shared<Graph>(Graph::over(model.graph()));
  Graph& graph = *graph_;
  const NodeId node = constraint.formula->node();
  refuse(depends_on(graph, node, Symbol::Kind::time), fmt::format("'{}' moves", constraint.name));
  const Form form(graph, node);
  refuse(!graph.is_constant(form.time_coefficient(), 0.0),
         fmt::format("'{}' moves", constraint.name));
  std::vector<NodeId> x;
  for (const std::string& name : model.coordinate_names())
    x.push_back(model.scope().find(name)->levels[0][0]);
  for (const NodeId coordinate : x) {
    const auto at = std::ranges::find(form.coordinates(), graph[coordinate].a);
    const auto number = static_cast<std::size_t>(at - form.coordinates().begin());
    const NodeId p =
        at == form.coordinates().end() ? graph.constant(0.0) : form.coefficient(number);
    p_.push_back(placed(p));
    for (const NodeId k : x) {
      const NodeId slope = derivative(graph, p, k);
      first_.push_back(placed(slope));
      for (const NodeId l : x) second_.push_back(placed(derivative(graph, slope, l)));
    }
    for (const Formula& potential : model.potential_formulas())
      slopes_.push_back(placed(derivative(graph, potential.node(), coordinate)));
  }
}

auto BoundPoint::placed(NodeId node) const -> Placed {
  Formula formula(*graph_, node);
  auto places = system_->model().places(formula);
  return {std::move(formula), std::move(places)};
}

double BoundPoint::value(const Placed& one, const State& state) const {
  std::vector<double> inputs;
  for (const int place : one.places) inputs.push_back(state.q[Model::coordinate_at(place)]);
  return one.formula.value(inputs);
}

OsculatingSurface BoundPoint::surface(const State& state) const {
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

// Q and Q' for a given acceleration.
auto BoundPoint::force(const State& state, const Vector3d& acceleration) const -> Rates {
  using Number = Taylor<double, 1>;
  const Model& model = system_->model();
  Rates sum = {Vector3d::Zero(), Vector3d::Zero()};
  const auto add = [&](const Formula& formula, const std::vector<int>& places, int i, double sign) {
    std::vector<Number> inputs;
    for (const int place : places) {
      const int c = Model::coordinate_at(place);
      inputs.push_back(place == Model::time_place ? Number(state.t, 1.0)
                       : Model::is_rate(place)    ? Number(state.u[c], acceleration[c])
                                                  : Number(state.q[c], state.u[c]));
    }
    const Number found = formula.value<Number>(inputs);
    sum[0][i] += sign * found[0];
    sum[1][i] += sign * found[1];
  };
  for (const Force& one : model.forces())
    if (one.acts_at(state.t)) add(one.formula, one.places, one.coordinate, 1.0);
  const int potentials = static_cast<int>(model.potential_formulas().size());
  for (int k = 0; k < 3 * potentials; ++k) {
    const Placed& slope = slopes_[static_cast<std::size_t>(k)];
    add(slope.formula, slope.places, k / potentials, -1.0);
  }
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (point.coordinates[axis] >= 0)
        sum[0][point.coordinates[axis]] += point.mass * model.gravity()[axis];
  return sum;
}

// m x'' = G − z p with G = Q, or Q + λ α × x' and z = λ'; both differentiated once more. z and z'
// from p·x'' + p'·x' = 0 and p·x''' + 2 p'·x'' + p''·x' = 0.
Course BoundPoint::course(const State& state, double lambda, bool geodesic) const {
  const OsculatingSurface at = surface(state);
  const double square = at.p.squaredNorm();
  if (!(square > 0.0))
    throw Error(Code::E301,
                fmt::format("the constraint does not restrict the point at {} s", state.t));
  Course course;
  course.first = state.u;
  const Vector3d p_rate = at.p_rate(course.first), turned = at.alpha().cross(course.first);
  // a force may depend on velocities, so Q' needs x''
  const Vector3d pull = force(state, Vector3d::Zero())[0] + lambda * turned;
  const double z = (at.p.dot(pull) + mass_ * p_rate.dot(course.first)) / square;
  course.second = (pull - z * at.p) / mass_;

  Vector3d p_second = at.first * course.second;
  for (std::size_t i = 0; i < 3; ++i)
    p_second[static_cast<Eigen::Index>(i)] += course.first.dot(at.second[i] * course.first);
  Vector3d pull_rate = force(state, course.second)[1] - z * p_rate;
  if (geodesic)
    pull_rate += z * turned + lambda * (at.alpha_rate(course.first).cross(course.first) +
                                        at.alpha().cross(course.second));
  const double z_rate = (at.p.dot(pull_rate) +
                         mass_ * (2.0 * p_rate.dot(course.second) + p_second.dot(course.first))) /
                        square;
  course.third = (pull_rate - z_rate * at.p) / mass_;
  return course;
}

Bend BoundPoint::force_free(const State& state) const {
  const OsculatingSurface at = surface(state);
  const Vector3d velocity = state.u, p_rate = at.p_rate(velocity);
  const double speed = velocity.norm(), square = speed * speed * at.p.squaredNorm();
  return {speed, std::abs(velocity.dot(p_rate)) / (speed * speed * at.p.norm()),
          determinant(velocity, at.p, p_rate) / square};
}

}  // namespace zwang
