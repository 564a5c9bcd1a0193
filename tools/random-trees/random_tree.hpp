// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random trees of rigid bodies, and the same as models.
#pragma once

#include <Eigen/Geometry>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tools/random-trees/newton_euler.hpp"
#include "tools/random-trees/tree.hpp"
#include "zwang/model/model.hpp"

namespace trees {

// The numbers of one example of a campaign, whatever others there are.
// Thread safety: one thread at a time.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number);
  double number(double from, double to);
  int whole(int from, int to);
  Vector3d vector(double size);  // within a cube
  Vector3d direction();
  Eigen::Quaterniond attitude();

 private:
  std::mt19937_64 random_;
};

// Of a box with edges from 5 cm to 1 m, turned in the body's axes.
Matrix3d random_inertia(Random& random, double mass);

// One to `most` bodies with joints of all kinds but rolling ones.
Tree random_tree(Random& random, int most);

zwang::Triple triple(const Vector3d& v);
// "b3", or "world" for −1.
std::string body_name(int link);
zwang::JointOptions joint_options(const Tree& tree, std::size_t link);

// A body of a model as it stands, moves and is pulled.
void add_body(zwang::Model& model, const std::string& name, const Link& link, const Moving& moving,
              std::vector<std::pair<std::string, zwang::Triple>> points = {});
// The bodies of a tree with their forces, and without or with their joints j0, j1, ...
zwang::Model bodies_of(const Tree& tree);
zwang::Model model_of(const Tree& tree);

}  // namespace trees
