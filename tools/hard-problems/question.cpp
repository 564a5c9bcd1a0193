// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/hard-problems/question.hpp"

#include <cmath>

#include "zwang/minimum/problem.hpp"

namespace zwang::hard {
namespace {

// 113 bits hold the difference of two doubles of similar size exactly, and the sum below to 1e-33.
__extension__ typedef __float128 Long;

minimum::Outcome outcome(Expected expected) {
  switch (expected) {
    case Expected::found: return minimum::Outcome::found;
    case Expected::contradictory: return minimum::Outcome::contradictory;
    case Expected::indefinite: return minimum::Outcome::indefinite;
    case Expected::undetermined: return minimum::Outcome::undetermined;
    case Expected::unbounded: break;
  }
  return minimum::Outcome::unbounded;
}

}  // namespace

minimum::Problem question(const HardProblem& problem, double tau) {
  minimum::Problem asked;
  const int n = problem.n;
  const int size = problem.blocks_of > 0 ? problem.blocks_of : n;
  for (int first = 0; first < n; first += size) {
    Matrix mass(size, size);
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) mass(i, j) = problem.m(first + i, first + j).number();
    asked.block(mass);
  }
  Vector force(n);
  for (int i = 0; i < n; ++i) force[i] = problem.force[static_cast<std::size_t>(i)].number();
  asked.force(force);
  std::vector<minimum::Entry> entries;
  for (const HardRow& row : problem.rows) {
    entries.clear();
    for (int j = 0; j < n; ++j)
      if (const Dyadic& entry = row.a[static_cast<std::size_t>(j)]; !entry.zero())
        entries.push_back({j, entry.number()});
    asked.row(row.equation ? minimum::Kind::equation : minimum::Kind::inequality, entries,
              -row.b.number(), tau);
  }
  return asked;
}

Judgement judge(const HardProblem& problem, const minimum::Problem& asked,
                const minimum::Solution& solution) {
  using minimum::Outcome;
  if (solution.outcome == Outcome::undecided || solution.outcome == Outcome::gave_up)
    return Judgement::unanswered;
  if (solution.outcome != outcome(problem.expected)) return Judgement::wrong_status;
  if (solution.outcome == Outcome::contradictory)
    return minimum::contradiction_holds(asked, solution.proof) ? Judgement::right
                                                               : Judgement::unproved;
  if (solution.outcome != Outcome::found) return Judgement::right;
  const int n = problem.n;
  double largest = 0.0;
  double off = 0.0;
  bool above = false;
  std::vector<Long> difference(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const double answer = problem.answer[static_cast<std::size_t>(i)].number();
    const Long d = static_cast<Long>(solution.x[i]) - static_cast<Long>(answer);
    difference[static_cast<std::size_t>(i)] = d;
    const auto size = std::abs(static_cast<double>(d));
    largest = std::max(largest, std::abs(answer));
    off = std::max(off, size);
    if (!(size <= solution.errors[i])) above = true;
  }
  Long squares = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      squares += difference[static_cast<std::size_t>(i)] *
                 static_cast<Long>(problem.m(i, j).number()) *
                 difference[static_cast<std::size_t>(j)];
  if (squares > static_cast<Long>(solution.bound) * static_cast<Long>(solution.bound) *
                    static_cast<Long>(1.0 + 1e-12))
    above = true;
  // magnitudes of 10^±150 are judged relative to the answer's size
  const double unit = largest > 1e-6 || largest == 0.0 ? 1.0 : largest;
  if (!(off <= 1e-9 * (unit + largest))) return Judgement::wrong;
  return above ? Judgement::above_bound : Judgement::right;
}

std::string_view name(Judgement judgement) {
  switch (judgement) {
    case Judgement::right: return "right";
    case Judgement::wrong: return "wrong";
    case Judgement::wrong_status: return "wrong status";
    case Judgement::above_bound: return "above bound";
    case Judgement::unanswered: return "unanswered";
    case Judgement::unproved: break;
  }
  return "unproved";
}

}  // namespace zwang::hard
