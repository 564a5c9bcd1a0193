// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/hard-problems/build.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang::hard {
namespace {

std::vector<int> rows_that_are(const HardProblem& problem, bool equation) {
  std::vector<int> chosen;
  for (int i = 0; i < static_cast<int>(problem.rows.size()); ++i)
    if (problem.rows[index(i)].equation == equation) chosen.push_back(i);
  return chosen;
}

template <typename Items>
auto pick(Random& random, const Items& items) {
  return items[index(random.between(0, static_cast<int>(items.size()) - 1))];
}

// row += factor · other, right side included
void add(HardRow& row, const HardRow& other, const Dyadic& factor) {
  for (std::size_t j = 0; j < row.a.size(); ++j) row.a[j] += factor * other.a[j];
  row.b += factor * other.b;
}

HardRow nothing(int n) {
  HardRow row;
  row.a.resize(index(n));
  return row;
}

// M = L D Lᵀ, L unit lower triangular of −1, 0, 1.
void set_mass(HardProblem& problem, Random& random, Mass kind) {
  const int n = problem.n;
  std::vector<Dyadic> lower(index(n) * index(n));
  std::vector<Dyadic> d(index(n));
  const double density = n >= 8 ? 0.3 : 0.7;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      if (random.chance(density)) lower[index(i * n + j)] = random.between(-1, 1);
    lower[index(i * n + i)] = 1;
    d[index(i)] =
        kind == Mass::ill ? Dyadic::power(random.between(-12, 12)) : Dyadic(random.between(1, 9));
  }
  const int special = random.between(0, n - 1);
  if (kind == Mass::indefinite) d[index(special)] = -random.between(1, 9);
  problem.mass.assign(index(n) * index(n), Dyadic());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      Dyadic sum;
      for (int k = 0; k <= j; ++k) {
        if (lower[index(i * n + k)].zero() || lower[index(j * n + k)].zero()) continue;
        sum += lower[index(i * n + k)] * d[index(k)] * lower[index(j * n + k)];
      }
      problem.m(i, j) = problem.m(j, i) = sum;
    }
  if (kind == Mass::massless)
    for (int j = 0; j < n; ++j) problem.m(special, j) = problem.m(j, special) = Dyadic();
  if (kind == Mass::massless || kind == Mass::indefinite) {
    // The coordinate is tied to the others by an equation: x_s + Σ c x = given. For an indefinite
    // mass the factor column of L is what must vanish: (Lᵀx)_s = given.
    HardRow tie = nothing(n);
    tie.equation = true;
    if (kind == Mass::massless) {
      tie.a = small_row(random, n, 3);
      tie.a[index(special)] = random.sign();
    } else {
      for (int i = 0; i < n; ++i) tie.a[index(i)] = lower[index(i * n + special)];
    }
    tie.b = along(tie.a, problem.answer);
    tie.multiplier = random.between(-9, 9);
    problem.rows.push_back(std::move(tie));
  }
}

}  // namespace

Dyadic along(const std::vector<Dyadic>& a, const std::vector<Dyadic>& x) {
  Dyadic sum;
  for (std::size_t j = 0; j < a.size(); ++j)
    if (!a[j].zero()) sum += a[j] * x[j];
  return sum;
}

std::vector<Dyadic> small_row(Random& random, int n, int size) {
  const double density = n >= 8 ? 0.3 : 0.7;
  std::vector<Dyadic> row(index(n));
  bool empty = true;
  while (empty)
    for (Dyadic& entry : row) {
      entry = random.chance(density) ? random.between(-size, size) : 0;
      empty = empty && entry.zero();
    }
  return row;
}

std::vector<int> active_rows(const HardProblem& problem) {
  std::vector<int> chosen;
  for (int i = 0; i < static_cast<int>(problem.rows.size()); ++i) {
    const HardRow& row = problem.rows[index(i)];
    if (row.equation || along(row.a, problem.answer) == row.b) chosen.push_back(i);
  }
  return chosen;
}

void append(HardProblem& problem, HardRow row) {
  if (!row.multiplier.zero())
    for (std::size_t j = 0; j < row.a.size(); ++j) problem.force[j] += row.multiplier * row.a[j];
  problem.rows.push_back(std::move(row));
}

HardProblem build(Random& random, int max_n, const Shape& shape) {
  HardProblem problem;
  const int n = problem.n = random.between(2, max_n);
  const int equations = std::max(shape.least_equations, random.between(0, n / 3));
  const int active = std::max(shape.least_active, random.between(0, n - equations));
  const int inequalities = std::max(active, random.between(0, n + n / 2));
  for (int j = 0; j < n; ++j) problem.answer.emplace_back(random.between(-9, 9));
  set_mass(problem, random, shape.mass);
  for (int i = 0; i < equations + inequalities; ++i) {
    HardRow row;
    row.a = small_row(random, n, 3);
    row.b = along(row.a, problem.answer);
    row.equation = i < equations;
    const bool acts = i < equations + active;
    if (row.equation)
      row.multiplier = random.between(-9, 9);
    else if (acts)
      row.multiplier = random.chance(shape.weak) ? 0 : random.between(1, 9);
    else
      row.b += random.between(1, 9);
    problem.rows.push_back(std::move(row));
  }
  // X = M x* + Σ multiplier · row
  problem.force.resize(index(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      problem.force[index(i)] += problem.m(i, j) * problem.answer[index(j)];
  for (const HardRow& row : problem.rows)
    for (int j = 0; j < n; ++j) problem.force[index(j)] += row.multiplier * row.a[index(j)];
  return problem;
}

void redundant_equation(HardProblem& problem, Random& random) {
  const auto equations = rows_that_are(problem, true);
  if (equations.empty()) return;
  HardRow row = nothing(problem.n);
  row.equation = true;
  for (const int i : equations) add(row, problem.rows[index(i)], random.between(-2, 2));
  append(problem, std::move(row));
}

void duplicate_inequality(HardProblem& problem, Random& random) {
  const auto inequalities = rows_that_are(problem, false);
  if (inequalities.empty()) return;
  HardRow& old = problem.rows[index(pick(random, inequalities))];
  const int k = random.between(-3, 3);
  HardRow row = nothing(problem.n);
  add(row, old, Dyadic::power(k));
  if (random.chance(0.5)) {
    old.multiplier = old.multiplier.scaled(-1);
    row.multiplier = old.multiplier.scaled(-k);
  }
  problem.rows.push_back(std::move(row));
}

void implied_inequality(HardProblem& problem, Random& random) {
  HardRow row = nothing(problem.n);
  for (const HardRow& old : problem.rows) {
    const int low = old.equation ? -2 : 0;
    if (random.chance(0.5)) add(row, old, random.between(low, 2));
  }
  row.b += random.between(0, 1);
  append(problem, std::move(row));
}

void equation_as_two_inequalities(HardProblem& problem, Random& random) {
  const auto equations = rows_that_are(problem, true);
  if (equations.empty()) return;
  HardRow& row = problem.rows[index(pick(random, equations))];
  row.equation = false;
  HardRow other = nothing(problem.n);
  add(other, row, -1);
  if (row.multiplier.sign() < 0) {
    other.multiplier = -row.multiplier;
    row.multiplier = 0;
  }
  problem.rows.push_back(std::move(other));
}

void active_as_equation(HardProblem& problem, Random& random) {
  std::vector<int> chosen;
  for (const int i : active_rows(problem))
    if (!problem.rows[index(i)].equation) chosen.push_back(i);
  if (!chosen.empty()) problem.rows[index(pick(random, chosen))].equation = true;
}

void near_parallel_row(HardProblem& problem, Random& random) {
  const auto active = active_rows(problem);
  if (active.empty()) return;
  HardRow row = nothing(problem.n);
  const Dyadic side = random.sign();
  add(row, problem.rows[index(pick(random, active))], side);
  const auto away = small_row(random, problem.n, 3);
  const int k = random.between(8, 40);
  for (std::size_t j = 0; j < away.size(); ++j) row.a[j] += away[j].scaled(-k);
  row.b = along(row.a, problem.answer);
  row.multiplier = random.between(0, 2);
  append(problem, std::move(row));
}

void scale_rows(HardProblem& problem, Random& random) {
  for (HardRow& row : problem.rows) {
    const int k = random.between(-20, 20);
    for (Dyadic& entry : row.a) entry = entry.scaled(k);
    row.b = row.b.scaled(k);
    row.multiplier = row.multiplier.scaled(-k);
    row.weight = row.weight.scaled(-k);
  }
}

void permute(HardProblem& problem, Random& random) {
  for (int i = static_cast<int>(problem.rows.size()) - 1; i > 0; --i)
    std::swap(problem.rows[index(i)], problem.rows[index(random.between(0, i))]);
  const int n = problem.n;
  std::vector<int> order(index(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i) std::swap(order[index(i)], order[index(random.between(0, i))]);
  const auto reorder = [&](std::vector<Dyadic>& vector) {
    std::vector<Dyadic> result(index(n));
    for (int i = 0; i < n; ++i) result[index(i)] = vector[index(order[index(i)])];
    vector = std::move(result);
  };
  reorder(problem.answer);
  reorder(problem.force);
  for (HardRow& row : problem.rows) reorder(row.a);
  std::vector<Dyadic> mass(problem.mass.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      mass[index(i * n + j)] = problem.m(order[index(i)], order[index(j)]);
  problem.mass = std::move(mass);
}

// x_i = x'_i + c x'_j: columns j of rows and mass gain c times column i.
void shear(HardProblem& problem, Random& random) {
  const int n = problem.n;
  const int i = random.between(0, n - 1);
  const int j = (i + random.between(1, n - 1)) % n;
  const Dyadic c = random.sign();
  for (HardRow& row : problem.rows) row.a[index(j)] += c * row.a[index(i)];
  for (int k = 0; k < n; ++k) problem.m(k, j) += c * problem.m(k, i);
  for (int k = 0; k < n; ++k) problem.m(j, k) += c * problem.m(i, k);
  problem.force[index(j)] += c * problem.force[index(i)];
  problem.answer[index(i)] -= c * problem.answer[index(j)];
}

void shift_frame(HardProblem& problem, Random& random) {
  const int n = problem.n;
  std::vector<Dyadic> by(index(n));
  for (Dyadic& entry : by) entry = random.between(-9, 9);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) problem.force[index(i)] += problem.m(i, j) * by[index(j)];
    problem.answer[index(i)] += by[index(i)];
  }
  for (HardRow& row : problem.rows) row.b += along(row.a, by);
}

void scale_mass(HardProblem& problem, int k) {
  for (Dyadic& entry : problem.mass) entry = entry.scaled(k);
  for (Dyadic& entry : problem.force) entry = entry.scaled(k);
  for (HardRow& row : problem.rows) row.multiplier = row.multiplier.scaled(k);
}

void scale_time(HardProblem& problem, int k) {
  for (Dyadic& entry : problem.force) entry = entry.scaled(k);
  for (Dyadic& entry : problem.answer) entry = entry.scaled(k);
  for (HardRow& row : problem.rows) {
    row.b = row.b.scaled(k);
    row.multiplier = row.multiplier.scaled(k);
  }
  problem.gap = problem.gap.scaled(k);
}

void zero_row(HardProblem& problem, Random& random) {
  HardRow row = nothing(problem.n);
  row.b = random.between(0, 1);
  row.equation = row.b.zero() && random.chance(0.3);
  row.multiplier = row.b.zero() ? random.between(0, 1) : 0;
  append(problem, std::move(row));
}

void tiny_margin(HardProblem& problem, Random& random) {
  const auto inequalities = rows_that_are(problem, false);
  if (inequalities.empty()) return;
  HardRow& row = problem.rows[index(pick(random, inequalities))];
  const Dyadic tiny = Dyadic::power(-random.between(10, 40));
  const Dyadic value = along(row.a, problem.answer);
  if (row.b == value) {
    const Dyadic change = tiny - row.multiplier;
    for (std::size_t j = 0; j < row.a.size(); ++j) problem.force[j] += change * row.a[j];
    row.multiplier = tiny;
  } else {
    row.b = value + tiny;
  }
}

void overdetermine(HardProblem& problem, Random& random) {
  const int already = static_cast<int>(active_rows(problem).size());
  const int wanted = problem.n + random.between(0, 3);
  for (int i = already; i < wanted; ++i) {
    HardRow row;
    row.a = small_row(random, problem.n, 3);
    row.b = along(row.a, problem.answer);
    row.multiplier = random.chance(0.5) ? 0 : random.between(1, 9);
    append(problem, std::move(row));
  }
}

void thin_slab(HardProblem& problem, Random& random) {
  HardRow row = nothing(problem.n);
  for (const int i : active_rows(problem)) add(row, problem.rows[index(i)], -1);
  row.b += Dyadic::power(-random.between(4, 30));
  append(problem, std::move(row));
}

// −(Σ w a) x ≤ −Σ w b − δ: with the rows themselves the sum reads 0 ≤ −δ.
void contradict(HardProblem& problem, Random& random) {
  constexpr std::array<int, 6> gaps = {0, -1, -4, -8, -16, -30};
  HardRow row = nothing(problem.n);
  bool empty = true;
  for (HardRow& old : problem.rows) {
    if (random.chance(0.5)) continue;
    old.weight = old.equation ? random.either(1, 2) : random.between(1, 3);
    add(row, old, -old.weight);
    empty = false;
  }
  problem.gap = Dyadic::power(pick(random, gaps));
  row.b -= problem.gap;
  row.weight = 1;
  problem.expected = Expected::contradictory;
  if (empty && problem.rows.empty()) row.b = -problem.gap;
  problem.rows.push_back(std::move(row));
}

}  // namespace zwang::hard
