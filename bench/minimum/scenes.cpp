// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Ordinary scenes, 400 random states each, with rows as formulas give them (rounded): how many
// solves climb above double. Exits 1 if more than 0.1 % do, or if one is not found.

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

namespace {

using namespace zwang;
using namespace zwang::minimum;

class Dice {
 public:
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 5U) * 0x1p-27;
  }

 private:
  std::mt19937 random_{20261115};
};

Vector zeros(int n) { return Vector::Zero(n); }

// Points in the plane, p_i; gravity; link i between p_{i−1} and p_i (p_{−1} is the origin).
struct Chain {
  std::vector<double> x, y, vx, vy;
};

Chain random_chain(Dice& dice, int links) {
  Chain chain;
  double x = 0.0, y = 0.0;
  for (int i = 0; i < links; ++i) {
    const double angle = dice.uniform(-3.0, 0.0);
    x += std::cos(angle);
    y += std::sin(angle);
    chain.x.push_back(x);
    chain.y.push_back(y);
    chain.vx.push_back(dice.uniform(-1.0, 1.0));
    chain.vy.push_back(dice.uniform(-1.0, 1.0));
  }
  return chain;
}

Problem hanging(const Chain& chain, Dice& dice) {
  const int n = 2 * static_cast<int>(chain.x.size());
  Problem problem;
  Vector force(n);
  for (int i = 0; i < n / 2; ++i) {
    const double mass = dice.uniform(0.5, 2.0);
    problem.point(mass, 2);
    force[2 * i] = dice.uniform(-1.0, 1.0);
    force[2 * i + 1] = -9.81 * mass;
  }
  problem.force(force);
  return problem;
}

// f = |d|² − 1: row 2d, offset 2 |d'|²
Vector link(const Chain& chain, int i, double& offset) {
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  Vector row = zeros(2 * static_cast<int>(chain.x.size()));
  double dx = chain.x[at(i)], dy = chain.y[at(i)], ux = chain.vx[at(i)], uy = chain.vy[at(i)];
  if (i > 0) {
    dx -= chain.x[at(i - 1)];
    dy -= chain.y[at(i - 1)];
    ux -= chain.vx[at(i - 1)];
    uy -= chain.vy[at(i - 1)];
    row[2 * i - 2] = -2.0 * dx;
    row[2 * i - 1] = -2.0 * dy;
  }
  row[2 * i] = 2.0 * dx;
  row[2 * i + 1] = 2.0 * dy;
  offset = 2.0 * (ux * ux + uy * uy);
  return row;
}

Problem chain_scene(Dice& dice, int links, Kind kind, bool redundant, bool wall) {
  const Chain chain = random_chain(dice, links);
  Problem problem = hanging(chain, dice);
  double offset = 0.0;
  for (int i = 0; i < links; ++i) {
    const Vector row = link(chain, i, offset);
    kind == Kind::equation ? problem.zero(row, offset) : problem.at_most_zero(row, offset);
  }
  if (redundant) {
    double c0 = 0.0, c1 = 0.0;
    const Vector r0 = link(chain, 0, c0);
    const Vector r1 = link(chain, 1, c1);
    problem.zero(0.3 * r0 - 1.7 * r1, 0.3 * c0 - 1.7 * c1);
  }
  if (wall)
    for (int i = 0; i < links; ++i) {
      Vector row = zeros(2 * links);
      row[2 * i] = std::cos(0.3);
      row[2 * i + 1] = std::sin(0.3);
      problem.at_most_zero(row, dice.uniform(-1.0, 0.5));
    }
  return problem;
}

// Boxes in space, each with acceleration (3) and rotation (3), four contacts below.
void box(Problem& problem, Dice& dice, int i, int boxes, double gravity_tilt, Vector& force) {
  const double mass = dice.uniform(1.0, 3.0);
  problem.point(mass, 3);
  Matrix inertia(3, 3);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      inertia(a, b) = a == b ? dice.uniform(1.0, 2.0) : 0.1 * std::min(a + b, 3);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < a; ++b) inertia(a, b) = inertia(b, a);
  problem.block(inertia);
  force[6 * i] = mass * gravity_tilt;
  force[6 * i + 2] = -9.81 * mass;
  (void)boxes;
}

void contacts(Problem& problem, int i, int below, int boxes, double w, double d) {
  for (const double sx : {-1.0, 1.0})
    for (const double sy : {-1.0, 1.0}) {
      Vector row = zeros(6 * boxes);
      const auto put = [&](int body, double sign) {
        // −(z'' + ω'_x y − ω'_y x)
        row[6 * body + 2] = -sign;
        row[6 * body + 3] = -sign * sy * d;
        row[6 * body + 4] = sign * sx * w;
      };
      put(i, 1.0);
      if (below >= 0) put(below, -1.0);
      problem.at_most_zero(row, 0.0);
    }
}

Problem boxes_scene(Dice& dice, int boxes, bool stacked, bool pushed) {
  Problem problem;
  Vector force = zeros(6 * boxes);
  for (int i = 0; i < boxes; ++i) {
    box(problem, dice, i, boxes, pushed ? dice.uniform(-3.0, 3.0) : 0.0, force);
    if (pushed)
      for (int a = 3; a < 6; ++a) force[6 * i + a] = dice.uniform(-6.0, 6.0);
  }
  problem.force(force);
  const double w = dice.uniform(0.3, 0.7);
  const double d = dice.uniform(0.3, 0.7);
  for (int i = 0; i < boxes; ++i) contacts(problem, i, stacked ? i - 1 : -1, boxes, w, d);
  return problem;
}

Problem balls_scene(Dice& dice, int balls) {
  Problem problem;
  Vector force = zeros(balls);
  for (int i = 0; i < balls; ++i) {
    problem.point(dice.uniform(0.5, 2.0));
    force[i] = dice.uniform(-5.0, 5.0);
  }
  problem.force(force);
  for (int i = 0; i + 1 < balls; ++i) {
    Vector row = zeros(balls);
    row[i] = 1.0;
    row[i + 1] = -1.0;
    problem.at_most_zero(row, 0.0);
  }
  return problem;
}

Problem random_scene(Dice& dice, int n) {
  Problem problem;
  Vector force(n);
  for (int i = 0; i < n; ++i) {
    problem.point(dice.uniform(0.5, 2.0));
    force[i] = dice.uniform(-3.0, 3.0);
  }
  problem.force(force);
  for (int k = 0; k < n; ++k) {
    Vector row(n);
    for (int j = 0; j < n; ++j) row[j] = dice.uniform(-1.0, 1.0);
    problem.at_most_zero(row, dice.uniform(-0.5, 0.1));
  }
  return problem;
}

Problem table_scene(Dice& dice, int legs) {
  Problem problem;
  const double mass = dice.uniform(5.0, 15.0);
  problem.point(mass).point(dice.uniform(0.5, 2.0), 2);
  problem.force(Vector{{-9.81 * mass, dice.uniform(-0.5, 0.5), dice.uniform(-0.5, 0.5)}});
  for (int i = 0; i < legs; ++i) {
    const double angle = 2.0 * 3.14159265358979 * i / legs;
    problem.at_most_zero(Vector{{-1.0, -0.6 * std::sin(angle), 0.6 * std::cos(angle)}}, 0.0);
  }
  return problem;
}

}  // namespace

int main() {
  using Scene = std::pair<std::string, std::function<Problem(Dice&)>>;
  constexpr Kind rod = Kind::equation;
  constexpr Kind string = Kind::inequality;
  const std::vector<Scene> scenes = {
      {"chain of 5", [](Dice& d) { return chain_scene(d, 5, rod, false, false); }},
      {"chain of 15", [](Dice& d) { return chain_scene(d, 15, rod, false, false); }},
      {"strings, 5", [](Dice& d) { return chain_scene(d, 5, string, false, false); }},
      {"strings, 15", [](Dice& d) { return chain_scene(d, 15, string, false, false); }},
      {"box at rest", [](Dice& d) { return boxes_scene(d, 1, false, false); }},
      {"box pushed", [](Dice& d) { return boxes_scene(d, 1, false, true); }},
      {"four boxes", [](Dice& d) { return boxes_scene(d, 4, false, true); }},
      {"stack of five", [](Dice& d) { return boxes_scene(d, 5, true, false); }},
      {"stack of five, pushed", [](Dice& d) { return boxes_scene(d, 5, true, true); }},
      {"row of 20 balls", [](Dice& d) { return balls_scene(d, 20); }},
      {"random, n = 10", [](Dice& d) { return random_scene(d, 10); }},
      {"random, n = 30", [](Dice& d) { return random_scene(d, 30); }},
      {"chain at a wall", [](Dice& d) { return chain_scene(d, 8, rod, false, true); }},
      {"table, 4 legs", [](Dice& d) { return table_scene(d, 4); }},
      {"table, 8 legs", [](Dice& d) { return table_scene(d, 8); }},
      {"chain, redundant rod", [](Dice& d) { return chain_scene(d, 6, rod, true, false); }},
  };
  constexpr int states = 400;
  int climbed = 0;
  int lost = 0;
  int all = 0;
  fmt::print("{:24} {:>8} {:>8} {:>10} {:>10} {:>10} {:>9}\n", "scene", "climbed", "lost", "bound",
             "shift", "certified", "us");
  for (const auto& [name, make] : scenes) {
    Dice dice;
    int up = 0;
    int none = 0;
    double bound = 0.0, shift = 0.0, certified = 0.0, seconds = 0.0;
    for (int i = 0; i < states; ++i) {
      const Problem problem = make(dice);
      const auto start = std::chrono::steady_clock::now();
      const Solution s = solve(problem);
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      if (s.precision != Precision::machine) ++up;
      // strings and walls of random states may shut each other out: a proof is an answer too
      if (!s.usable()) {
        if (s.outcome != Outcome::contradictory || !contradiction_holds(problem, s.proof)) ++none;
        continue;
      }
      bound = std::max(bound, s.bound);
      shift = std::max(shift, s.shift);
      const Certificate& c = s.certificate;
      certified = std::max({certified, c.stationarity, c.equations, c.inequalities, c.signs,
                            c.complementarity, c.gap});
    }
    fmt::print("{:24} {:>8} {:>8} {:>10.1e} {:>10.1e} {:>10.1e} {:>9.1f}\n", name, up, none, bound,
               shift, certified, 1e6 * seconds / states);
    climbed += up;
    lost += none;
    all += states;
  }
  fmt::print("solves {}\nclimbed {}\nlost {}\n", all, climbed, lost);
  return climbed * 1000 <= all && lost == 0 ? 0 : 1;
}
