// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Paths X(s) = X0 + s X1: the answer is piecewise linear in s and its breaks are known exactly.

#include <doctest/doctest.h>

#include <cmath>

#include "tools/hard-problems/random.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;

// Walls x_i ≤ 0 and X_i = c_i (s − s_i): x_i = min(X_i, 0)/m_i, λ_i = max(X_i, 0). Sheared
// coordinates hide this from the solver; s runs over the breaks themselves, where rows only touch.
TEST_CASE("along a path the active rows change where they must, warm or cold") {
  hard::Random random(5);
  int failed = 0;
  long warm_steps = 0;
  long cold_steps = 0;
  for (int path = 0; path < 300; ++path) {
    const int n = random.between(2, 8);
    Matrix t = Matrix::Identity(n, n);
    for (int k = 0; k < 2 * n; ++k) {
      const int i = random.between(0, n - 1);
      const int j = (i + random.between(1, n - 1)) % n;
      t.col(j) += random.sign() * t.col(i);
    }
    Vector mass(n), speed(n), at(n);
    for (int i = 0; i < n; ++i) {
      mass[i] = random.between(1, 9);
      speed[i] = random.sign() * random.between(1, 9);
      at[i] = random.between(0, 16) / 16.0;
    }
    Problem problem;
    problem.block(t.transpose() * mass.asDiagonal() * t);
    for (int i = 0; i < n; ++i) problem.at_most_zero(Vector(t.row(i)), 0.0, exact_data);
    std::vector<int> held;
    for (int step = 0; step <= 32; ++step) {
      const double s = step / 32.0;
      Vector pull(n), truth(n);
      for (int i = 0; i < n; ++i) {
        pull[i] = speed[i] * (s - at[i]);
        truth[i] = std::min(pull[i], 0.0) / mass[i];
      }
      problem.force(t.transpose() * pull);
      const Solution warm = solve_from(held, problem);
      const Solution cold = solve(problem);
      warm_steps += warm.steps;
      cold_steps += cold.steps;
      held = warm.held;
      for (const Solution& solution : {warm, cold}) {
        bool good = solution.usable();
        if (good) good = (t * solution.x - truth).norm() <= 1e-9 * (1.0 + truth.norm());
        for (int i = 0; good && i < n; ++i)
          good = std::abs(solution.multipliers[i] - std::max(pull[i], 0.0)) <= 1e-9 * 10.0;
        if (!good) ++failed;
      }
    }
  }
  CHECK(failed == 0);
  CHECK(warm_steps < cold_steps / 4);
}
