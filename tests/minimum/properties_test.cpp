// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Properties of reliability.md 3.2: each predicts the new answer from the old one. Exact where the
// arithmetic is exact (powers of two; permutations in rational numbers), else within the two
// bounds.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tools/hard-problems/build.hpp"
#include "tools/hard-problems/question.hpp"
#include "zwang/minimum/problem.hpp"

using namespace zwang;
using namespace zwang::hard;
using minimum::Options;
using minimum::Precision;
using minimum::Solution;

namespace {

int count() {
  const char* const text = std::getenv("ZWANG_PROPERTY_COUNT");
  return text == nullptr ? 10000 : std::atoi(text);
}

// Problem i of the classes that have an answer, in turn.
HardProblem sample(int i, int max_n = 7) {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> solvable;
    for (const auto name : classes())
      if (!name.starts_with("infeasible")) solvable.push_back(name);
    return solvable;
  }();
  return make(names[static_cast<std::size_t>(i) % names.size()], static_cast<std::uint64_t>(i),
              max_n, 20261115);
}

// A change may not fit into doubles; then the next problem is taken.
bool exact(const HardProblem& problem) {
  try {
    question(problem);
    for (const Dyadic& entry : problem.answer) (void)entry.number();
    return true;
  } catch (const Overflow&) {
    return false;
  }
}

bool right(const HardProblem& problem, const Solution& solution) {
  return judge(problem, question(problem), solution) == Judgement::right;
}

// x of `changed` must be that of its construction, which the mutator derived from the old answer.
template <typename Change>
void keeps(const std::string& name, Change&& change, Options options = {}) {
  int tried = 0;
  int failed = 0;
  for (int i = 0; tried < count(); ++i) {
    HardProblem problem = sample(i);
    Random random(static_cast<std::uint64_t>(i));
    try {
      change(problem, random);
    } catch (const Overflow&) {
      continue;
    }
    if (!exact(problem)) continue;
    ++tried;
    const Solution after = solve(question(problem), options);
    if (right(problem, after)) continue;
    ++failed;
    MESSAGE(name << " fails: " << problem.name);
  }
  CHECK_MESSAGE(failed == 0, name);
}

bool same_bits(const Vector& a, const Vector& b, int k) {
  for (Eigen::Index i = 0; i < a.size(); ++i)
    if (std::ldexp(a[i], k) != b[i]) return false;
  return a.size() == b.size();
}

}  // namespace

TEST_CASE("P1: the solution moves with a translation and a rotation of the frame") {
  keeps("shift", [](HardProblem& p, Random& r) { shift_frame(p, r); });
  // five times a rotation: x_i = 3 x'_i − 4 x'_j, x_j = 4 x'_i + 3 x'_j; the new rows and masses
  // are whole
  int failed = 0;
  int tried = 0;
  for (int i = 0; tried < count(); ++i) {
    const HardProblem problem = sample(i);
    HardProblem turned = problem;
    const int n = problem.n;
    const int a = i % n;
    const int b = (a + 1) % n;
    const auto turn = [&](Dyadic& x, Dyadic& y) {
      const Dyadic old = x;
      x = Dyadic(3) * old + Dyadic(4) * y;
      y = Dyadic(3) * y - Dyadic(4) * old;
    };
    try {
      for (HardRow& row : turned.rows)
        turn(row.a[static_cast<std::size_t>(a)], row.a[static_cast<std::size_t>(b)]);
      turn(turned.force[static_cast<std::size_t>(a)], turned.force[static_cast<std::size_t>(b)]);
      for (int k = 0; k < n; ++k) turn(turned.m(k, a), turned.m(k, b));
      for (int k = 0; k < n; ++k) turn(turned.m(a, k), turned.m(b, k));
      question(turned);
    } catch (const Overflow&) {
      continue;
    }
    ++tried;
    const Solution s = solve(question(turned));
    bool good = s.usable();
    for (int k = 0; good && k < n; ++k) {
      // back: x_a = 3 x'_a − 4 x'_b, x_b = 4 x'_a + 3 x'_b
      double x = s.x[k];
      double error = s.errors[k];
      if (k == a || k == b) {
        x = k == a ? 3.0 * s.x[a] - 4.0 * s.x[b] : 4.0 * s.x[a] + 3.0 * s.x[b];
        error = 7.0 * std::max(s.errors[a], s.errors[b]);
      }
      const double truth = problem.answer[static_cast<std::size_t>(k)].number();
      good = std::abs(x - truth) <= error + 1e-14 * (1.0 + std::abs(truth) + s.x.norm());
    }
    if (!good) ++failed;
  }
  CHECK(failed == 0);
}

TEST_CASE("P3: permuting rows and coordinates changes no bit of the exact solution") {
  int failed = 0;
  for (int i = 0; i < count(); ++i) {
    HardProblem problem = sample(i, 5);
    const Solution before = solve(question(problem), {.lowest = Precision::exact});
    Random random(static_cast<std::uint64_t>(i));
    permute(problem, random);
    const Solution after = solve(question(problem), {.lowest = Precision::exact});
    Vector a = before.x;
    Vector b = after.x;
    std::sort(a.data(), a.data() + a.size());
    std::sort(b.data(), b.data() + b.size());
    if (!before.usable() || !after.usable() || !same_bits(a, b, 0) || !right(problem, after))
      ++failed;
  }
  CHECK(failed == 0);
  keeps("relabelling in double", [](HardProblem& p, Random& r) { permute(p, r); });
}

TEST_CASE("P4: masses times 2^k keep the motion bit for bit and scale the multipliers") {
  int failed = 0;
  for (int i = 0; i < count(); ++i) {
    HardProblem problem = sample(i);
    const Solution before = solve(question(problem));
    const int k = i % 61 - 30;
    scale_mass(problem, k);
    const Solution after = solve(question(problem));
    if (!after.usable() || !same_bits(before.x, after.x, 0) ||
        !same_bits(before.multipliers, after.multipliers, k) || before.precision != after.precision)
      ++failed;
  }
  CHECK(failed == 0);
}

TEST_CASE("P5: units of time and length times 2^k scale the solution bit for bit") {
  int failed = 0;
  for (int i = 0; i < count(); ++i) {
    HardProblem problem = sample(i);
    const Solution before = solve(question(problem));
    const int k = i % 61 - 30;
    scale_time(problem, k);
    const Solution after = solve(question(problem));
    if (!after.usable() || !same_bits(before.x, after.x, k) ||
        !same_bits(before.multipliers, after.multipliers, k) || before.precision != after.precision)
      ++failed;
  }
  CHECK(failed == 0);
}

// Not where the mass is positive only thanks to the equations: inequalities do not count there
// (E304).
TEST_CASE("P6: an equation is equivalent to two inequalities") {
  keeps("two inequalities", [](HardProblem& p, Random& r) {
    if (p.name.find("massless") != std::string::npos) throw Overflow{};
    equation_as_two_inequalities(p, r);
  });
}

TEST_CASE("P7: redundant rows change nothing") {
  keeps("redundant equation", [](HardProblem& p, Random& r) { redundant_equation(p, r); });
  keeps("implied inequality", [](HardProblem& p, Random& r) { implied_inequality(p, r); });
}

// Theory 16-3.
TEST_CASE(
    "P8: scaled rows give the same motion: by powers of two bit for bit, by 3 within the bound") {
  int failed = 0;
  for (int i = 0; i < count(); ++i) {
    HardProblem problem = sample(i);
    const Solution before = solve(question(problem));
    Random random(static_cast<std::uint64_t>(i));
    scale_rows(problem, random);
    const Solution after = solve(question(problem));
    if (after.usable() && same_bits(before.x, after.x, 0)) continue;
    ++failed;
    MESSAGE("row scaling fails: " << problem.name);
  }
  CHECK(failed == 0);
  keeps("rows times 3", [](HardProblem& p, Random&) {
    for (HardRow& row : p.rows) {
      for (Dyadic& entry : row.a) entry = Dyadic(3) * entry;
      row.b = Dyadic(3) * row.b;
    }
  });
}

TEST_CASE("P9: duplicated constraints change nothing") {
  keeps("duplicate", [](HardProblem& p, Random& r) { duplicate_inequality(p, r); });
}

TEST_CASE("P10: other coordinates give the same motion") {
  keeps("shear", [](HardProblem& p, Random& r) {
    for (int k = 0; k < 3; ++k) shear(p, r);
  });
}

TEST_CASE("P11: an active inequality can be replaced by an equation") {
  keeps("equation", [](HardProblem& p, Random& r) { active_as_equation(p, r); });
}

TEST_CASE("P14: no admissible neighbour has a smaller zwang") {
  int failed = 0;
  for (int i = 0; i < count(); ++i) {
    const HardProblem problem = sample(i);
    minimum::Problem asked = question(problem);
    const Solution s = solve(asked);
    if (!s.usable()) {
      ++failed;
      continue;
    }
    const int n = problem.n;
    // ½xᵀMx − Xᵀx
    const auto half = [&](const Vector& x) {
      double sum = 0.0;
      for (int a = 0; a < n; ++a) {
        double row = 0.0;
        for (int b = 0; b < n; ++b) row += problem.m(a, b).number() * x[b];
        sum += x[a] * (0.5 * row - problem.force[static_cast<std::size_t>(a)].number());
      }
      return sum;
    };
    const double least = half(s.x);
    Random random(static_cast<std::uint64_t>(i));
    // ten other admissible points, from other forces, and ten points on the way to each
    for (int j = 0; j < 10; ++j) {
      Vector force(n);
      for (int a = 0; a < n; ++a)
        force[a] = problem.force[static_cast<std::size_t>(a)].number() + random.between(-50, 50);
      asked.force(force);
      const Solution other = solve_from(s.held, asked);
      if (!other.usable()) continue;
      for (int t = 1; t <= 10; ++t) {
        const Vector near = s.x + 0x1p-5 * t * (other.x - s.x);
        if (half(near) < least - 1e-9 * (1.0 + std::abs(least))) ++failed;
      }
    }
  }
  CHECK(failed == 0);
}
