// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The list of neighbours against all pairs, one by one.

#include "zwang/system/neighbours.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace {

using namespace zwang;
using Cloud = std::vector<Eigen::Vector3d>;

std::vector<Neighbours> by_hand(const Cloud& cloud, const std::vector<double>& reaches) {
  std::vector<Neighbours> found;
  for (std::size_t i = 0; i < cloud.size(); ++i)
    for (std::size_t j = i + 1; j < cloud.size(); ++j) {
      const double reach = reaches[i] + reaches[j];
      if ((cloud[i] - cloud[j]).squaredNorm() <= reach * reach)
        found.push_back({static_cast<int>(i), static_cast<int>(j)});
    }
  return found;
}

void compare(const Cloud& cloud, const std::vector<double>& reaches) {
  const auto found = neighbours(cloud, reaches);
  REQUIRE(found);
  CHECK(*found == by_hand(cloud, reaches));
}

void compare(const Cloud& cloud, double reach) {
  compare(cloud, std::vector<double>(cloud.size(), 0.5 * reach));
}

class Dice {
 public:
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Cloud cloud(int count, const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
    Cloud made;
    for (int i = 0; i < count; ++i) {
      Eigen::Vector3d p;
      for (int k = 0; k < 3; ++k) p[k] = between(low[k], high[k]);
      made.push_back(p);
    }
    return made;
  }

 private:
  std::mt19937 random_{1832};
};

}  // namespace

TEST_CASE("all pairs are found in clouds, planes, lines and heaps") {
  Dice dice;
  for (int turn = 0; turn < 20; ++turn) {
    const double reach = dice.between(0.05, 0.5);
    compare(dice.cloud(300, {-1, -1, -1}, {1, 1, 1}), reach);
    compare(dice.cloud(300, {-5, -7, 0.3}, {-3, 2, 0.3}), reach);
    compare(dice.cloud(300, {0, -20, 0}, {0, 20, 0}), reach);
  }
  compare(Cloud(50, Eigen::Vector3d(-0.1, 3.0, 1e9)), 0.1);
  compare(Cloud(50, Eigen::Vector3d::Zero()), 0.0);
  compare({}, 1.0);
  compare(Cloud(1), 1.0);
}

TEST_CASE("points on cell borders are found from both sides") {
  for (const double reach : {1.0, 0.1, 1.0 / 3.0, 0.7}) {
    Cloud lattice;
    for (int x = -3; x <= 3; ++x)
      for (int y = -3; y <= 3; ++y)
        for (int z = 0; z <= 2; ++z) lattice.emplace_back(reach * x, reach * y, reach * z);
    compare(lattice, reach);
    compare(lattice, std::nextafter(reach, 2.0));
    compare(lattice, std::nextafter(reach, 0.0));
    compare(lattice, 2.0 * reach);
  }
}

TEST_CASE("a cloud may have any extent") {
  Dice dice;
  for (const double extent : {1e3, 1e9, 1e14, 1e100}) {
    CAPTURE(extent);
    Cloud cloud;
    for (int swarm = 0; swarm < 20; ++swarm) {
      const Eigen::Vector3d at =
          extent * Eigen::Vector3d(dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1));
      for (const Eigen::Vector3d& p : dice.cloud(15, {-1, -1, -1}, {1, 1, 1}))
        cloud.push_back(at + p);
    }
    compare(cloud, 0.5);
    compare(cloud, 0.5 * extent);
  }
  const double most = std::numeric_limits<double>::max();
  compare({{most, 0, 0}, {-most, 0, 0}, {0, 0, 0}, {0.1, 0, 0}}, 0.2);
}

TEST_CASE("each point may have its own reach") {
  Dice dice;
  for (int turn = 0; turn < 20; ++turn) {
    const Cloud cloud = dice.cloud(400, {-2, -2, -2}, {2, 2, 2});
    std::vector<double> reaches(cloud.size());
    for (double& reach : reaches) reach = dice.between(0.0, 0.1);
    reaches[3] = 1.0;
    reaches[77] = 30.0;
    reaches[399] = 1e12;
    compare(cloud, reaches);
  }
}

TEST_CASE("numbers that are not finite are rejected") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> reaches(2, 0.5);
  CHECK_FALSE(neighbours(Cloud{{0, nan, 0}, {0, 0, 0}}, reaches));
  CHECK_FALSE(neighbours(Cloud{{0, 0, 0}, {0, 0, -inf}}, reaches));
  CHECK_FALSE(neighbours(Cloud(2, Eigen::Vector3d::Zero()), std::vector<double>{0.5, inf}));
}

// Pair by pair these would be 5e9 distances.
TEST_CASE("neighbours of many points are found in little time") {
  Dice dice;
  const Cloud cloud = dice.cloud(100000, {0, 0, 0}, {50, 50, 50});
  const auto begin = std::chrono::steady_clock::now();
  const auto found = neighbours(cloud, std::vector<double>(cloud.size(), 0.5));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  REQUIRE(found);
  // 1e5 points, 0.8 of them in a unit volume, 4π/3 of it near each: half of that, less the walls
  CHECK(found->size() > 150000);
  CHECK(found->size() < 170000);
  if (std::getenv("ZWANG_SHOW")) MESSAGE(seconds.count() << " s for 1e5 points");
  CHECK(seconds.count() < 20.0);
}
