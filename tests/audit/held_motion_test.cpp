// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bordered systems solved, against closed forms.

#include "zwang/audit/held_motion.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/audit/vector.hpp"

namespace {

using namespace zwang;

// M x + A'z = y, A x = -bend b2.
Vector bordered(const System& system, const Snapshot& at, const std::vector<int>& held, Vector y,
                double bend) {
  HeldMotion motion(system);
  motion.hold(held);
  motion.take(at);
  if (!motion.solve(y.data(), &Row::b2, bend)) y.setConstant(unset);
  return y;
}

}  // namespace

TEST_CASE("a bordered system shares a force between bound masses") {
  Model model("middle");
  model.mass("a", 1.0, {.axes = "x"});
  model.mass("b", 3.0, {.at = {2, 0, 0}, .axes = "x"});
  model.mass("c", 0.0, {.at = {1, 0, 0}, .axes = "x"});
  model.constraint("middle", "c.x = (a.x + b.x)/2");
  model.constraint("again", "2*c.x = a.x + b.x");
  model.constraint("together", "b.x - a.x = 2 + 2*t^2");
  const System system(model);
  const Snapshot at = system.at(model.start());
  // of a force on the massless middle each end takes one half; rows may depend on each other
  const Vector force = vector({0.0, 0.0, 6.0});
  for (const std::vector<int>& held : {std::vector<int>{0}, {1}, {0, 1}, {1, 0}}) {
    const Vector x = bordered(system, at, held, force, 1.0);
    CHECK((x - vector({3.0, 1.0, 2.0})).lpNorm<Eigen::Infinity>() < 1e-11);
  }
  // all in one: 6 N on 4 kg, and 4 m/s^2 of distance or none
  Vector x = bordered(system, at, {0, 2}, force, 1.0);
  CHECK((x - vector({-1.5, 2.5, 0.5})).lpNorm<Eigen::Infinity>() < 1e-11);
  x = bordered(system, at, {0, 2}, force, 0.0);
  CHECK((x - Vector::Constant(3, 1.5)).lpNorm<Eigen::Infinity>() < 1e-11);
}

TEST_CASE("without any mass there is no acceleration") {
  Model model("nothing");
  model.mass("a", 0.0, {.axes = "x"});
  model.constraint("still", "a.x = 0");
  const System system(model);
  const Vector x = bordered(system, system.at(model.start()), {}, vector({1.0}), 1.0);
  CHECK_FALSE(x.allFinite());
}
