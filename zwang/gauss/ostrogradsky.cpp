// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/ostrogradsky.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/gauss/question.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/system/status.hpp"

namespace zwang {
namespace {

double second_level(const System& system, const Snapshot& snapshot, int constraint,
                    const Vector& accelerations) {
  return system.along(snapshot, constraint, accelerations.data(),
                      snapshot.rows[static_cast<std::size_t>(constraint)].b2);
}

// The answer with these constraints as equations; the question asks only for equations.
minimum::Solution bound_by(const System& system, const Snapshot& snapshot,
                           const std::vector<int>& constraints) {
  const minimum::Problem asked = acceleration_problem(system, snapshot, constraints);
  minimum::Problem problem;
  for (int b = 0; b < asked.blocks(); ++b) {
    const int size = asked.first(b + 1) - asked.first(b);
    problem.block(Eigen::Map<const Matrix>(asked.mass(b).data(), size, size));
  }
  problem.force(asked.force());
  for (int k = 0; k < asked.rows(); ++k)
    problem.row(minimum::Kind::equation, asked.entries(k), asked.offset(k));
  return minimum::solve(problem);
}

}  // namespace

Ostrogradsky ostrogradsky(const System& system, const Snapshot& snapshot,
                          const std::vector<int>& equations, const std::vector<int>& candidates) {
  Ostrogradsky result;
  const minimum::Solution free = bound_by(system, snapshot, {});
  if (!free.usable()) return result;
  const auto beyond = [&](int i, const Vector& accelerations) {
    const double zero = zero_of(system, snapshot, i, {}).second;
    return second_level(system, snapshot, i, accelerations) > zero;
  };
  for (const int i : candidates)
    if (beyond(i, free.x)) result.kept.push_back(i);
  std::vector<int> all = equations;
  all.insert(all.end(), result.kept.begin(), result.kept.end());
  const minimum::Solution solution = bound_by(system, snapshot, all);
  if (!solution.usable()) return result;
  result.accelerations = solution.x;
  result.multipliers = solution.multipliers.tail(static_cast<Eigen::Index>(result.kept.size()));
  for (std::size_t i = 0; i < result.kept.size(); ++i)
    if (result.multipliers[static_cast<Eigen::Index>(i)] < -1e-12 * solution.multipliers.norm())
      result.pulling.push_back(result.kept[i]);
  for (const int i : candidates)
    if (beyond(i, solution.x)) result.broken.push_back(i);
  return result;
}

}  // namespace zwang
