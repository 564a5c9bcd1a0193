// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Nets, piles and crystals in motion, answered by the sparse solver: what a step costs, and what it
// costs relative to one bare factorisation, analysis and solve included, of the rows that act in
// its answer, with the same factoriser (Eigen's simplicial LDLT, ordered by AMD). Times are CPU
// times.
//
// Usage: sparse-scenes [SCENE SIZE STEPS [STEP-LENGTH]]
//   SCENE is net, net-rods, taut, taut-rods, pile, crystal or crystal-soft, SIZE the points or
//   cells along an edge, for a pile the number of spheres. Without arguments: a short run of each.
//   `positions` are the projections of the positions that follow the steps.

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "tests/minimum/moving_scenes.hpp"
#include "zwang/minimum/problem.hpp"

namespace {

using namespace zwang;
using namespace zwang::minimum;

double cpu_ms() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

// Φ_SS + ε for the rows that act, factored once from nothing.
double bare_ms(const Problem& problem, const Vector& multipliers) {
  std::vector<Eigen::Triplet<double>> entries;
  int count = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    if (multipliers[i] == 0.0 && problem.kind(i) == Kind::inequality) continue;
    for (const Entry& entry : problem.entries(i))
      entries.emplace_back(count, entry.column,
                           entry.value / std::sqrt(problem.mass(entry.column)[0]));
    ++count;
  }
  if (count == 0) return 0.0;
  Eigen::SparseMatrix<double> rows(count, problem.unknowns());
  rows.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseMatrix<double> phi = rows * rows.transpose();
  const double shift = 1e-8 * phi.diagonal().maxCoeff();
  for (int i = 0; i < count; ++i) phi.coeffRef(i, i) += shift;
  const Vector right = Vector::Ones(count);
  const double from = cpu_ms();
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(phi);
  const Vector x = factor.solve(right);
  const double spent = cpu_ms() - from;
  return x.allFinite() ? spent : spent + 1e300;
}

Scene scene_of(const std::string& name, int size, double h) {
  if (name == "net") return falling_net(size, h > 0.0 ? h : 0.06 / size);
  if (name == "net-rods") return with_rods(falling_net(size, h > 0.0 ? h : 0.06 / size));
  if (name == "taut") return taut_net(size, h > 0.0 ? h : 0.02 / size);
  if (name == "taut-rods") return with_rods(taut_net(size, h > 0.0 ? h : 0.02 / size));
  if (name == "pile") return pile(size, h > 0.0 ? h : 2e-3);
  if (name == "crystal") return crystal(size, h > 0.0 ? h : 1e-2, 2.0);
  if (name == "crystal-soft") return crystal(size, h > 0.0 ? h : 1e-2, 0.3);
  fmt::print(stderr, "no scene is called '{}'\n", name);
  std::exit(2);
}

class Tally {
 public:
  void add(const Problem& problem, const SparseSolution& solution, double spent) {
    const double bare = bare_ms(problem, solution.multipliers);
    ++count_;
    failures_ += !solution.usable();
    not_unique_ += !solution.unique;
    rows_ += problem.rows();
    active_ += solution.active;
    changed_ += solution.changed;
    snapped_ += solution.snapped;
    factorisations_ += solution.factorisations;
    most_factorisations_ = std::max(most_factorisations_, solution.factorisations);
    products_ += solution.products;
    ms_ += spent;
    most_ms_ = std::max(most_ms_, spent);
    bare_ms_ += bare;
    if (bare > 0.0) worst_ratio_ = std::max(worst_ratio_, spent / bare);
    worst_natural_ = std::max(worst_natural_, solution.certificate.natural);
  }
  void overlap(double overlap) { overlap_ = std::max(overlap_, overlap); }
  int failures() const { return failures_; }
  int count() const { return count_; }

  static void heading() {
    fmt::print("{:<16} {:>5} {:>4} {:>7} {:>7} {:>6} {:>10} {:>6} {:>8} {:>9} {:>8} {:>15} {:>8}",
               "", "count", "fail", "rows", "active", "change", "factored", "lin", "ms", "(worst)",
               "bare", "ratio (worst)", "natural");
    fmt::print(" {:>5} {:>6} {:>8}\n", "not 1", "snap", "overlap");
  }
  void print(const std::string& name) const {
    const double n = std::max(count_, 1);
    fmt::print("{:<16} {:>5} {:>4} {:>7.0f} {:>7.0f} {:>6.0f} {:>5.2f} ({:>2}) {:>6.0f} {:>8.2f}",
               name, count_, failures_, rows_ / n, active_ / n, changed_ / n, factorisations_ / n,
               most_factorisations_, products_ / n, ms_ / n);
    fmt::print(" ({:>7.1f}) {:>8.2f} {:>6.2f} ({:>6.1f}) {:>8.1e} {:>5} {:>6.0f} {:>8.1e}\n",
               most_ms_, bare_ms_ / n, ms_ / bare_ms_, worst_ratio_, worst_natural_, not_unique_,
               snapped_ / n, overlap_);
    std::fflush(stdout);
  }

 private:
  int count_ = 0, failures_ = 0, not_unique_ = 0, most_factorisations_ = 0;
  double rows_ = 0, active_ = 0, changed_ = 0, factorisations_ = 0, products_ = 0, snapped_ = 0;
  double ms_ = 0, bare_ms_ = 0, most_ms_ = 0, worst_ratio_ = 0, worst_natural_ = 0, overlap_ = 0;
};

// Positions are within this part of a string's length, in at most so many projections.
constexpr double enough = 1e-6;
constexpr int most_projections = 10;

int measure(const std::string& name, int size, int steps, double h) {
  const Scene scene = scene_of(name, size, h);
  SparseOptions options;
  options.touching = 1e-10 / scene.h;
  MovingScene moving(scene, options);
  Tally whole, part, positions;
  for (int step = 0; step < steps; ++step) {
    moving.pose();
    double from = cpu_ms();
    const SparseSolution solution = moving.solve();
    double spent = cpu_ms() - from;
    whole.add(moving.problem(), solution, spent);
    part.add(moving.problem(), solution, spent);
    if (!solution.usable())
      fmt::print("{:>5} {:.2f} ms, changed {}: {}\n", step, spent, solution.changed,
                 solution.brief());
    moving.advance(solution);
    for (int k = 0; k < most_projections && moving.worst_overlap() > enough; ++k) {
      from = cpu_ms();
      const SparseSolution correction = moving.correct();
      spent = cpu_ms() - from;
      positions.add(moving.position_problem(), correction, spent);
      if (!correction.usable())
        fmt::print("{:>5} position {:.2f} ms, changed {}: {}\n", step, spent, correction.changed,
                   correction.brief());
    }
    whole.overlap(moving.worst_overlap());
    part.overlap(moving.worst_overlap());
    if (steps >= 500 && (step + 1) % (steps / 5) == 0) {
      part.print(fmt::format("  to {}", step + 1));
      part = Tally();
    }
  }
  whole.print(fmt::format("{} {}", name, size));
  if (positions.count() > 0) positions.print("  positions");
  return whole.failures() + positions.failures();
}

}  // namespace

int main(int argc, char** argv) {
  Tally::heading();
  if (argc >= 4)
    return measure(argv[1], std::atoi(argv[2]), std::atoi(argv[3]),
                   argc > 4 ? std::atof(argv[4]) : 0.0) > 0;
  int failures = 0;
  failures += measure("net", 30, 100, 0.0);
  failures += measure("net-rods", 30, 100, 0.0);
  failures += measure("taut", 30, 100, 0.0);
  failures += measure("taut-rods", 30, 100, 0.0);
  failures += measure("pile", 108, 100, 0.0);
  failures += measure("crystal", 3, 20, 0.0);
  failures += measure("crystal-soft", 3, 20, 0.0);
  return failures > 0;
}
