// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/hard-problems/nasty.hpp"

#include <algorithm>
#include <utility>

#include "tools/hard-problems/build.hpp"
#include "zwang/base/index.hpp"

namespace zwang::hard {
namespace {

// Unit masses, x* = 0, no rows.
HardProblem at_equilibrium(int n) {
  HardProblem problem;
  problem.n = n;
  problem.mass.assign(index(n) * index(n), Dyadic());
  for (int i = 0; i < n; ++i) problem.m(i, i) = 1;
  problem.force.assign(index(n), Dyadic());
  problem.answer.assign(index(n), Dyadic());
  return problem;
}

void set_answer(HardProblem& problem, std::vector<Dyadic> answer) {
  problem.answer = std::move(answer);
  for (int i = 0; i < problem.n; ++i)
    for (int j = 0; j < problem.n; ++j)
      problem.force[index(i)] += problem.m(i, j) * problem.answer[index(j)];
}

}  // namespace

HardProblem untied(Random& random, int max_n, Expected expected) {
  HardProblem problem = build(random, max_n, {.mass = Mass::full});
  problem.expected = expected;
  const int n = problem.n;
  const int s = random.between(0, n - 1);
  for (int j = 0; j < n; ++j) problem.m(s, j) = problem.m(j, s) = Dyadic();
  if (expected == Expected::indefinite) problem.m(s, s) = -random.between(1, 9);
  for (HardRow& row : problem.rows) row.a[index(s)] = 0;
  problem.force[index(s)] = expected == Expected::unbounded ? random.either(1, 9) : 0;
  for (HardRow& row : problem.rows)  // the rows may have become empty: keep them possible
    row.b = along(row.a, problem.answer) + (row.equation ? 0 : 1);
  for (int k = 0; k < 3; ++k) shear(problem, random);
  problem.answer.clear();
  return problem;
}

HardProblem corners(Random& random, int max_n) {
  const int n = std::max(2, random.between(2, max_n) & ~1);
  HardProblem problem = at_equilibrium(n);
  problem.blocks_of = 2;
  std::vector<Dyadic> answer(index(n));
  for (int j = 0; j < n; ++j) {
    answer[index(j)] = random.between(-9, 9);
    problem.m(j, j) = random.between(1, 9);
  }
  set_answer(problem, answer);
  for (int j = 0; j + 1 < n; j += 2)
    for (int side = 0; side < 2; ++side) {
      HardRow row;
      row.a.assign(index(n), Dyadic());
      row.a[index(j)] = side == 0 ? 1 : -3;
      row.a[index(j + 1)] = side == 0 ? 0 : 4;
      row.b = along(row.a, problem.answer);
      const int how = random.between(0, 2);  // acts, weakly active, open
      if (how == 0) row.multiplier = random.between(1, 9);
      if (how == 2) row.b += random.between(1, 9);
      append(problem, std::move(row));
    }
  return problem;
}

HardProblem klee_minty(Random& random, int max_n) {
  const int n = random.between(2, max_n);
  HardProblem problem = at_equilibrium(n);
  problem.exponential = true;
  std::vector<Dyadic> answer(index(n));
  answer.back() = 1;
  set_answer(problem, answer);
  const Dyadic pull = Dyadic::power(random.between(0, 20));
  for (int j = 0; j < n; ++j)
    for (int side = 0; side < 2; ++side) {
      HardRow row;
      row.a.assign(index(n), Dyadic());
      row.a[index(j)] = side == 0 ? -1 : 1;
      if (j > 0) row.a[index(j - 1)] = Dyadic::power(-2);
      row.b = side;
      // X = x* + pull e_n: λ of the last lid is pull, each lower row below carries ε of the next
      if (j == n - 1 && side == 1) row.multiplier = pull;
      if (j < n - 1 && side == 0 && 2 * (n - 1 - j) <= 40)
        row.multiplier = pull.scaled(-2 * (n - 1 - j));
      append(problem, std::move(row));
    }
  return problem;
}

HardProblem murty(Random& random, int max_n) {
  const int n = random.between(2, max_n);
  HardProblem problem = at_equilibrium(n);
  problem.exponential = true;
  std::vector<Dyadic> answer(index(n));
  for (Dyadic& entry : answer) entry = random.between(-3, 3);
  set_answer(problem, answer);
  for (int i = 0; i < n; ++i) {
    HardRow row;
    row.a.assign(index(n), Dyadic());
    for (int j = 0; j < i; ++j) row.a[index(j)] = 2;
    row.a[index(i)] = 1;
    row.b = along(row.a, problem.answer);
    if (i == 0)
      row.multiplier = Dyadic::power(n);
    else
      row.b += Dyadic::power(n - i);
    append(problem, std::move(row));
  }
  return problem;
}

HardProblem isolated_vertex(Random& random, int max_n) {
  HardProblem problem = build(random, max_n, {.weak = 0.5});
  problem.rows.clear();
  std::fill(problem.force.begin(), problem.force.end(), Dyadic());
  set_answer(problem, problem.answer);
  for (int i = 0; i < 3 * problem.n; ++i) {
    HardRow row;
    row.a = small_row(random, problem.n, 3);
    row.b = along(row.a, problem.answer);
    row.multiplier = random.chance(0.3) ? random.between(1, 9) : 0;
    append(problem, std::move(row));
  }
  return problem;
}

HardProblem many_multipliers(Random& random, int max_n) {
  HardProblem problem = build(random, max_n, {.least_active = 1});
  for (const int i : active_rows(problem)) {
    const HardRow old = problem.rows[index(i)];
    for (int copy = 0; copy < 2; ++copy) {
      HardRow row = old;
      const int k = random.between(-2, 2);
      for (Dyadic& entry : row.a) entry = entry.scaled(k);
      row.b = row.b.scaled(k);
      row.multiplier = Dyadic();
      problem.rows.push_back(std::move(row));
    }
  }
  implied_inequality(problem, random);
  return problem;
}

HardProblem many_rows(Random& random, int max_n) {
  HardProblem problem = build(random, max_n, {.weak = 0.3});
  while (static_cast<int>(problem.rows.size()) < 40 * problem.n) {
    HardRow row;
    row.a = small_row(random, problem.n, 3);
    row.b = along(row.a, problem.answer) + random.between(0, 9);
    append(problem, std::move(row));
  }
  return problem;
}

HardProblem magnitudes(Random& random, int max_n) {
  HardProblem problem = build(random, max_n, {.mass = Mass::ill, .weak = 0.3});
  const int mass = random.between(-450, 450);
  const int time = random.between(std::max(-450, -850 - mass), std::min(450, 850 - mass));
  scale_mass(problem, mass);
  scale_time(problem, time);
  for (HardRow& row : problem.rows) {
    const int k =
        random.between(std::max(-450, mass + time - 900), std::min(450, mass + time + 900));
    for (Dyadic& entry : row.a) entry = entry.scaled(k);
    row.b = row.b.scaled(k);
    row.multiplier = row.multiplier.scaled(-k);
  }
  return problem;
}

}  // namespace zwang::hard
