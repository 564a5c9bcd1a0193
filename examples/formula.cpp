// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A constraint as text, and what mechanics needs of it: f, f', f'', its row, and bounds over a box.

#include <array>
#include <cstdio>
#include <zwang/zwang.hpp>

using namespace zwang;

int main() {
  Graph graph;
  Scope scope(graph);
  scope.point("bob");
  scope.parameter("L", 1.0);

  const Formula string(graph, read_constraint("|bob| <= L", scope)[0].f);
  std::printf("f = %s\n", string.text().c_str());

  // bob at (0.6, 0, 0.8) with velocity (1, 2, 3)
  using Motion = Taylor<double, 2>;
  const std::array<Motion, 3> bob = {Motion(0.6, 1.0), Motion(0.0, 2.0), Motion(0.8, 3.0)};
  std::array<double, 3> row{};
  const Motion f = string.value_and_gradient<Motion, double>(bob, row);
  std::printf("f = %.3g, f' = %g, f'' = %g\n", f[0], f.derivative(1), f.derivative(2));
  std::printf("row = (%g, %g, %g)\n", row[0], row[1], row[2]);

  const std::array<Interval, 3> box = {Interval(0.1, 0.2), Interval(-0.1, 0.1), Interval(0.3, 0.4)};
  const Interval range = string.value<Interval>(box);
  std::printf("over the box: %.6f <= f <= %.6f, so the string is slack there\n", range.lo(),
              range.hi());

  try {
    read_constraint("|bobb| <= L", scope);
  } catch (const Error& error) {
    std::printf("\n%s", error.report("|bobb| <= L").c_str());
  }
}
