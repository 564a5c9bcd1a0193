// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What many processes cost beside bare PETSc, in one run. A net of N x N points, every point with a
// velocity of its own; strings are longer than the distance of their points by the part SLACK of it
// (0: all are taut and most of them act; 0.02: about a third of them is reached in a step).
//
//   mpiexec -n P scale-speed N [STEPS [SLACK]]
//
// bare iteration: MatMult with Φ and VecDot; ours: one step of the burst.
// bare solve:     KSP (conjugate gradients behind a Cholesky factor of MUMPS) of Φ_FF + ε, matrix
//                 made, ordered, factored and solved; ours: the free rows taken and solved.
// solve:          the minimum problem with every string in it, from nothing.
// step:           whole time steps, positions included.
// Beyond 300 x 300 points only iterations and steps.
// Times are wall times of the slowest process, each the least of five.

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>

#include "zwang/scale/burst.hpp"
#include "zwang/scale/dual.hpp"
#include "zwang/scale/free_rows.hpp"
#include "zwang/scale/net_pattern.hpp"
#include "zwang/scale/stepping.hpp"

namespace zwang::scale {
namespace {

constexpr double h = 1e-4;
constexpr PetscInt largest_beside_bare_solves = 300;

NetPattern net(PetscInt n, double slack) {
  NetPattern net;
  net.size = {n, n};
  net.along = {1.0 / static_cast<double>(n - 1), 0.0, 0.0};
  net.across = {0.0, 1.0 / static_cast<double>(n - 1), 0.0};
  net.mass = 1.0 / (static_cast<double>(n) * static_cast<double>(n));
  net.held = {{0, 0}, {n - 1, n - 1}};
  net.gravity = {0.0, 0.0, -9.81};
  net.kick = 450.0 * net.along[0];  // up to 0.045 of a mesh in a step
  net.add_strings(slack);
  return net;
}

// The problem of velocities with every string in it.
ProblemPart problem_of(const SystemPart& part) {
  ProblemPart problem(part.unknowns());
  problem.mass = part.mass();
  problem.free = part.start_velocities();
  const auto own = static_cast<std::size_t>(part.unknowns()->size());
  std::vector<double> q(static_cast<std::size_t>(part.places())), u(q.size(), 0.0);
  std::copy(part.start().begin(), part.start().end(), q.begin());
  part.unknowns()->bring(std::span(q).first(own));
  std::ranges::copy(part.held(), q.begin() + part.unknowns()->size());
  std::vector<minimum::Entry> entries;
  for (const Family& family : part.families()) {
    FamilyRows rows;
    family.evaluate(q, u, rows);
    for (int k = 0; k < family.members(); ++k) {
      entries.clear();
      for (std::size_t i = 0; i < family.inputs(); ++i)
        if (const int place = family.place(k, i); place < part.unknowns()->size())
          entries.push_back({place, rows.a[static_cast<std::size_t>(k) * family.inputs() + i]});
      problem.row(minimum::Kind::inequality, entries, rows.f[static_cast<std::size_t>(k)] / h);
    }
  }
  return problem;
}

// Seconds of the slowest process, the least of `times`.
template <class Work>
double seconds(const Processes& processes, int times, Work&& work) {
  double best = 1e300;
  for (int k = 0; k < times; ++k) {
    MPI_Barrier(processes.comm());
    const double from = MPI_Wtime();
    work();
    best = std::min(best, processes.largest(MPI_Wtime() - from));
  }
  return best;
}

double bare_iteration(const Dual& dual, int times) {
  Held<Vec> x, y;
  check(MatCreateVecs(dual.phi(), x.fresh(), y.fresh()));
  check(VecSet(x, 1.0));
  return seconds(dual.processes(), 5,
                 [&] {
                   PetscScalar dot = 0.0;
                   for (int k = 0; k < times; ++k) {
                     check(MatMult(dual.phi(), x, y));
                     check(VecDot(x, y, &dot));
                   }
                 }) /
         times;
}

double bare_solve(const Dual& dual, const std::vector<unsigned char>& free) {
  std::vector<PetscInt> numbers;
  for (int i = 0; i < dual.rows(); ++i)
    if (free[static_cast<std::size_t>(i)] != 0) numbers.push_back(dual.joined().first() + i);
  Held<IS> set;
  check(ISCreateGeneral(dual.processes().comm(), static_cast<PetscInt>(numbers.size()),
                        numbers.data(), PETSC_COPY_VALUES, set.fresh()));
  return seconds(dual.processes(), 5, [&] {
    Held<Mat> k;
    check(MatCreateSubMatrix(dual.phi(), set, set, MAT_INITIAL_MATRIX, k.fresh()));
    check(MatShift(k, 1e-8));
    check(MatSetOption(k, MAT_SPD, PETSC_TRUE));
    KSP ksp = nullptr;
    PC pc = nullptr;
    check(KSPCreate(dual.processes().comm(), &ksp));
    check(KSPSetOperators(ksp, k, k));
    check(KSPSetType(ksp, KSPCG));
    check(KSPSetTolerances(ksp, 1e-12, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    check(KSPGetPC(ksp, &pc));
    check(PCSetType(pc, PCCHOLESKY));
    check(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    Held<Vec> x, b;
    check(MatCreateVecs(k, x.fresh(), b.fresh()));
    check(VecSet(b, 1.0));
    check(KSPSolve(ksp, b, x));
    check(KSPDestroy(&ksp));
  });
}

double peak_mib() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

class Measure {
 public:
  Measure(const Processes& processes, PetscInt n, double slack)
      : processes_(processes), n_(n), pattern_(net(n, slack)) {}

  void run(int steps) const {
    const double from = MPI_Wtime();
    const Partition partition(processes_, pattern_);
    const SystemPart part(processes_, pattern_, partition);
    const double made = processes_.largest(MPI_Wtime() - from);
    say(fmt::format("net {0} x {0}, {1} processes, made in {2:.2f} s", n_, processes_.count(),
                    made));
    say_memory();
    iterations(part);
    if (n_ <= largest_beside_bare_solves) solve(part);
    say_memory();
    follow(part, steps);
    say_memory();
  }

 private:
  void say(const std::string& text) const {
    if (processes_.rank() > 0) return;
    fmt::print("{}\n", text);
    std::fflush(stdout);
  }

  void say_memory() const {
    say(fmt::format("memory: {:.0f} MiB in all", processes_.sum(peak_mib())));
  }

  void iterations(const SystemPart& part) const {
    const ProblemPart problem = problem_of(part);
    Dual dual(processes_);
    const double from = MPI_Wtime();
    dual.read(problem, 0.0);
    const double first = processes_.largest(MPI_Wtime() - from);
    const double again = seconds(processes_, 3, [&] { dual.read(problem, 0.0); });
    const double rows = dual.all_rows();
    say(fmt::format("{:.0f} rows; dual read in {:.3f} s, with the same pattern in {:.3f} s", rows,
                    first, again));
    constexpr int times = 100;
    std::vector<double> z(static_cast<std::size_t>(dual.rows()));
    Burst burst;
    burst.prepare(dual);
    const double ours = seconds(processes_, 5,
                                [&] {
                                  std::ranges::fill(z, 0.0);
                                  burst.run(dual, z, times, minimum::BurstEnd::all);
                                }) /
                        times;
    const double bare = bare_iteration(dual, times);
    say(fmt::format("iteration: ours {:.3f} ms ({:.2f} ns per row), bare {:.3f} ms: {:.2f}",
                    1e3 * ours, 1e9 * ours / rows, 1e3 * bare, ours / bare));
    if (n_ <= largest_beside_bare_solves) direct(dual, z);
  }

  // The rows that z leaves free.
  void direct(const Dual& dual, const std::vector<double>& z) const {
    std::vector<unsigned char> free(z.size());
    for (std::size_t i = 0; i < z.size(); ++i) free[i] = z[i] > 0.0;
    const double ours = seconds(processes_, 5, [&] {
      FreeRows free_rows(processes_);
      free_rows.begin(dual);
      free_rows.take(dual, free);
      std::vector<double> r(dual.right()), x(r.size());
      free_rows.solve(dual, r, 1e-12 * dual.scale(), x);
    });
    const double bare = bare_solve(dual, free);
    say(fmt::format("direct: {} rows, ours {:.3f} s, bare {:.3f} s: {:.2f}",
                    processes_.sum(static_cast<int>(std::ranges::count(free, 1))), ours, bare,
                    ours / bare));
  }

  void solve(const SystemPart& part) const {
    const ProblemPart problem = problem_of(part);
    Solver solver(processes_);
    minimum::SparseSolution solution;
    const double spent = seconds(
        processes_, 1, [&] { solution = solver.solve(problem, {}, {.judge_unique = false}); });
    const double rows = processes_.sum(static_cast<double>(problem.rows()));
    say(fmt::format("solve: {:.3f} s, {:.0f} ns per row: {}", spent, 1e9 * spent / rows,
                    solution.brief()));
  }

  void follow(const SystemPart& part, int steps) const {
    Stepping stepping(part);
    State state{part.start(), part.start_velocities(), 0.0};
    for (int step = 0; step < steps; ++step) {
      const StepCounts before = stepping.counts();
      MPI_Barrier(processes_.comm());
      const double from = MPI_Wtime();
      const StepOutcome outcome = stepping.advance(state, h);
      const double spent = processes_.largest(MPI_Wtime() - from);
      const StepCounts& now = stepping.counts();
      say(fmt::format(
          "step {}: {}, {:.3f} s, {} solves, {} factorisations, {} products, natural {:.1e}, "
          "violation {:.1e}",
          step, name(outcome), spent, now.solves - before.solves,
          now.factorisations - before.factorisations, now.products - before.products, now.natural,
          now.violation));
      if (outcome != StepOutcome::taken) break;
    }
  }

  const Processes& processes_;
  PetscInt n_;
  NetPattern pattern_;
};

}  // namespace
}  // namespace zwang::scale

int main(int argc, char** argv) {
  const zwang::scale::Session session(argc, argv);
  const zwang::scale::Processes processes;
  if (argc < 2) {
    if (processes.rank() == 0) fmt::print("usage: mpiexec -n P scale-speed N [STEPS [SLACK]]\n");
    return 2;
  }
  const zwang::scale::Measure measure(processes, std::atoi(argv[1]),
                                      argc > 3 ? std::atof(argv[3]) : 0.0);
  measure.run(argc > 2 ? std::atoi(argv[2]) : 3);
}
