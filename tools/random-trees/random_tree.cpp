// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/random-trees/random_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "zwang/base/index.hpp"

namespace trees {

Random::Random(std::uint64_t seed, std::uint64_t number) {
  std::seed_seq seeds{seed, number};
  random_.seed(seeds);
}

double Random::number(double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random_);
}

int Random::whole(int from, int to) {
  return std::uniform_int_distribution<int>(from, to)(random_);
}

Vector3d Random::vector(double size) {
  const double x = number(-size, size), y = number(-size, size);
  return {x, y, number(-size, size)};
}

Vector3d Random::direction() {
  for (;;)
    if (const Vector3d v = vector(1.0); v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
}

Eigen::Quaterniond Random::attitude() {
  return Eigen::Quaterniond(Eigen::AngleAxisd(number(-3.0, 3.0), direction()));
}

Matrix3d random_inertia(Random& random, double mass) {
  const Vector3d edge(random.number(0.05, 1.0), random.number(0.05, 1.0), random.number(0.05, 1.0));
  const Vector3d squares = edge.cwiseAbs2();
  const Vector3d moments = mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
  const Matrix3d turned = random.attitude().toRotationMatrix();
  return turned * moments.asDiagonal() * turned.transpose();
}

Tree random_tree(Random& random, int most) {
  using enum zwang::JointKind;
  constexpr std::array kinds = {fixed,     revolute,  prismatic, cylindrical,
                                universal, spherical, planar,    screw};
  Tree tree;
  tree.gravity = random.vector(10.0);
  const int bodies = random.whole(1, most);
  for (int i = 0; i < bodies; ++i) {
    Link link;
    link.parent = random.whole(std::max(-1, i - 4), i - 1);
    const bool is_free = link.parent < 0 && random.whole(0, 3) == 0;
    if (!is_free) link.joint = kinds[zwang::index(random.whole(0, 7))];
    const Vector3d from =
        link.parent < 0 ? Vector3d(random.vector(1.0)) : tree.links[zwang::index(link.parent)].com;
    link.point = from + random.vector(0.5);
    link.com = link.point + random.vector(0.5);
    link.axis = random.direction();
    link.axis2 = link.axis.cross(random.direction()).normalized();
    link.pitch = random.number(-0.5, 0.5);
    link.mass = std::exp(random.number(-2.3, 2.3));
    link.attitude = random.attitude();
    link.inertia = random_inertia(random, link.mass);
    link.force = random.vector(10.0 * link.mass);
    link.torque = random.vector(link.mass);
    for (int k = 0; k < freedoms(link.joint); ++k) link.rates.push_back(random.number(-3.0, 3.0));
    tree.links.push_back(std::move(link));
  }
  return tree;
}

zwang::Triple triple(const Vector3d& v) { return {v[0], v[1], v[2]}; }

std::string body_name(int link) {
  return link < 0 ? std::string("world") : fmt::format("b{}", link);
}

zwang::JointOptions joint_options(const Tree& tree, std::size_t number) {
  const Link& link = tree.links[number];
  zwang::JointOptions options{.on = {body_name(link.parent), body_name(static_cast<int>(number))},
                              .at = triple(link.point)};
  using enum zwang::JointKind;
  if (*link.joint != fixed && *link.joint != spherical) options.axis = triple(link.axis);
  if (*link.joint == universal) options.axis2 = triple(link.axis2);
  if (*link.joint == screw) options.pitch = link.pitch;
  return options;
}

void add_body(zwang::Model& model, const std::string& name, const Link& link, const Moving& moving,
              std::vector<std::pair<std::string, zwang::Triple>> points) {
  const Matrix3d& m = link.inertia;
  const Eigen::Quaterniond& q = link.attitude;
  model.body(name, link.mass,
             {.inertia = {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)},
              .at = triple(link.com),
              .orientation = zwang::Orientation::quaternion(q.w(), q.x(), q.y(), q.z()),
              .velocity = triple(moving.velocity),
              .angular_velocity = triple(moving.spin),
              .points = std::move(points)});
  model.force(name + ".com", triple(link.force));
  model.torque(name, triple(link.torque));
}

zwang::Model bodies_of(const Tree& tree) {
  zwang::Model model("tree");
  model.gravity(triple(tree.gravity));
  const std::vector<Moving> moving = velocities(tree);
  for (std::size_t i = 0; i < tree.links.size(); ++i)
    add_body(model, body_name(static_cast<int>(i)), tree.links[i], moving[i]);
  return model;
}

zwang::Model model_of(const Tree& tree) {
  zwang::Model model = bodies_of(tree);
  for (std::size_t i = 0; i < tree.links.size(); ++i)
    if (const auto& joint = tree.links[i].joint)
      model.joint(fmt::format("j{}", i), *joint, joint_options(tree, i));
  return model;
}

}  // namespace trees
