// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/sparse.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "tests/count.hpp"
#include "tests/minimum/moving_scenes.hpp"
#include "zwang/base/error.hpp"
#include "zwang/minimum/free_rows.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;

namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 5U) * 0x1p-27;
  }
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

 private:
  std::mt19937 random_;
};

Matrix random_mass(Dice& dice, int size) {
  Matrix root(size, size);
  for (int c = 0; c < size; ++c)
    for (int r = 0; r < size; ++r) root(r, c) = dice.uniform(-1.0, 1.0);
  Matrix mass = root * root.transpose() + Matrix::Identity(size, size);
  for (int c = 0; c < size; ++c)
    for (int r = 0; r < c; ++r) mass(r, c) = mass(c, r);
  return mass;
}

// 1 to 40 rows of 1 to 4 entries, blocks of mass from 1 to 6, an admissible point by construction;
// now and then a row that is there already, times a power of two: dependent to the last bit.
Problem random_problem(Dice& dice) {
  Problem problem;
  while (problem.unknowns() < 4 || dice.below(4) != 0) {
    if (dice.below(2) == 0)
      problem.point(dice.uniform(0.5, 2.0));
    else
      problem.block(random_mass(dice, 1 + dice.below(6)));
  }
  const int n = problem.unknowns();
  Vector free(n), force(n), inside(n);
  for (int j = 0; j < n; ++j) {
    free[j] = dice.uniform(-1.0, 1.0);
    force[j] = dice.uniform(-1.0, 1.0);
    inside[j] = dice.uniform(-0.5, 0.5);
  }
  problem.free(free).force(force);
  const int rows = 1 + dice.below(40);
  int equations = 0;
  for (int i = 0; i < rows; ++i) {
    if (i > 0 && dice.below(10) == 0) {
      const int old = dice.below(i);
      std::vector<Entry> entries(problem.entries(old).begin(), problem.entries(old).end());
      for (Entry& entry : entries) entry.value *= 2.0;
      problem.row(problem.kind(old), entries, 2.0 * problem.offset(old));
      continue;
    }
    std::vector<Entry> entries;
    double value = 0.0;
    for (int j = dice.below(3); j < n && entries.size() < 4; j += 1 + dice.below(4)) {
      entries.push_back({j, dice.uniform(-1.0, 1.0)});
      value += entries.back().value * inside[j];
    }
    const bool equation = equations < n / 4 && dice.below(4) == 0;
    equations += equation;
    const double room = dice.below(2) == 0 ? 0.0 : dice.uniform(0.0, 0.5);
    problem.row(equation ? Kind::equation : Kind::inequality, entries,
                equation ? -value : -value - room);
  }
  return problem;
}

// Runs the scene and counts the steps whose answer is not certified.
struct Course {
  int failures = 0, not_unique = 0, snapped = 0, most_factorisations = 0;
  double worst = 0.0, overlap = 0.0;
};

Course run(Scene scene, int steps) {
  const SparseOptions options = {.touching = 1e-10 / scene.h};
  MovingScene moving(std::move(scene), options);
  Course course;
  for (int step = 0; step < steps; ++step) {
    moving.pose();
    const SparseSolution solution = moving.solve();
    const SparseCertificate again =
        certify_sparse(moving.problem(), solution.x, solution.multipliers, options.touching);
    course.failures += !(solution.usable() && again.holds(1e-10));
    course.not_unique += !solution.unique;
    course.snapped += solution.snapped;
    course.most_factorisations = std::max(course.most_factorisations, solution.factorisations);
    course.worst = std::max(course.worst, again.natural);
    moving.advance(solution);
    for (int k = 0; k < 10 && moving.worst_overlap() > 1e-6; ++k)
      course.failures += !moving.correct().usable();
    course.overlap = std::max(course.overlap, moving.worst_overlap());
  }
  return course;
}

}  // namespace

// Rows that are dependent up to 1e-6 are rare; now and then they exceed double, which is reported.
TEST_CASE("the sparse and the dense solution are the same point") {
  SparseSolver solver;
  Dice dice(20270217);
  const int count = asked_count(2000);
  int dependent = 0;
  int not_certified = 0;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    const Problem problem = random_problem(dice);
    const Solution dense = solve(problem);
    const SparseSolution sparse = solver.solve(problem, {}, {.tolerance = 1e-12});
    INFO(sparse.brief());
    REQUIRE(dense.usable());
    CHECK((sparse.usable() || sparse.outcome == SparseOutcome::not_certified));
    not_certified += !sparse.usable();
    if (!sparse.usable()) continue;
    CHECK((sparse.x - dense.x).cwiseAbs().maxCoeff() < (sparse.unique ? 1e-9 : 1e-7));
    CHECK(certify_sparse(problem, sparse.x, sparse.multipliers, 0.0).holds(1e-12));
    dependent += !sparse.unique;
    if (!sparse.unique || sparse.multipliers.size() == 0) continue;
    const double largest = 1.0 + dense.multipliers.cwiseAbs().maxCoeff();
    CHECK((sparse.multipliers - dense.multipliers).cwiseAbs().maxCoeff() < 1e-6 * largest);
  }
  CHECK(dependent > count / 10);
  CHECK(not_certified <= count / 2000);
}

TEST_CASE("a solution depends neither on earlier problems nor on the start") {
  SparseSolver used;
  Dice dice(7);
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const Problem problem = random_problem(dice);
    const SparseSolution first = used.solve(problem);
    const SparseSolution fresh = SparseSolver().solve(problem);
    REQUIRE(first.x.size() == fresh.x.size());
    CHECK(std::memcmp(first.x.data(), fresh.x.data(),
                      sizeof(double) * static_cast<std::size_t>(fresh.x.size())) == 0);
    CHECK(first.products == fresh.products);
    SparseStart start;
    start.multipliers = Vector::Zero(problem.rows());
    for (int k = 0; k < problem.rows(); ++k) start.multipliers[k] = dice.uniform(-1.0, 1.0);
    start.changed = problem.rows();
    const SparseSolution elsewhere = used.solve(problem, start);
    REQUIRE(elsewhere.usable());
    CHECK((elsewhere.x - fresh.x).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("a search that starts at the solution takes no step") {
  const Problem problem =
      unit_masses({1.0, 0.0}).at_most_zero({1.0, 0.0}, 0.0).at_most_zero({-1.0, 1.0}, 0.5);
  SparseSolver solver;
  const SparseSolution first = solver.solve(problem);
  REQUIRE(first.usable());
  CHECK(first.x.isApprox(Vector{{0.0, -0.5}}));  // Mayer 1899a § 3
  CHECK(first.multipliers.isApprox(Vector{{1.5, 0.5}}));
  CHECK(first.changed == 2);
  CHECK(first.active == 2);
  const SparseSolution second = solver.solve(problem, {.multipliers = first.multipliers});
  REQUIRE(second.usable());
  CHECK(second.steps == 0);
  CHECK(second.changed == 0);
}

TEST_CASE("rows that exclude each other are named, with a proof") {
  SparseSolver solver;
  Problem problem;
  problem.point(1.0, 2);
  problem.at_most_zero({3.0, 1.0}, -1.0)
      .at_most_zero({-6.0, -2.0}, 2.5)
      .at_most_zero({0.0, 1.0}, -7.0);
  const SparseSolution s = solver.solve(problem);
  CHECK(s.outcome == SparseOutcome::contradictory);
  REQUIRE(s.proof.size() == 3);
  CHECK(excludes(problem, s.proof, 0.0));
  CHECK(contradiction_holds(problem, s.proof));
  CHECK(s.proof[2] == 0.0);

  Problem equations;
  equations.point(2.0, 2).zero({1.0, 1.0}, 1.0).zero({2.0, 2.0}, 2.5);
  CHECK(solver.solve(equations).outcome == SparseOutcome::contradictory);

  Problem empty;
  empty.point(1.0).row(Kind::equation, {}, 0.0).row(Kind::inequality, {}, -1.0);
  CHECK(solver.solve(empty).usable());
  empty.row(Kind::inequality, {}, 1.0);
  CHECK(solver.solve(empty).outcome == SparseOutcome::contradictory);
  CHECK(solver.solve(empty, {}, {.touching = 2.0}).usable());
}

TEST_CASE("a problem without an admissible point is never reported as found") {
  SparseSolver solver;
  Dice dice(99);
  int proved = 0;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    Problem problem = random_problem(dice);
    // a·x + 1 ≤ 0 and −a·x ≤ 0
    Vector row = Vector::Zero(problem.unknowns());
    row[0] = 1.0;
    row[problem.unknowns() - 1] = dice.uniform(-1.0, 1.0);
    problem.at_most_zero(row, 1.0).at_most_zero(Vector(-row), 0.0);
    const SparseSolution s = solver.solve(problem);
    CHECK_FALSE(s.usable());
    if (s.outcome != SparseOutcome::contradictory) continue;
    ++proved;
    CHECK(excludes(problem, s.proof, 0.0));
  }
  CHECK(proved > 200);
}

TEST_CASE("invalid input is rejected, and unsolved problems have an outcome") {
  SparseSolver solver;
  CHECK(solver.solve(Problem()).usable());
  CHECK(solver.solve(Problem().point(1.0, 2)).usable());
  CHECK(solver.solve(Problem().point(0.0)).outcome == SparseOutcome::no_inertia);
  Problem one;
  one.point(1.0).at_most_zero({1.0}, 1.0);
  CHECK_THROWS_AS(solver.solve(one, {.multipliers = Vector::Zero(2)}), Error);
  CHECK_THROWS_AS(solver.solve(one, {}, {.tolerance = 0.0}), Error);
  CHECK_THROWS_AS(solver.solve(one, {}, {.touching = -1.0}), Error);
  CHECK_THROWS_AS(solver.solve(one, {}, {.burst = 0}), Error);
  const SparseSolution short_of = solver.solve(one, {}, {.max_steps = 0});
  CHECK(short_of.outcome == SparseOutcome::not_certified);
  CHECK(short_of.certificate.natural > 0.1);
  CHECK(short_of.brief().find("not certified") != std::string::npos);
  CHECK(SparseSolution().brief().find("not run") != std::string::npos);
}

TEST_CASE("the certificate detects each fault by itself") {
  const Problem problem =
      unit_masses({1.0, 0.0}).at_most_zero({1.0, 0.0}, 0.0).at_most_zero({-1.0, 1.0}, 0.5);
  const Vector x{{0.0, -0.5}};
  const Vector z{{1.5, 0.5}};
  CHECK(certify_sparse(problem, x, z, 0.0).holds(1e-15));
  CHECK_FALSE(certify_sparse(problem, Vector{{unset, -0.5}}, z, 0.0).holds(1.0));
  CHECK_FALSE(certify_sparse(problem, x, Vector{{unset, 0.5}}, 0.0).holds(1.0));
  CHECK(certify_sparse(problem, Vector{{0.0, -0.4}}, z, 0.0).rows == doctest::Approx(0.1));
  CHECK(certify_sparse(problem, x, Vector{{1.5, -0.5}}, 0.0).signs == doctest::Approx(1.0 / 3.0));
  CHECK(certify_sparse(problem, x, Vector{{1.5, 0.6}}, 0.0).stationarity > 0.01);
  const SparseCertificate open = certify_sparse(problem, Vector{{0.0, -0.6}}, z, 0.0);
  CHECK(open.complementarity == doctest::Approx(0.1 / 3.0));
  CHECK(open.natural == doctest::Approx(0.1));
  CHECK_FALSE(SparseCertificate().holds(1.0));
}

TEST_CASE("a duplicate row keeps the point and leaves the multipliers not unique") {
  Problem problem = unit_masses({1.0, 1.0}).at_most_zero({1.0, 0.0}, 0.0);
  SparseSolver solver;
  const SparseSolution once = solver.solve(problem);
  CHECK(once.unique);
  const SparseSolution twice = solver.solve(problem.at_most_zero({1.0, 0.0}, 0.0));
  REQUIRE(twice.usable());
  CHECK_FALSE(twice.unique);
  CHECK(twice.null_directions == 1);
  CHECK((twice.x - once.x).norm() < 1e-12);
  CHECK(twice.multipliers.sum() == doctest::Approx(1.0));
}

// x ≤ 0 and x ≤ −δ from x = 1, both taken as active: they cannot both hold, and gradient steps
// would take far too long to decide which one does. By hand x = −δ, z = (0, 1 + δ).
TEST_CASE("of two nearly coincident walls the one behind is released") {
  for (const double apart : {3e-10, 1e-9, 1e-7, 1e-3}) {
    CAPTURE(apart);
    Problem problem = unit_masses({1.0, 0.5});
    problem.at_most_zero({1.0, 0.0}, 0.0).at_most_zero({1.0, 0.0}, apart);
    const auto s = SparseSolver().solve(problem, {.multipliers = Vector{{0.5, 0.5}}});
    REQUIRE(s.usable());
    CHECK(s.certificate.natural <= 1e-10);
    CHECK(std::abs(s.x[0] + apart) <= 1e-12);
    CHECK(s.x[1] == 0.5);
    CHECK(s.multipliers[0] == 0.0);
    CHECK(s.multipliers[1] == doctest::Approx(1.0 + apart).epsilon(1e-12));
  }
}

TEST_CASE("an outdated factorisation gives one rough solution, then it is renewed") {
  MovingScene moving(taut_net(20, 1e-3));
  moving.pose();
  SparseDual dual;
  REQUIRE(dual.read(moving.problem(), 0.0));
  const auto m = static_cast<std::size_t>(dual.rows());
  FreeRows rows;
  rows.begin(dual);
  std::vector<unsigned char> free(m, 1);
  for (std::size_t i = 0; i < m; i += 40) free[i] = 0;  // these come
  rows.factor(dual, free);
  for (std::size_t i = 0; i < m; ++i) free[i] = i % 40 != 7;  // and these have gone
  REQUIRE(rows.take_roughly(free));

  std::vector<double> given(m), r, x(m), product(m);
  for (std::size_t i = 0; i < m; ++i)
    given[i] = free[i] != 0 ? std::cos(static_cast<double>(i)) : 0.0;
  r = given;
  rows.solve_roughly(dual, r, x);
  dual.gradient(x, product);  // Φx − b
  double first = 0.0, left = 0.0, told = 0.0, value = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    if (free[i] == 0) {
      CHECK(x[i] == 0.0);
      continue;
    }
    const double length = dual.length(static_cast<int>(i));
    const double now = given[i] - product[i] - dual.right()[i];
    first = std::max(first, std::abs(given[i]) * length);
    left = std::max(left, std::abs(now) * length);
    told = std::max(told, std::abs(now - r[i]) * length);
    value -= 0.5 * x[i] * (given[i] + now);  // ½xᵀΦx − xᵀr
  }
  CHECK(left < first);
  CHECK(value < 0.0);
  CHECK(told <= 1e-12 * first);
  CHECK_FALSE(rows.take_roughly(free));
  rows.take(dual, free);
  CHECK(rows.factorisations() == 2);
}

TEST_CASE(
    "a net falls on a ball: every step is certified, and no string stretches by more than 1e-6") {
  const Course course = run(falling_net(12, 5e-3), 200);
  CHECK(course.failures == 0);
  CHECK(course.worst <= 1e-10);
  CHECK(course.overlap <= 1e-6);
  CHECK(course.most_factorisations <= 5);
}

TEST_CASE("spheres settle in a box: every step is certified") {
  for (const int count : {32, 108}) {
    const Course course = run(pile(count, 2e-3), 300);
    CHECK(course.failures == 0);
    CHECK(course.worst <= 1e-10);
    CHECK(course.overlap <= 1e-6);
  }
}

TEST_CASE(
    "a crystal is shaken: every step is certified, none unique, with more rows than unknowns") {
  for (const double kick : {0.3, 2.0}) {
    const Course course = run(crystal(3, 1e-2, kick), 30);
    CHECK(course.failures == 0);
    CHECK(course.worst <= 1e-10);
    CHECK(course.not_unique == 30);
    CHECK(course.snapped > 0);
  }
}

TEST_CASE("a taut net slackens in a turning wind: every step is certified") {
  const Course course = run(taut_net(20, 1e-3), 60);
  CHECK(course.failures == 0);
  CHECK(course.worst <= 1e-10);
  CHECK(course.overlap <= 1e-6);
  CHECK(course.most_factorisations <= 8);
}

TEST_CASE("rods among strings, and duplicate rows: every step is certified") {
  for (const Scene& scene : {with_rods(falling_net(12, 5e-3)), with_rods(taut_net(16, 1e-3))}) {
    const Course course = run(scene, 100);
    CHECK(course.failures == 0);
    CHECK(course.worst <= 1e-10);
    CHECK(course.not_unique > 0);
  }
}
