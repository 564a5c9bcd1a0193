// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/curve.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

void refuse(bool refused, const std::string& why) {
  if (refused)
    throw Error(Code::E120, fmt::format("the geometry of a path needs one point with three "
                                        "coordinates and one velocity-level constraint: {}",
                                        why));
}

PointForm only_form(const System& system) {
  const Model& model = system.model();
  refuse(system.coordinates() != 3, fmt::format("there are {} coordinates", system.coordinates()));
  refuse(model.replaces_rates(), "there are quasi-velocities");
  refuse(system.constraints() != 1, fmt::format("there are {} constraints", system.constraints()));
  refuse(!model.force_codes().empty(), "a force is given as code");
  const Constraint& constraint = system.constraint(0);
  refuse(!constraint.equation || !constraint.of_velocities,
         fmt::format("'{}' is a {}", constraint.name, constraint.kind()));
  PointForm form(system, 0);
  refuse(form.moves(), fmt::format("'{}' moves", constraint.name));
  return form;
}

}  // namespace

BoundPoint::BoundPoint(const System& system)
    : system_(&system),
      form_(only_form(system)),
      graph_(std::make_shared<Graph>(Graph::over(system.model().graph()))) {
  const Model& model = system.model();
  for (const std::string& name : model.coordinate_names()) {
    const NodeId coordinate = model.scope().find(name)->levels[0][0];
    for (const Formula& potential : model.potential_formulas()) {
      Formula slope(*graph_, derivative(*graph_, potential.node(), coordinate));
      auto places = model.places(slope);
      slopes_.push_back({std::move(slope), std::move(places)});
    }
  }
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
  const double mass = form_.mass();
  Course course;
  course.first = state.u;
  const Vector3d p_rate = at.p_rate(course.first), turned = at.alpha().cross(course.first);
  // a force may depend on velocities, so Q' needs x''
  const Vector3d pull = force(state, Vector3d::Zero())[0] + lambda * turned;
  const double z = (at.p.dot(pull) + mass * p_rate.dot(course.first)) / square;
  course.second = (pull - z * at.p) / mass;
  course.rounding = 1e-14 * ((pull.norm() + std::abs(z) * at.p.norm()) / mass +
                             p_rate.norm() * course.first.norm() / at.p.norm());

  Vector3d p_second = at.first * course.second;
  for (std::size_t i = 0; i < 3; ++i)
    p_second[static_cast<Eigen::Index>(i)] += course.first.dot(at.second[i] * course.first);
  Vector3d pull_rate = force(state, course.second)[1] - z * p_rate;
  if (geodesic)
    pull_rate += z * turned + lambda * (at.alpha_rate(course.first).cross(course.first) +
                                        at.alpha().cross(course.second));
  const double z_rate = (at.p.dot(pull_rate) +
                         mass * (2.0 * p_rate.dot(course.second) + p_second.dot(course.first))) /
                        square;
  course.third = (pull_rate - z_rate * at.p) / mass;
  return course;
}

Bend BoundPoint::force_free(const State& state) const {
  const OsculatingSurface at = surface(state);
  const Vector3d velocity = state.u, p_rate = at.p_rate(velocity);
  const double speed = velocity.norm(), square = speed * speed * at.p.squaredNorm();
  return {speed, std::abs(velocity.dot(p_rate)) / (speed * speed * at.p.norm()),
          velocity.dot(at.p.cross(p_rate)) / square};
}

}  // namespace zwang
