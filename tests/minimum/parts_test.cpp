// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Problems put side by side have the answers they have alone.

#include "zwang/minimum/parts.hpp"

#include <doctest/doctest.h>

#include <random>

#include "zwang/base/disjoint_sets.hpp"
#include "zwang/minimum/problem.hpp"

namespace {

using namespace zwang;
using namespace zwang::minimum;

// Small problems side by side in one, their unknowns and rows mixed.
struct Side {
  std::vector<Problem> alone;
  Problem together;
  std::vector<std::vector<int>> places, rows;  // of each in the whole
};

Side side_by_side(int count, std::mt19937& random, bool contradiction) {
  Side side;
  std::uniform_int_distribution<int> digit(-4, 4), size(2, 4);
  std::vector<std::vector<std::vector<Entry>>> entries(static_cast<std::size_t>(count));
  std::vector<double> force;
  side.places.resize(static_cast<std::size_t>(count));
  side.rows.resize(static_cast<std::size_t>(count));
  for (std::size_t p = 0; p < static_cast<std::size_t>(count); ++p) {
    Problem problem;
    const int n = size(random);
    Vector pull(n);
    for (int j = 0; j < n; ++j) {
      const double mass = 5.0 + digit(random);
      problem.point(mass);
      side.together.point(mass);
      pull[j] = digit(random);
      side.places[p].push_back(static_cast<int>(force.size()));
      force.push_back(pull[j]);
    }
    problem.force(pull);
    side.alone.push_back(problem);
  }
  side.together.force(Eigen::Map<const Vector>(force.data(), static_cast<int>(force.size())));
  // row by row in turn, so that parts do not lie in one piece
  for (int turn = 0; turn < 3; ++turn)
    for (std::size_t p = 0; p < static_cast<std::size_t>(count); ++p) {
      const Kind kind = turn == 0 && digit(random) > 2 ? Kind::equation : Kind::inequality;
      std::vector<Entry> row, moved;
      for (std::size_t j = 0; j < side.places[p].size(); ++j) {
        const double value = j == 0 ? 5.0 + digit(random) : digit(random);
        if (value == 0.0) continue;
        row.push_back({static_cast<int>(j), value});
        moved.push_back({side.places[p][j], value});
      }
      const double offset = -5.0 + digit(random);
      side.rows[p].push_back(side.together.rows());
      side.alone[p].row(kind, row, offset, exact_data);
      side.together.row(kind, moved, offset, exact_data);
    }
  if (contradiction) {
    const std::size_t p = side.places.size() / 2;
    for (const double sign : {1.0, -1.0}) {
      side.rows[p].push_back(side.together.rows());
      const std::vector<Entry> row = {{0, sign}}, moved = {{side.places[p][0], sign}};
      side.alone[p].row(Kind::inequality, row, 100.0, exact_data);
      side.together.row(Kind::inequality, moved, 100.0, exact_data);
    }
  }
  return side;
}

}  // namespace

TEST_CASE("independent parts solved together have the solutions of each alone") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Side side = side_by_side(20, random, false);
    const Solution whole = solve_by_parts(side.together);
    double zwang = 0.0;
    bool usable = true;
    for (std::size_t p = 0; p < side.alone.size(); ++p) {
      const Solution one = solve(side.alone[p]);
      usable = usable && one.usable();
      if (!usable) break;
      const Vector off = Vector(whole.x(side.places[p])) - one.x;
      const Vector allowed = Vector(whole.errors(side.places[p])) + one.errors;
      CHECK((off.cwiseAbs() - allowed).maxCoeff() <= 0.0);
      zwang += one.zwang;
    }
    CHECK(whole.usable() == usable);
    if (!usable) continue;
    CHECK(whole.zwang == doctest::Approx(zwang));
    CHECK(whole.certificate.holds(1e-12));
    const Solution at_once = solve(side.together);
    CHECK((at_once.multipliers - whole.multipliers).cwiseAbs().maxCoeff() < 1e-10);
    const Vector off = whole.x - at_once.x;
    CHECK((off.cwiseAbs() - whole.errors - at_once.errors).maxCoeff() <= 0.0);
  }
}

TEST_CASE("a contradiction in one part is one of the whole, with its proof") {
  std::mt19937 random(8);
  const Side side = side_by_side(20, random, true);
  const Solution whole = solve_by_parts(side.together);
  CHECK(whole.outcome == Outcome::contradictory);
  CHECK(contradiction_holds(side.together, whole.proof));
}

TEST_CASE("unknowns without a row have force divided by mass") {
  Problem problem;
  Vector force(1000);
  for (int j = 0; j < 1000; ++j) {
    problem.point(1.0 + j % 8);
    force[j] = 8.0 * j;
  }
  problem.force(force);
  const std::vector<Entry> stop = {{500, 1.0}};
  problem.row(Kind::inequality, stop, 0.0, exact_data);
  problem.row(Kind::inequality, {}, -1.0, exact_data);
  const Solution solution = solve_by_parts(problem);
  REQUIRE(solution.usable());
  CHECK(solution.certificate.holds(1e-14));
  for (int j = 0; j < 1000; ++j)
    CHECK(solution.x[j] ==
          doctest::Approx(j == 500 ? 0.0 : 8.0 * j / (1.0 + j % 8)).epsilon(1e-15));
}

TEST_CASE("a direction without inertia among many is named") {
  std::mt19937 random(9);
  Side side = side_by_side(20, random, false);
  side.together.point(0.0);
  Vector force = side.together.force();
  force.conservativeResize(force.size() + 1);
  force[force.size() - 1] = 0.0;
  side.together.force(force);
  CHECK(solve_by_parts(side.together).outcome == Outcome::undetermined);
  force[force.size() - 1] = 1.0;
  side.together.force(force);
  CHECK(solve_by_parts(side.together).outcome == Outcome::unbounded);
}

TEST_CASE("connected elements share their lowest index") {
  DisjointSets partition(6);
  partition.join(4, 2);
  partition.join(5, 4);
  partition.join(0, 1);
  CHECK(partition.lowest(5) == 2);
  CHECK(partition.lowest(1) == 0);
  CHECK(partition.lowest(3) == 3);
}
