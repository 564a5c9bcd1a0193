// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Scenes with many constraints in motion: nets, piles, crystals. In a step of length h every row is
//
//   a·v + min(f, 0)/h ≤ 0 (a·v = 0 for rods)
//
// f < 0 being how far the constraint is from active (Moreau 1999, Jean 1999): the velocity v is the
// admissible one nearest to the free one, and positions follow it. What turns by an angle φ in a
// step is then too long by φ²/2; the positions are projected on a·δ + f ≤ 0, again and again, in
// the metric of the mass. (To write f/h for f > 0 into the step itself would make a velocity of it,
// and a fast net gains energy without end.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/sparse.hpp"

namespace zwang::minimum {

using Point = std::array<double, 3>;

struct Scene {
  struct Link {
    int a, b;
    double length;
    Kind kind;  // a rod or a string
  };

  double h = 1e-3;
  double gravity = 9.81;
  std::vector<Point> q, v;
  std::vector<double> mass;  // 0 for a point that is held
  std::vector<Link> links;
  std::vector<double> radius;  // of spheres; none for a net
  bool box = false;            // a floor and four walls about the spheres
  Point low = {}, high = {};
  bool ball = false;  // a fixed ball below a net
  Point centre = {};
  double ball_radius = 0.0;
  bool frozen = false;  // positions are put back after each step, all neighbours touch
  double side = 0.0;    // a side force that turns about the vertical, in units of gravity
  double kick = 0.0;    // a random velocity per step, in units of gravity · h
  double twice = 0.0;   // this part of the rows stands twice
};

// n × n points, strings 1 % longer than their distance, two corners held, falling on a ball.
inline Scene falling_net(int n, double h) {
  Scene scene;
  scene.h = h;
  const double gap = 1.0 / (n - 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      scene.q.push_back({gap * i, gap * j, 0.0});
      const bool held = (i == 0 && j == 0) || (i == n - 1 && j == n - 1);
      scene.mass.push_back(held ? 0.0 : 1.0 / (n * n));
      const int here = i * n + j;
      if (i > 0) scene.links.push_back({here - n, here, 1.01 * gap, Kind::inequality});
      if (j > 0) scene.links.push_back({here - 1, here, 1.01 * gap, Kind::inequality});
    }
  scene.v.assign(scene.q.size(), {});
  scene.ball = true;
  scene.centre = {0.47, 0.52, -0.35};
  scene.ball_radius = 0.3;
  return scene;
}

// A membrane that sags from its border, held there, at rest, every string straight. A wind that
// turns makes it slack, now here, now there.
inline Scene taut_net(int n, double h) {
  Scene scene;
  scene.h = h;
  const double gap = 1.0 / (n - 1);
  const double pi = std::acos(-1.0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const bool held = i == 0 || j == 0 || i == n - 1 || j == n - 1;
      const double bump = std::sin(pi * gap * i) * std::sin(pi * gap * j);
      const double depth = held ? 0.0 : 0.15 * bump;
      scene.q.push_back({gap * i, gap * j, -depth});
      scene.mass.push_back(held ? 0.0 : 1.0 / (n * n));
    }
  scene.side = 2.0;
  const auto join = [&](int a, int b) {
    if (scene.mass[static_cast<std::size_t>(a)] == 0.0 &&
        scene.mass[static_cast<std::size_t>(b)] == 0.0)
      return;
    const Point& p = scene.q[static_cast<std::size_t>(a)];
    const Point& r = scene.q[static_cast<std::size_t>(b)];
    const double d[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    scene.links.push_back({a, b, length, Kind::inequality});
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i > 0) join((i - 1) * n + j, i * n + j);
      if (j > 0) join(i * n + j - 1, i * n + j);
    }
  scene.v.assign(scene.q.size(), {});
  return scene;
}

// Every fifth string a rod, every hundredth row twice.
inline Scene with_rods(Scene scene) {
  for (std::size_t i = 0; i < scene.links.size(); i += 5) scene.links[i].kind = Kind::equation;
  scene.twice = 0.01;
  return scene;
}

// Spheres of different sizes that settle in a box.
inline Scene pile(int count, double h) {
  Scene scene;
  scene.h = h;
  const double r = 0.05;
  const double gap = 2.5 * r;
  std::mt19937 random(20270301);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 5U) * 0x1p-27;
  };
  int wide = 1;
  while (wide * wide * wide < count) ++wide;
  for (int i = 0; i < count; ++i) {
    const int layer = i / (wide * wide);
    const int x = i % wide;
    const int y = (i / wide) % wide;
    scene.radius.push_back(uniform(0.8 * r, 1.2 * r));
    scene.mass.push_back(1000.0 * 4.18879 * std::pow(scene.radius.back(), 3));
    scene.q.push_back({gap * (x + 0.5) + uniform(-0.04, 0.04) * r,
                       gap * (y + 0.5) + uniform(-0.04, 0.04) * r,
                       gap * (layer + 0.5) + uniform(-0.04, 0.04) * r});
  }
  scene.v.assign(scene.q.size(), {});
  scene.box = true;
  scene.high = {gap * wide, gap * wide, 0.0};
  return scene;
}

// 4 k³ equal spheres, closest packing, every neighbour and wall touching: more rows than freedoms.
inline Scene crystal(int k, double h, double kick) {
  Scene scene;
  scene.h = h;
  scene.frozen = true;
  scene.side = 0.4;
  scene.kick = kick;
  const double half = 1.0 / std::sqrt(2.0);
  for (int x = 0; x < 2 * k; ++x)
    for (int y = 0; y < 2 * k; ++y)
      for (int z = 0; z < 2 * k; ++z)
        if ((x + y + z) % 2 == 0) scene.q.push_back({half * x, half * y, half * z});
  scene.v.assign(scene.q.size(), {});
  scene.mass.assign(scene.q.size(), 1.0);
  scene.radius.assign(scene.q.size(), 0.5);
  scene.box = true;
  scene.low = {-0.5, -0.5, -0.5};
  const double far = half * (2 * k - 1) + 0.5;
  scene.high = {far, far, 0.0};
  return scene;
}

// A scene with its solver: each step answers one problem, from the multipliers of the last.
class MovingScene {
 public:
  explicit MovingScene(Scene scene, SparseOptions options = {}) : scene_(std::move(scene)) {
    velocity_.options = position_.options = options;
    position_.options.touching = 0.0;
    int next = 0;
    for (const double mass : scene_.mass) {
      unknown_.push_back(mass > 0.0 ? next : -1);
      if (mass > 0.0) next += 3;
    }
  }

  const Scene& scene() const { return scene_; }
  const Problem& problem() const { return velocity_.problem; }
  const Problem& position_problem() const { return position_.problem; }
  const SparseStart& start() const { return velocity_.start; }
  const SparseOptions& options() const { return velocity_.options; }

  // Writes the problem of the next step and where to begin.
  void pose() {
    ++steps_;
    pose_rows(velocity_, [this](Kind kind, double f) {
      return kind == Kind::equation ? 0.0 : std::min(f, 0.0) / scene_.h;
    });
    velocity_.problem.free(free_velocity());
  }

  SparseSolution solve() {
    return solver_.solve(velocity_.problem, velocity_.start, velocity_.options);
  }

  // Moves on with the velocities of an answer.
  void advance(const SparseSolution& solution) {
    velocity_.keep(solution);
    if (scene_.frozen) return;
    for (std::size_t i = 0; i < scene_.q.size(); ++i)
      for (std::size_t k = 0; unknown_[i] >= 0 && k < 3; ++k) {
        scene_.v[i][k] = solution.x[unknown_[i] + static_cast<int>(k)];
        scene_.q[i][k] += scene_.h * scene_.v[i][k];
      }
  }

  // One projection of the positions on their constraints.
  SparseSolution correct() {
    pose_rows(position_, [](Kind, double f) { return f; });
    SparseSolution solution =
        position_solver_.solve(position_.problem, position_.start, position_.options);
    position_.keep(solution);
    for (std::size_t i = 0; i < scene_.q.size(); ++i)
      for (std::size_t k = 0; unknown_[i] >= 0 && k < 3; ++k)
        scene_.q[i][k] += solution.x[unknown_[i] + static_cast<int>(k)];
    return solution;
  }

  // By how much the worst string is too long, or the worst pair of spheres too near, relative to
  // its length.
  double worst_overlap() const {
    double worst = 0.0;
    for (const Scene::Link& link : scene_.links)
      worst = std::max(worst, (distance(link.a, link.b) - link.length) / link.length);
    for (const auto& [a, b] : pairs_) {
      const double touching = scene_.radius[index(a)] + scene_.radius[index(b)];
      worst = std::max(worst, (touching - distance(a, b)) / touching);
    }
    return worst;
  }

 private:
  // A question that comes again and again with other rows: each row has a key.
  struct Question {
    Problem problem;
    SparseStart start;
    SparseOptions options;
    std::vector<std::int64_t> keys;
    std::unordered_map<std::int64_t, double> multipliers;
    bool asked = false;

    void keep(const SparseSolution& solution) {
      multipliers.clear();
      for (Eigen::Index i = 0; i < solution.multipliers.size(); ++i)
        if (solution.multipliers[i] != 0.0)
          multipliers[keys[static_cast<std::size_t>(i)]] = solution.multipliers[i];
      start.changed = solution.changed;
      asked = true;
    }
  };

  template <typename Offset>
  void pose_rows(Question& question, Offset&& offset) {
    rows_.clear();
    add_links();
    if (scene_.ball) add_ball();
    if (!scene_.radius.empty()) add_contacts();
    question.problem = Problem();
    question.keys.clear();
    for (const double mass : scene_.mass)
      if (mass > 0.0) question.problem.point(mass, 3);
    for (const Row& row : rows_) {
      question.problem.row(row.kind, {row.entries.data(), row.count}, offset(row.kind, row.f));
      question.keys.push_back(row.key);
    }
    question.start.multipliers = Vector::Zero(question.asked ? question.problem.rows() : 0);
    for (Eigen::Index i = 0; i < question.start.multipliers.size(); ++i) {
      const auto known = question.multipliers.find(question.keys[static_cast<std::size_t>(i)]);
      if (known != question.multipliers.end()) question.start.multipliers[i] = known->second;
    }
  }

  double distance(int a, int b) const {
    double squares = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double d = scene_.q[index(b)][k] - scene_.q[index(a)][k];
      squares += d * d;
    }
    return std::sqrt(squares);
  }

  double uniform() { return static_cast<double>(random_() >> 5U) * 0x1p-26 - 1.0; }

  Vector free_velocity() {
    Vector free(3 * static_cast<Eigen::Index>(scene_.q.size()));
    int count = 0;
    const double pull = scene_.h * scene_.gravity;
    const double angle = 0.1 * steps_;
    for (std::size_t i = 0; i < scene_.q.size(); ++i) {
      if (unknown_[i] < 0) continue;
      const Point push = {scene_.side * pull * std::cos(angle),
                          scene_.side * pull * std::sin(angle), -pull};
      for (std::size_t k = 0; k < 3; ++k)
        free[count++] =
            scene_.v[i][k] + push[k] + (scene_.kick > 0.0 ? scene_.kick * pull * uniform() : 0.0);
    }
    return free.head(count);
  }

  struct Row {
    Kind kind = Kind::inequality;
    double f = 0.0;
    std::int64_t key = 0;
    std::size_t count = 0;
    std::array<Entry, 6> entries = {};
  };

  // One row, − normal on a and + normal on b, a < b (−1: nothing there); now and then it stands
  // twice.
  void add(Kind kind, int a, int b, const Point& normal, double f, std::int64_t key) {
    Row row;
    row.kind = kind;
    row.f = f;
    for (const int body : {a, b}) {
      if (body < 0 || unknown_[index(body)] < 0) continue;
      for (int k = 0; k < 3; ++k)
        row.entries[row.count++] = {unknown_[index(body)] + k,
                                    (body == b ? 1.0 : -1.0) * normal[index(k)]};
    }
    const auto mixed =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(key) * 2654435761ULL >> 7);
    const int copies = static_cast<double>(mixed % 1000U) < 1000.0 * scene_.twice ? 2 : 1;
    for (int copy = 0; copy < copies; ++copy) {
      row.key = 2 * key + copy;
      rows_.push_back(row);
    }
  }

  void add_links() {
    for (std::size_t i = 0; i < scene_.links.size(); ++i) {
      const Scene::Link& link = scene_.links[i];
      const double long_now = distance(link.a, link.b);
      Point normal = {0.0, 0.0, 1.0};
      for (std::size_t k = 0; long_now > 0.0 && k < 3; ++k)
        normal[k] = (scene_.q[index(link.b)][k] - scene_.q[index(link.a)][k]) / long_now;
      add(link.kind, link.a, link.b, normal, long_now - link.length, static_cast<std::int64_t>(i));
    }
  }

  // How far a point may come in a step.
  double reach() const {
    double fastest = 0.0;
    for (const Point& v : scene_.v)
      fastest = std::max(fastest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return scene_.h * (std::sqrt(fastest) + scene_.h * scene_.gravity);
  }

  void add_ball() {
    const double near = 2.0 * reach() + 0.02 * scene_.ball_radius;
    for (int i = 0; i < static_cast<int>(scene_.q.size()); ++i) {
      Point normal;
      double squares = 0.0;
      for (std::size_t k = 0; k < 3; ++k) {
        normal[k] = scene_.centre[k] - scene_.q[index(i)][k];
        squares += normal[k] * normal[k];
      }
      const double away = std::sqrt(squares);
      if (unknown_[index(i)] < 0 || away - scene_.ball_radius > near) continue;
      for (double& number : normal) number /= away;
      add(Kind::inequality, -1, i, normal, scene_.ball_radius - away, (std::int64_t{1} << 40) + i);
    }
  }

  // Spheres that can meet in this step; in a crystal, those that touch.
  void add_contacts() {
    const double near = scene_.frozen ? 1e-6 : 2.0 * reach() + 0.02 * scene_.radius[0];
    const int count = static_cast<int>(scene_.q.size());
    find_pairs(near);
    for (const auto& [a, b] : pairs_) {
      Point normal;
      const double away = distance(a, b);
      for (std::size_t k = 0; k < 3; ++k)
        normal[k] = (scene_.q[index(a)][k] - scene_.q[index(b)][k]) / away;
      add(Kind::inequality, a, b, normal, scene_.radius[index(a)] + scene_.radius[index(b)] - away,
          (std::int64_t{1} << 41) + static_cast<std::int64_t>(a) * count + b);
    }
    for (int wall = 0; scene_.box && wall < 5; ++wall) {
      const auto axis = static_cast<std::size_t>(wall % 3);
      const double sign = wall < 3 ? -1.0 : 1.0;
      for (int i = 0; i < count; ++i) {
        const double away = wall < 3 ? scene_.q[index(i)][axis] - scene_.low[axis]
                                     : scene_.high[axis] - scene_.q[index(i)][axis];
        if (away - scene_.radius[index(i)] > near) continue;
        Point normal = {};
        normal[axis] = sign;
        add(Kind::inequality, -1, i, normal, scene_.radius[index(i)] - away,
            (std::int64_t{1} << 42) + static_cast<std::int64_t>(wall) * count + i);
      }
    }
  }

  void find_pairs(double near) {
    double cell = 0.0;
    for (const double r : scene_.radius) cell = std::max(cell, 2.0 * r + near);
    using Cell = std::array<int, 3>;
    std::map<Cell, std::vector<int>> cells;
    const auto cell_of = [&](const Point& p) {
      return Cell{static_cast<int>(std::floor(p[0] / cell)),
                  static_cast<int>(std::floor(p[1] / cell)),
                  static_cast<int>(std::floor(p[2] / cell))};
    };
    pairs_.clear();
    for (int b = 0; b < static_cast<int>(scene_.q.size()); ++b) {
      const Cell here = cell_of(scene_.q[index(b)]);
      for (int k = 0; k < 27; ++k) {
        const auto there =
            cells.find({here[0] + k % 3 - 1, here[1] + k / 3 % 3 - 1, here[2] + k / 9 - 1});
        if (there == cells.end()) continue;
        for (const int a : there->second)
          if (distance(a, b) - scene_.radius[index(a)] - scene_.radius[index(b)] <= near)
            pairs_.emplace_back(a, b);
      }
      cells[here].push_back(b);
    }
  }

  Scene scene_;
  SparseSolver solver_, position_solver_;
  Question velocity_, position_;
  std::vector<int> unknown_;
  std::vector<Row> rows_;
  std::vector<std::pair<int, int>> pairs_;
  std::mt19937 random_{20270101};
  int steps_ = 0;
};

}  // namespace zwang::minimum
