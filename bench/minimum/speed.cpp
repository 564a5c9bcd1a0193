// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How long a solve takes, as a multiple of one bare Eigen LLT factorisation and solution of the
// same matrix Φ (k × k) in the same run: least of many repetitions.

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>

#include "bench/stopwatch.hpp"
#include "zwang/minimum/certificate.hpp"
#include "zwang/minimum/dual_form.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/scale.hpp"
#include "zwang/minimum/solve.hpp"

namespace {

using namespace zwang;
using namespace zwang::minimum;
using bench::keep;
using bench::Stopwatch;

// k rows on n = 2k unit-ish masses; the first `active` of them act, the others are open.
Problem random_problem(int k, int active, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const int n = 2 * k;
  Problem problem;
  Vector x(n), force(n);
  for (int i = 0; i < n; ++i) {
    const double mass = 0.5 + std::abs(normal(random));
    problem.point(mass);
    x[i] = normal(random);
    force[i] = mass * x[i];
  }
  for (int l = 0; l < k; ++l) {
    Vector row(n);
    for (int j = 0; j < n; ++j) row[j] = normal(random);
    double value = 0.0;
    for (int j = 0; j < n; ++j) value += row[j] * x[j];
    const bool acts = l < active;
    const double multiplier = acts ? 0.1 + std::abs(normal(random)) : 0.0;
    force += multiplier * row;
    problem.at_most_zero(row, -value - (acts ? 0.0 : 1.0 + std::abs(normal(random))));
  }
  problem.force(force);
  return problem;
}

void measure(int k) {
  const Problem problem = random_problem(k, k, 7);
  const Scaling scaling = scaling_of(problem);
  const Dense<double> dense = written_out<double>(problem, scaling);
  std::vector<int> all;
  for (int i = 0; i < k; ++i) all.push_back(i);

  // Φ and Φ0 of all rows
  Matrix b(k, dense.n);
  for (int l = 0; l < k; ++l)
    for (int j = 0; j < dense.n; ++j)
      b(l, j) = dense.row(l)[j] / std::sqrt(dense.mass[static_cast<std::size_t>(j * dense.n + j)]);
  const Matrix phi = b * b.transpose();
  Vector y0(dense.n), phi0(k), z(k);
  for (int j = 0; j < dense.n; ++j)
    y0[j] = dense.pull[static_cast<std::size_t>(j)] /
            std::sqrt(dense.mass[static_cast<std::size_t>(j * dense.n + j)]);
  for (int l = 0; l < k; ++l) phi0[l] = -dense.right(l);
  phi0 += b * y0;

  Eigen::LLT<Matrix> llt;
  Stopwatch unit([&] {
    llt.compute(phi);
    z = phi0;
    llt.solveInPlace(z);
    keep = z[0];
  });

  DenseDelassus delassus;
  Stopwatch given([&] {
    delassus.factor(phi);
    delassus.solve(phi, phi0, z);
    keep = delassus.residual() / std::sqrt(delassus.least());
  });

  DualForm form;
  Attempt attempt;
  Stopwatch assembled([&] {
    form.attempt(dense, all, 1000, attempt);
    keep = attempt.bound;
  });

  Stopwatch whole([&] { keep = solve_from(all, problem).bound; });

  // cold: nothing held, Φ given, k rows act; the proof at the end
  DualSearch search;
  Vector w(k);
  const auto nothing = [](int) {};
  Matrix held(k, k);
  const auto cold_run = [&](int active) {
    w = phi0;
    for (int l = active; l < k; ++l) w[l] = -1.0;
    search.begin(k);
    for (;;) {
      int worst = -1;
      for (int l = 0; l < active; ++l)
        if (!search.holds(l) && w[l] > 1e-13 && (worst < 0 || w[l] > w[worst])) worst = l;
      if (worst < 0) break;
      search.take_hold(worst, dense.kind, phi, w, nothing);
    }
    const auto q = static_cast<Eigen::Index>(search.held().size());
    held.resize(q, q);
    Vector right(q);
    for (Eigen::Index i = 0; i < q; ++i) {
      right[i] = phi0[search.held()[static_cast<std::size_t>(i)]];
      for (Eigen::Index j = 0; j <= i; ++j)
        held(i, j) = phi(search.held()[static_cast<std::size_t>(i)],
                         search.held()[static_cast<std::size_t>(j)]);
    }
    delassus.factor(held);
    delassus.solve(held, right, z);
    keep = delassus.residual();
    return static_cast<int>(q);
  };
  const int active = cold_run(k);
  Stopwatch cold([&] { cold_run(k); });
  Stopwatch cold_whole([&] { keep = solve(problem).bound; });

  const Solution solution = solve(problem);
  Stopwatch certificate([&] { keep = certify(problem, solution.x, solution.multipliers).gap; });
  for (int turn = 0; turn < 60; ++turn)
    for (Stopwatch* watch : {&unit, &given, &assembled, &whole, &cold, &cold_whole, &certificate})
      watch->turn();
  if (attempt.ending != Attempt::Termination::found) fmt::print("not found\n");
  const auto in_units = [&](const Stopwatch& watch) { return watch.least() / unit.least(); };
  fmt::print("{:>4} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} ({:>3} act) {:>8.2f} {:>12.2f}\n",
             k, unit.least(), in_units(given), in_units(assembled), in_units(whole), in_units(cold),
             active, in_units(cold_whole), certificate.least() / whole.least());
}

}  // namespace

int main() {
  fmt::print(
      "   k   LLT us   warm,    with     whole     cold,             whole    certificate\n");
  fmt::print(
      "                given    assembly solve()   given             cold     / whole warm\n");
  for (const int k : {3, 10, 30, 100}) measure(k);
  return 0;
}
