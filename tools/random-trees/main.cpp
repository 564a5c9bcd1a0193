// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random trees of rigid bodies with joints of all kinds: accelerations and what the joints
// transmit, of equations and multipliers, beside Newton and Euler in the coordinates of the joints.
//
//   random-trees [--count N] [--first K] [--seed S] [--threads T] [--bodies B]
//
// One to B bodies, 30 if not said. A tree is wrong if something is off by more than 1e-8 of the
// largest of its kind. A hundred thousand take some minutes on two cores.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <numbers>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "newton_euler.hpp"
#include "tree.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/model/model.hpp"
#include "zwang/system/joint_reaction.hpp"

namespace {

using namespace trees;

constexpr double usual = 1e-10, wrong = 1e-8;

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number) {
    std::seed_seq seeds{seed, number};
    random_.seed(seeds);
  }
  double number(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random_);
  }
  int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  Vector3d vector(double size) {
    const double x = number(-size, size), y = number(-size, size);
    return {x, y, number(-size, size)};
  }
  Vector3d direction() {
    for (;;)
      if (const Vector3d v = vector(1.0); v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
  }
  Eigen::Quaterniond attitude() {
    return Eigen::Quaterniond(Eigen::AngleAxisd(number(-3.0, 3.0), direction()));
  }

 private:
  std::mt19937_64 random_;
};

// Of a box with edges from 5 cm to 1 m, turned in the body's axes.
Matrix3d random_inertia(Random& random, double mass) {
  const Vector3d edge(random.number(0.05, 1.0), random.number(0.05, 1.0), random.number(0.05, 1.0));
  const Vector3d squares = edge.cwiseAbs2();
  const Vector3d moments = mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares);
  const Matrix3d turned = random.attitude().toRotationMatrix();
  return turned * moments.asDiagonal() * turned.transpose();
}

Tree random_tree(std::uint64_t seed, std::uint64_t number, int most) {
  using enum zwang::JointKind;
  constexpr std::array kinds = {fixed,     revolute,  prismatic, cylindrical,
                                universal, spherical, planar,    screw};
  Random random(seed, number);
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

zwang::Model model_of(const Tree& tree) {
  zwang::Model model("tree");
  model.gravity(triple(tree.gravity));
  const std::vector<Moving> moving = velocities(tree);
  const auto body = [](int i) { return i < 0 ? std::string("world") : fmt::format("b{}", i); };
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    const Matrix3d& m = link.inertia;
    const Eigen::Quaterniond& q = link.attitude;
    const std::string name = body(static_cast<int>(i));
    model.body(name, link.mass,
               {.inertia = {m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(0, 2), m(1, 2)},
                .at = triple(link.com),
                .orientation = zwang::Orientation::quaternion(q.w(), q.x(), q.y(), q.z()),
                .velocity = triple(moving[i].velocity),
                .angular_velocity = triple(moving[i].spin)});
    model.force(name + ".com", triple(link.force));
    model.torque(name, triple(link.torque));
  }
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const Link& link = tree.links[i];
    if (!link.joint) continue;
    zwang::JointOptions options{.on = {body(link.parent), body(static_cast<int>(i))},
                                .at = triple(link.point)};
    using enum zwang::JointKind;
    if (*link.joint != fixed && *link.joint != spherical) options.axis = triple(link.axis);
    if (*link.joint == universal) options.axis2 = triple(link.axis2);
    if (*link.joint == screw) options.pitch = link.pitch;
    model.joint(fmt::format("j{}", i), *link.joint, options);
  }
  return model;
}

// How far off, of the largest, which is at least `size`.
class Off {
 public:
  explicit Off(double size) : largest_(size) {}
  void compare(const Vector3d& found, const Vector3d& right) {
    difference_ = std::max(difference_, (found - right).lpNorm<Eigen::Infinity>());
    largest_ = std::max(largest_, right.lpNorm<Eigen::Infinity>());
  }
  double part() const { return difference_ / largest_; }

 private:
  double difference_ = 0.0, largest_;
};

struct Differences {
  double accelerations = 0.0, reactions = 0.0, condition = 1.0;
  std::string fault;  // empty if it could be compared
};

Differences compare(const Tree& tree) {
  const Motion right = accelerations(tree);
  const zwang::Model model = model_of(tree);
  const zwang::System system(model);
  const zwang::Instant instant = zwang::accelerations(system, model.start());
  Differences out;
  out.condition = right.condition;
  if (!instant.usable()) {
    out.fault = instant.brief();
    return out;
  }
  const zwang::Snapshot snapshot = system.at(instant.state);
  std::vector<double> multipliers;
  for (const auto& one : instant.constraints) multipliers.push_back(one.multiplier);
  // bodies are about 1 m large: a metre turns accelerations and forces into their like
  Off motion(tree.gravity.norm()), reactions(1.0);
  int joint = 0;
  for (std::size_t i = 0; i < tree.links.size(); ++i) {
    const zwang::Body& body = model.bodies()[i];
    Vector3d acceleration;
    for (std::size_t k = 0; k < 3; ++k)
      acceleration[static_cast<Eigen::Index>(k)] =
          instant.accelerations[model.points()[zwang::index(body.point)].coordinates[k]];
    motion.compare(acceleration, right.links[i].acceleration);
    const Vector3d spinning = instant.accelerations.segment<3>(body.first);
    motion.compare(tree.links[i].attitude * spinning, right.links[i].spinning);
    if (!tree.links[i].joint) continue;
    const auto reaction = zwang::joint_reaction(system, snapshot, joint++, multipliers);
    reactions.compare(reaction.force, right.links[i].force);
    reactions.compare(reaction.torque, right.links[i].torque);
  }
  out.accelerations = motion.part();
  out.reactions = reactions.part();
  return out;
}

struct Counts {
  std::uint64_t usual = 0, wrong = 0;
  double worst_acceleration = 0.0, worst_reaction = 0.0, condition = 1.0, at_worst = 1.0;
};

std::uint64_t number_of(std::string_view text) { return std::strtoull(text.data(), nullptr, 10); }

}  // namespace

int main(int count, char** given) {
  std::uint64_t trees = 1000, first = 0, seed = 1, threads = 2, bodies = 30;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view key = given[i];
    (key == "--first"     ? first
     : key == "--seed"    ? seed
     : key == "--threads" ? threads
     : key == "--bodies"  ? bodies
                          : trees) = number_of(given[i + 1]);
  }
  std::atomic<std::uint64_t> next = first;
  std::mutex mutex;
  Counts all;
  const auto work = [&] {
    for (std::uint64_t k = next++; k < first + trees; k = next++) {
      const Differences found = compare(random_tree(seed, k, static_cast<int>(bodies)));
      const double worst = std::max(found.accelerations, found.reactions);
      const std::lock_guard lock(mutex);
      if (worst > std::max(all.worst_acceleration, all.worst_reaction))
        all.at_worst = found.condition;
      all.worst_acceleration = std::max(all.worst_acceleration, found.accelerations);
      all.worst_reaction = std::max(all.worst_reaction, found.reactions);
      all.condition = std::max(all.condition, found.condition);
      all.usual += found.fault.empty() && worst <= usual;
      if (found.fault.empty() && worst <= wrong) continue;
      ++all.wrong;
      fmt::print("{}: accelerations off by {:.1e}, reactions by {:.1e}, condition {:.1e} {}\n", k,
                 found.accelerations, found.reactions, found.condition, found.fault);
    }
  };
  std::vector<std::jthread> pool;
  for (std::uint64_t i = 0; i < threads; ++i) pool.emplace_back(work);
  pool.clear();
  fmt::print(
      "{} trees: {} wrong, {} within {:.0e}; accelerations off by {:.1e}, reactions by {:.1e} at "
      "worst (condition there {:.1e}, largest {:.1e})\n",
      trees, all.wrong, all.usual, usual, all.worst_acceleration, all.worst_reaction, all.at_worst,
      all.condition);
  return all.wrong == 0 && static_cast<double>(all.usual) >= 0.999 * static_cast<double>(trees) ? 0
                                                                                                : 1;
}
