// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/redundant-joints/feet.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "tools/random-trees/off.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace redundant {
namespace {

using namespace trees;
using Six = Eigen::Matrix<double, 6, 1>;  // acceleration of the centre, angular acceleration
using zwang::index;

// The box, and where its feet are from its centre of mass, in the world.
struct Box {
  double mass = 1.0;
  Matrix3d inertia = Matrix3d::Identity();  // in the world
  Vector3d load = Vector3d::Zero(), torque = Vector3d::Zero(), spin = Vector3d::Zero();
  std::vector<Vector3d> feet;
};

Eigen::RowVectorXd row(const Vector3d& foot) {
  Eigen::RowVectorXd out(6);
  out << 0, 0, 1, foot[1], -foot[0], 0;  // (a + α × r).z
  return out;
}

struct Answer {
  Six accelerations;
  Vector3d push = Vector3d::Zero();  // sum, and its moments about x and y through the centre
  int feet = 0;
};

// Of the feet that span all others.
std::vector<Vector3d> hull(std::vector<Vector3d> feet) {
  std::ranges::sort(feet, [](const auto& a, const auto& b) {
    return std::pair(a[0], a[1]) < std::pair(b[0], b[1]);
  });
  std::vector<Vector3d> out;
  for (const int turn : {0, 1}) {
    const std::size_t first = out.size();
    for (const Vector3d& foot : feet) {
      while (out.size() >= first + 2) {
        const Vector3d a = out.back() - out[out.size() - 2], b = foot - out.back();
        if (a[0] * b[1] - a[1] * b[0] > 0.0) break;
        out.pop_back();
      }
      out.push_back(foot);
    }
    out.pop_back();
    if (turn == 0) std::ranges::reverse(feet);
  }
  return out;
}

// With these feet as equations.
std::optional<Answer> held_by(const Box& box, const std::vector<Vector3d>& all,
                              const std::vector<Vector3d>& held) {
  Eigen::Matrix<double, 6, 6> mass = box.mass * Eigen::Matrix<double, 6, 6>::Identity();
  mass.bottomRightCorner<3, 3>() = box.inertia;
  Six force;
  force << box.load, box.torque - box.spin.cross(box.inertia * box.spin);
  const auto k = static_cast<Eigen::Index>(held.size());
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(6 + k, 6 + k);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(6 + k);
  whole.topLeftCorner<6, 6>() = mass;
  right.head<6>() = force;
  for (Eigen::Index i = 0; i < k; ++i) {
    const Eigen::RowVectorXd a = row(held[static_cast<std::size_t>(i)]);
    whole.row(6 + i).head(6) = a;
    whole.col(6 + i).head(6) = -a.transpose();
  }
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(whole);
  if (!factors.isInvertible()) return std::nullopt;
  Eigen::VectorXd x = factors.solve(right);
  x += factors.solve(Eigen::VectorXd(right - whole * x));
  Answer out{.accelerations = x.head<6>(), .feet = static_cast<int>(k)};
  const double size = 1e-11 * (1.0 + x.norm());
  for (Eigen::Index i = 0; i < k; ++i) {
    const double push = x[6 + i];
    if (push < -size) return std::nullopt;
    const Vector3d& foot = held[static_cast<std::size_t>(i)];
    out.push += push * Vector3d(1.0, foot[1], -foot[0]);
  }
  for (const Vector3d& foot : all)
    if (row(foot).dot(x.head<6>()) < -size) return std::nullopt;
  return out;
}

std::optional<Answer> by_trying(const Box& box) {
  const std::vector<Vector3d> corners = hull(box.feet);
  const std::size_t n = corners.size();
  if (const auto found = held_by(box, corners, {})) return found;
  for (std::size_t a = 0; a < n; ++a)
    if (const auto found = held_by(box, corners, {corners[a]})) return found;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (const auto found = held_by(box, corners, {corners[a], corners[b]})) return found;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (std::size_t c = 0; c < b; ++c)
        if (const auto found = held_by(box, corners, {corners[a], corners[b], corners[c]}))
          return found;
  return std::nullopt;
}

}  // namespace

Standing on_feet(Random random, int feet, bool corners) {
  const Vector3d edges(random.number(0.4, 2.0), random.number(0.4, 2.0), random.number(0.2, 1.0));
  Box box;
  box.mass = std::exp(random.number(-1.0, 2.0));
  const Vector3d squares = edges.cwiseAbs2();
  const Vector3d moments = box.mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(random.number(-3.0, 3.0), Vector3d::UnitZ()));
  box.inertia =
      turn.toRotationMatrix() * moments.asDiagonal() * turn.toRotationMatrix().transpose();
  // weight, and what leans on it
  const Vector3d gravity = Vector3d(0, 0, -9.81) + random.vector(2.0);
  const Vector3d force = box.mass * random.vector(random.whole(0, 2) == 0 ? 12.0 : 2.0);
  box.load = box.mass * gravity + force;
  box.torque = box.mass * random.vector(random.whole(0, 1) == 0 ? 5.0 : 0.5);
  box.spin = Vector3d(0, 0, random.number(-2.0, 2.0));

  zwang::Model model("box");
  model.gravity(triple(gravity));
  zwang::BodyOptions options{
      .inertia = {.xx = moments[0], .yy = moments[1], .zz = moments[2]},
      .at = {0, 0, 0.5 * edges[2]},
      .orientation = zwang::Orientation::quaternion(turn.w(), turn.x(), turn.y(), turn.z()),
      .velocity = {random.number(-1.0, 1.0), random.number(-1.0, 1.0), 0},
      .angular_velocity = triple(box.spin)};
  std::vector<Vector3d> places;
  for (int i = 0; i < feet; ++i) {
    if (corners)
      places.emplace_back(i % 2 == 0 ? 0.5 : -0.5, i / 2 % 2 == 0 ? 0.5 : -0.5, -0.5);
    else
      places.emplace_back(random.number(-0.5, 0.5), random.number(-0.5, 0.5), -0.5);
    places.back() = places.back().cwiseProduct(edges);
    box.feet.emplace_back(turn * places.back());
    if (!corners) options.points.emplace_back(fmt::format("foot{}", i), triple(places.back()));
  }
  if (corners) options.shapes = {zwang::Solid::box({edges[0], edges[1], edges[2]})};
  model.body("box", box.mass, options);
  model.force("box.com", triple(force));
  model.torque("box", triple(box.torque));
  if (corners) {
    model.fixture("floor", {.shapes = {zwang::Solid::plane({0, 0, 1})}});
    model.contact("on", {.between = {"box", "floor"}});
  } else {
    for (int i = 0; i < feet; ++i)
      model.constraint(fmt::format("stands{}", i), fmt::format("box.foot{}.z >= 0", i));
  }

  Standing out;
  const auto right = by_trying(box);
  const zwang::System system(model);
  const zwang::Instant instant = zwang::accelerations(system, model.start());
  if (!right || !instant.usable()) {
    out.fault = right ? instant.brief() : "no set of feet will do";
    return out;
  }
  out.pressed = right->feet;
  Off motion(gravity.norm()), sums(1.0);
  Vector3d found = Vector3d::Zero();
  const auto& com = model.points()[index(model.bodies()[0].point)].coordinates;
  for (int k = 0; k < 3; ++k) found[k] = instant.accelerations[com[index(k)]];
  motion.compare(found, right->accelerations.head<3>());
  const Vector3d spinning = instant.accelerations.segment<3>(model.bodies()[0].first);
  motion.compare(Vector3d(turn * spinning), right->accelerations.tail<3>());
  out.accelerations = motion.part();
  const zwang::Snapshot here = system.at(instant.state);
  Vector3d push = Vector3d::Zero();
  for (int i = 0; i < system.constraints(); ++i) {
    zwang::Vector a;
    system.write_row(here, i, a);
    const Vector3d moment = turn * Vector3d(a.segment<3>(model.bodies()[0].first));
    push -= instant.constraints[index(i)].multiplier * Vector3d(a[com[2]], moment[0], moment[1]);
  }
  sums.compare(Vector3d(box.load.norm(), 0, 0), Vector3d(box.load.norm(), 0, 0));
  sums.compare(push, right->push);
  out.sums = sums.part();
  if (instant.unique == (right->feet == 3 && feet > 3))
    out.fault = fmt::format("pressed on {} feet, said to be {}unique", right->feet,
                            instant.unique ? "" : "not ");
  return out;
}

}  // namespace redundant
