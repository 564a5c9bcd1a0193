// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/solver.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>

#include "tests/minimum/moving_scenes.hpp"
#include "tests/scale/shared_out.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/scale/certificate.hpp"

using namespace zwang;
using namespace zwang::scale;
using minimum::Kind;
using minimum::MovingScene;
using minimum::SparseOutcome;

namespace {

// Follows a scene by the answers of one machine, and answers every step by all processes too.
struct Course {
  int failures = 0, steps = 0, factorisations = 0, rows = 0;
  double apart = 0.0, natural = 0.0;
  double by_one = 0.0, by_all = 0.0;  // s
};

Course follow(minimum::Scene scene, int skip, int steps, double tolerance = 1e-10) {
  const minimum::SparseOptions options = {.tolerance = tolerance, .touching = 1e-10 / scene.h};
  MovingScene moving(std::move(scene), options);
  const Processes processes;
  Solver solver(processes);
  Course course;
  for (int step = 0; step < skip + steps; ++step) {
    moving.pose();
    const minimum::SparseStart before = moving.start();
    const double from = MPI_Wtime();
    const minimum::SparseSolution whole = moving.solve();
    REQUIRE(whole.usable());
    if (step >= skip) {
      course.by_one += MPI_Wtime() - from;
      const SharedOut shared(processes, moving.problem());
      const double then = MPI_Wtime();
      const minimum::SparseSolution part = solver.solve(
          shared.part(), {shared.rows_of(before.multipliers), before.changed}, options);
      course.by_all += MPI_Wtime() - then;
      ++course.steps;
      course.rows = std::max(course.rows, moving.problem().rows());
      course.failures += !part.usable();
      course.factorisations += part.factorisations;
      course.natural = std::max(course.natural, part.certificate.natural);
      const Vector truth = shared.unknowns_of(whole.x);
      double apart = 0.0;
      if (truth.size() > 0) apart = (part.x - truth).cwiseAbs().maxCoeff();
      const double size = moving.problem().free().cwiseAbs().maxCoeff();
      course.apart = std::max(course.apart, processes.largest(apart) / size);
    }
    moving.advance(whole);
    for (int k = 0; k < 10 && moving.worst_overlap() > 1e-6; ++k)
      static_cast<void>(moving.correct());
  }
  return course;
}

void check(const Course& course) {
  CAPTURE(course.failures);
  CHECK(course.failures == 0);
  CHECK(course.apart < 1e-9);
  CHECK(course.natural <= 1e-10);
}

}  // namespace

TEST_CASE("many processes find the velocities of a single machine for nets") {
  check(follow(minimum::falling_net(12, 0.005), 30, 6));
  check(follow(minimum::taut_net(12, 0.02 / 12), 0, 6));
  check(follow(minimum::with_rods(minimum::taut_net(12, 0.02 / 12)), 0, 4));
}

TEST_CASE("many processes find the velocities of a single machine for spheres") {
  check(follow(minimum::pile(100, 2e-3), 50, 6));
  check(follow(minimum::crystal(2, 1e-2, 2.0), 0, 4));
}

TEST_CASE("a few steps agree for any number of processes") {
  check(follow(minimum::falling_net(6, 0.01), 14, 2));
  check(follow(minimum::pile(12, 2e-3), 40, 2));
}

// Minutes: nets of up to 180,000 strings and ten thousand spheres. Enabled by ZWANG_LONG.
TEST_CASE("many processes find the velocities of a single machine for large scenes") {
  if (!std::getenv("ZWANG_LONG")) return;
  const auto look = [](const char* name, minimum::Scene scene, int skip, int steps,
                       double tolerance = 1e-10) {
    const Course course = follow(std::move(scene), skip, steps, tolerance);
    check(course);
    if (Processes().rank() == 0)
      fmt::print(
          "{}: {} steps, {} rows, apart {:.1e}, natural {:.1e}, {} factorisations; {:.1f} s by "
          "one, "
          "{:.1f} s by all\n",
          name, course.steps, course.rows, course.apart, course.natural, course.factorisations,
          course.by_one, course.by_all);
  };
  look("net 30", minimum::falling_net(30, 0.06 / 30), 80, 20);
  look("net 100", minimum::falling_net(100, 0.06 / 100), 60, 5);
  look("taut 100", minimum::taut_net(100, 0.02 / 100), 0, 5);
  // two answers at 1e-11 are 1e-8 apart: the larger a taut net, the less its residual says
  look("taut 300", minimum::taut_net(300, 0.02 / 300), 0, 2, 1e-12);
  look("pile 1000", minimum::pile(1000, 2e-3), 400, 10);
  look("pile 10000", minimum::pile(10000, 2e-3), 300, 5);
}

// 0 ≤ x for the first unknown and x ≤ −1 for the last, each at most the next.
TEST_CASE("a contradiction across processes is proved") {
  const Processes processes;
  const int n = 24;
  minimum::Problem problem;
  problem.point(1.0, n);
  problem.free(Vector::Zero(n));
  const auto at_most = [&](std::vector<minimum::Entry> entries, double offset) {
    problem.row(Kind::inequality, entries, offset);
  };
  at_most({{0, -1.0}}, 0.0);
  for (int i = 0; i + 1 < n; ++i) at_most({{i, 1.0}, {i + 1, -1.0}}, 0.0);
  at_most({{n - 1, 1.0}}, 1.0);
  const SharedOut shared(processes, problem);
  const minimum::SparseSolution found = Solver(processes).solve(shared.part());
  CHECK(found.outcome == SparseOutcome::contradictory);
  CHECK(excludes(processes, shared.part(), found.proof, 0.0));
  // without the last row there is a way
  minimum::Problem open;
  open.point(1.0, n);
  open.free(Vector::Constant(n, -1.0));
  for (int i = 0; i < n; ++i) open.row(problem.kind(i), problem.entries(i), problem.offset(i));
  const SharedOut admissible(processes, open);
  const minimum::SparseSolution rest = Solver(processes).solve(admissible.part());
  CHECK(rest.outcome == SparseOutcome::found);
  CHECK(rest.x.cwiseAbs().sum() < 1e-10);
}

TEST_CASE("a process may have no rows or no unknowns, and a problem without rows is solved") {
  const Processes processes;
  minimum::Problem problem;
  problem.point(2.0, 3);
  problem.free(Vector{{1.0, 2.0, -3.0}});
  const SharedOut free(processes, problem);
  const minimum::SparseSolution nothing = Solver(processes).solve(free.part());
  CHECK(nothing.outcome == SparseOutcome::found);
  CHECK(nothing.x == free.part().free);
  problem.at_most_zero({0.0, 1.0, 0.0}, -0.5);
  const SharedOut one(processes, problem);
  const minimum::SparseSolution found = Solver(processes).solve(one.part());
  CHECK(found.outcome == SparseOutcome::found);
  CHECK(found.active == 1);
  if (one.part().rows() == 1) CHECK(found.multipliers[0] == doctest::Approx(3.0));
  if (one.part().unknowns().own() > 0) CHECK(found.x[1] == doctest::Approx(0.5));
}

TEST_CASE("a solver that has seen the pattern gives the solution of a new one") {
  const Processes processes;
  const int own = 4;
  // a chain of unknowns around all processes, each row reaching the next one's first
  const PetscInt all = own * processes.count(), first = own * processes.rank();
  std::vector<PetscInt> others;
  if (processes.count() > 1) others = {(first + own) % all};
  const auto halo = std::make_shared<Halo>(processes, own, others);
  Solver used(processes);
  for (int turn = 0; turn < 4; ++turn) {
    ProblemPart part(halo);
    part.mass = Vector::Constant(own, 1.0 + turn);
    part.free.resize(own);
    for (int i = 0; i < own; ++i)
      part.free[i] = std::sin(1.0 + static_cast<double>(first + i) + turn);
    for (int i = 0; i < own; ++i) {
      const int next = i + 1 < own ? i + 1 : (processes.count() > 1 ? own : 0);
      const minimum::Entry pair[] = {{i, 1.0 + 0.1 * turn}, {next, -1.0}};
      const minimum::Entry turned[] = {{next, -1.0}, {i, 1.0 + 0.1 * turn}};
      part.row(Kind::inequality, next < i ? turned : pair, -0.1);
    }
    const minimum::SparseSolution again = used.solve(part), fresh = Solver(processes).solve(part);
    CHECK(again.outcome == SparseOutcome::found);
    CHECK(again.x == fresh.x);
    CHECK(again.multipliers == fresh.multipliers);
  }
}

TEST_CASE("a certificate of the parts agrees with that of the whole") {
  const Processes processes;
  MovingScene moving(minimum::falling_net(8, 0.01));
  for (int step = 0; step < 30; ++step) {
    moving.pose();
    moving.advance(moving.solve());
  }
  moving.pose();
  const minimum::SparseSolution whole = moving.solve();
  const SharedOut shared(processes, moving.problem());
  // right, and wrong in each of its numbers
  for (const int wrong : {0, 1, 2, 3}) {
    Vector x = whole.x, z = whole.multipliers;
    if (wrong == 1) x[x.size() - 1] += 1e-3;
    if (wrong == 2) z[z.size() / 2] -= 1e-3;
    if (wrong == 3) z *= 1.001;
    const auto truth = minimum::certify_sparse(moving.problem(), x, z, 0.0);
    const auto parts =
        certify(processes, shared.part(), shared.unknowns_of(x), shared.rows_of(z), 0.0);
    CHECK(parts.natural == doctest::Approx(truth.natural).epsilon(1e-6));
    CHECK(parts.rows == doctest::Approx(truth.rows).epsilon(1e-6));
    CHECK(parts.signs == doctest::Approx(truth.signs).epsilon(1e-6));
    CHECK(parts.complementarity == doctest::Approx(truth.complementarity).epsilon(1e-6));
    CHECK(parts.holds(1e-10) == truth.holds(1e-10));
    CHECK(parts.holds(1e-10) == (wrong == 0));
  }
  Vector x = shared.unknowns_of(whole.x);
  if (processes.rank() == 0) x[0] = unset;
  CHECK_FALSE(
      certify(processes, shared.part(), x, shared.rows_of(whole.multipliers), 0.0).holds(1.0));
}
