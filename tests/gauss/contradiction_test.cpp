// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints that exclude each other, hidden among others: the answer is a proof, and the proof
// names no constraint too many (theory 4.5).

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "tests/gauss/dice.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace {

using namespace zwang;
using testing::Dice;

// g·(q − q0) + ½ bend |q − q0|² + ½ push t² + gap + speed t: a wall that is flat, bulges or
// hollows, and may come nearer. At q0 and t = 0 its row is g and b2 = bend |u|² + push.
struct Wall {
  Vector g;
  double bend = 0.0;
  double push = 0.0;
  double gap = 0.0;    // below 0: it is open
  double speed = 0.0;  // below 0: it is being left
  bool equation = false;
};

struct Scene {
  int points = 1;
  Vector q, u;
  std::vector<Wall> walls;
  std::vector<int> hidden;  // those that exclude each other

  std::string text(const Wall& wall) const {
    std::string line, squares;
    const char* const axes = "xyz";
    for (int j = 0; j < q.size(); ++j) {
      const std::string part = fmt::format("(p{}.{} - ({:.17g}))", j / 3, axes[j % 3], q[j]);
      if (wall.g[j] != 0.0) line += fmt::format("({:.17g})*{} + ", wall.g[j], part);
      squares += fmt::format("{}{}^2", j > 0 ? " + " : "", part);
    }
    if (wall.bend != 0.0) line += fmt::format("({:.17g})/2*({}) + ", wall.bend, squares);
    line +=
        fmt::format("({:.17g})*t^2/2 + ({:.17g})*t + ({:.17g})", wall.push, wall.speed, wall.gap);
    return line + (wall.equation ? " = 0" : " <= 0");
  }

  // Of the walls named.
  void describe(const std::vector<int>& named, Model& model) const {
    for (int i = 0; i < points; ++i)
      model.mass(fmt::format("p{}", i), 0.5 + i, {.at = {q[3 * i], q[3 * i + 1], q[3 * i + 2]}});
    model.gravity({0.3, -0.2, -9.81});
    for (const int i : named) model.constraint(fmt::format("wall{}", i), text(walls[index(i)]));
  }

  Instant ask(const std::vector<int>& named) const {
    Model model("walls");
    describe(named, model);
    const System system(model);
    return accelerations(system, {q, u, 0.0});
  }
};

Vector random_vector(Dice& dice, int n) {
  Vector v(n);
  for (int i = 0; i < n; ++i) v[i] = dice.uniform(-1.0, 1.0);
  return v;
}

// k walls with Σ w g = 0 and no fewer dependent, Σ w b2 > 0; walls beside them whose rows are
// independent of all; walls that are open or being left.
Scene random_scene(Dice& dice) {
  Scene scene;
  scene.points = 1 + dice.upto(3);
  const int n = 3 * scene.points;
  const int k = 2 + dice.upto(std::min(4, n - 1));
  const int beside = dice.upto(std::max(1, std::min(4, n - k)));
  scene.q = random_vector(dice, n);
  // rows that are well apart
  Matrix rows(n, k - 1 + beside);
  double least = 0.0;
  while (least < 0.1) {
    for (Eigen::Index c = 0; c < rows.cols(); ++c)
      rows.col(c) = random_vector(dice, n).normalized();
    least = Eigen::ColPivHouseholderQR<Matrix>(rows).matrixR().diagonal().cwiseAbs().minCoeff();
  }
  // velocities along all of them
  const Matrix basis = Eigen::HouseholderQR<Matrix>(rows).householderQ() * Matrix::Identity(n, n);
  scene.u =
      basis.rightCols(n - rows.cols()) * random_vector(dice, n - static_cast<int>(rows.cols()));
  scene.u *= dice.uniform(0.3, 3.0) / scene.u.norm();

  std::vector<double> weight(index(k), 1.0);
  std::vector<Wall> walls(index(k));
  walls.back().g = Vector::Zero(n);
  const bool moving = dice.upto(4) == 0;
  const double square = scene.u.squaredNorm();
  double sum = 0.0, sizes = 0.0;
  const auto bend = [&](std::size_t i, double b2) {
    walls[i].bend = moving ? 0.0 : b2 / square;
    walls[i].push = moving ? b2 : 0.0;
    sum += weight[i] * b2;
    sizes += weight[i] * std::abs(b2);
  };
  for (std::size_t i = 0; i + 1 < index(k); ++i) {
    weight[i] = dice.uniform(0.2, 2.0);
    walls[i].g = rows.col(static_cast<Eigen::Index>(i));
    walls.back().g -= weight[i] * walls[i].g;
    bend(i, dice.coin() ? 0.0 : dice.uniform(-1.0, 2.0));
  }
  // the last one decides
  bend(index(k - 1), dice.uniform(0.05, 1.0) * (1.0 + sizes) - sum);
  if (dice.upto(4) == 0) walls[index(dice.upto(k))].equation = true;
  for (int i = 0; i < beside; ++i) {
    Wall wall{.g = rows.col(k - 1 + i), .bend = dice.uniform(-1.0, 1.0)};
    wall.equation = dice.upto(3) == 0;
    walls.push_back(wall);
  }
  for (int i = dice.upto(3); i > 0; --i) {
    Wall wall{.g = random_vector(dice, n), .bend = dice.uniform(-1.0, 1.0)};
    if (dice.coin())
      wall.gap = -dice.uniform(0.01, 1.0);
    else
      wall.speed = -dice.uniform(0.01, 1.0) - std::max(0.0, wall.g.dot(scene.u));
    walls.push_back(wall);
  }
  // hidden: in any order
  std::vector<int> order;
  for (int i = 0; i < static_cast<int>(walls.size()); ++i) order.push_back(i);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[index(dice.upto(static_cast<int>(i)))]);
  for (int i = 0; i < static_cast<int>(walls.size()); ++i) {
    scene.walls.push_back(walls[index(order[index(i)])]);
    if (order[index(i)] < k) scene.hidden.push_back(i);
  }
  return scene;
}

// Σ w A = 0 to rounding, w ≥ 0 on inequalities, Σ w b2 > 0.
bool proves(const Scene& scene, const std::vector<Weighted>& proof) {
  Vector sum = Vector::Zero(scene.q.size());
  double sizes = 0.0, right = 0.0, right_sizes = 0.0;
  for (const auto& [constraint, weight] : proof) {
    const Wall& wall = scene.walls[index(constraint)];
    if (weight < 0.0 && !wall.equation) return false;
    const double b2 = wall.bend * scene.u.squaredNorm() + wall.push;
    sum += weight * wall.g;
    sizes += std::abs(weight) * wall.g.norm();
    right += weight * b2;
    right_sizes += std::abs(weight * b2);
  }
  return sum.norm() <= 1e-13 * sizes && right > 1e-12 * right_sizes;
}

std::vector<int> without(std::vector<int> from, int one) {
  from.erase(std::remove(from.begin(), from.end(), one), from.end());
  return from;
}

}  // namespace

TEST_CASE("a hidden contradiction is found and proved by a minimal set of constraints") {
  constexpr int scenes = 10000;
  Dice dice(9);
  int missed = 0, unproved = 0, other_names = 0, not_minimal = 0, not_found_without = 0;
  int removed = 0;
  std::map<std::string, int> outcomes, classes;
  for (int i = 0; i < scenes; ++i) {
    const Scene scene = random_scene(dice);
    std::vector<int> all;
    for (int w = 0; w < static_cast<int>(scene.walls.size()); ++w) all.push_back(w);
    const Instant instant = scene.ask(all);
    ++outcomes[std::string(name(instant.outcome))];
    ++classes[std::string(name(instant.regularity.kind))];
    if (instant.outcome != InstantOutcome::contradictory) {
      ++missed;
      continue;
    }
    if (!proves(scene, instant.proof)) ++unproved;
    std::vector<int> named;
    for (const auto& [constraint, weight] : instant.proof) named.push_back(constraint);
    std::sort(named.begin(), named.end());
    if (named != scene.hidden) ++other_names;
    // without any one of them: all others can be obeyed
    for (const int one : named) {
      ++removed;
      const Instant again = scene.ask(without(all, one));
      if (again.outcome == InstantOutcome::contradictory) ++not_minimal;
      if (!again.usable()) ++not_found_without;
    }
  }
  for (const auto& [word, count] : outcomes) MESSAGE(fmt::format("{}: {}", word, count));
  for (const auto& [word, count] : classes) MESSAGE(fmt::format("position {}: {}", word, count));
  MESSAGE(fmt::format("asked again without one: {}", removed));
  CHECK(missed == 0);
  CHECK(unproved == 0);
  CHECK(other_names == 0);
  CHECK(not_minimal == 0);
  CHECK(not_found_without == 0);
}

//   Two balls that touch from outside, a point held inside both and moving across, and what
//   surrounds them: the two exclude each other, whatever the others say.
TEST_CASE("between two balls that touch there is no room to move across") {
  Dice dice(10);
  for (int i = 0; i < 100; ++i) {
    const double r = dice.uniform(0.2, 3.0);
    const double s = dice.uniform(0.2, 3.0);
    const double speed = dice.uniform(0.1, 3.0);
    Model model("two balls");
    model.fixed("upper", {0, 0, r}).fixed("lower", {0, 0, -s});
    model.parameter("r", r).parameter("s", s);
    model.mass("p", 1.0, {.velocity = {speed, 0, 0}}).gravity({0, 0, -9.81});
    model.constraint("across", "p.y = 0");
    model.constraint("in_lower", "|p - lower| <= s");
    model.constraint("in_upper", "|p - upper| <= r");
    model.constraint("room", "|p - upper| <= 10");
    const System system(model);
    const Instant instant = accelerations(system, model.start());
    CHECK(instant.outcome == InstantOutcome::contradictory);
    REQUIRE(instant.proof.size() == 2);
    CHECK(instant.proof[0].first == 1);
    CHECK(instant.proof[1].first == 2);
    CHECK(std::abs(instant.proof[0].second / instant.proof[1].second - 1.0) < 1e-12);
  }
}
