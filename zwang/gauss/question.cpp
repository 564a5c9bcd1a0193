// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/question.hpp"

#include <algorithm>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang {
namespace {

using minimum::Entry;
using minimum::Kind;
using minimum::Problem;

Problem masses(const MassMatrix& mass) {
  Problem problem;
  for (int b = 0; b < mass.blocks(); ++b) {
    const int size = mass.first(b + 1) - mass.first(b);
    if (size == 1)
      problem.point(mass.block(b)[0]);
    else
      problem.block(Eigen::Map<const Matrix>(mass.block(b), size, size));
  }
  return problem;
}

}  // namespace

void add_row(const System& system, const Snapshot& snapshot, int constraint, double offset,
             Problem& problem, bool held) {
  std::vector<Entry> entries;
  const Row& row = snapshot.rows[index(constraint)];
  const auto columns = system.columns(constraint);
  entries.reserve(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (row.a[i] != 0.0) entries.push_back({columns[i], row.a[i]});
  const bool equation = held || system.constraint(constraint).equation;
  problem.row(equation ? Kind::equation : Kind::inequality, entries, offset);
}

void sort_by_name(const System& system, std::vector<int>& constraints) {
  std::ranges::sort(constraints, {},
                    [&](int i) -> const std::string& { return system.constraint(i).name; });
}

double rounding_of(const Regularity& regularity) {
  if (regularity.kind != PositionClass::weakly_regular) return minimum::rounded_data;
  return std::max(minimum::rounded_data, regularity.zero);
}

Problem acceleration_problem(const System& system, const Snapshot& snapshot,
                             const std::vector<int>& constraints) {
  Problem problem = masses(snapshot.mass);
  problem.force(snapshot.net_force);
  for (const int i : constraints) add_row(system, snapshot, i, snapshot.rows[index(i)].b2, problem);
  return problem;
}

Problem velocity_problem(const MassMatrix& mass, const Vector& free) {
  Problem problem = masses(mass);
  problem.free(free);
  return problem;
}

Problem velocity_problem(const System& system, const Snapshot& snapshot,
                         const std::vector<int>& constraints, const Vector& free,
                         const std::vector<double>& shift, const std::vector<int>& held) {
  Problem problem = velocity_problem(snapshot.mass, free);
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    const double offset =
        snapshot.rows[index(constraints[i])].b1 + (shift.empty() ? 0.0 : shift[i]);
    add_row(system, snapshot, constraints[i], offset, problem,
            std::ranges::find(held, constraints[i]) != held.end());
  }
  return problem;
}

void add_friction(const System& system, const Snapshot& at, const Rubbing& rubbing, Level level,
                  Problem& problem) {
  Vector force = problem.has_force() ? problem.force() : Vector(Vector::Zero(at.force.size()));
  Vector row;
  for (const int i : rubbing.rows) {
    if (std::ranges::find(rubbing.holding, i) != rubbing.holding.end()) continue;
    system.write_row(at, i, row);
    force -= rubbing.friction_of(i) * row;
  }
  problem.force(force);
  for (const int i : rubbing.holding) {
    const Row& here = at.rows[index(i)];
    add_row(system, at, i, level == Level::accelerations ? here.b2 : here.b1, problem, true);
  }
}

}  // namespace zwang
