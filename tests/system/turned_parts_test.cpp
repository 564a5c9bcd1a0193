// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows with parts that turn with bodies against the whole formulas, differentiated by the numbers
// of the quaternions and then by the angular velocity.

#include "zwang/system/turned_parts.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numeric>
#include <random>

#include "zwang/system/row_batches.hpp"
#include "zwang/system/system.hpp"

namespace {

using namespace zwang;

// Bodies joined in all ways, strings to their points, a limit, and what no part covers.
std::unique_ptr<Model> bodies() {
  auto model = std::make_unique<Model>("bodies");
  model->parameter("l", 1.3);
  for (int i = 0; i < 7; ++i)
    model->body(fmt::format("b{}", i), 1.0 + i,
                {.inertia = {0.2, 0.3, 0.4},
                 .com = {0.1, 0.2 * i, -0.3},
                 .at = {1.0 * i, 0.3, 0.2 * i},
                 .points = {{"tip", {0.4, -0.2, 0.1 * i}}}});
  const std::array kinds = {JointKind::revolute,  JointKind::fixed,       JointKind::prismatic,
                            JointKind::spherical, JointKind::cylindrical, JointKind::universal,
                            JointKind::planar};
  for (int i = 0; i < 7; ++i) {
    JointOptions options;
    options.on = {i == 0 ? "world" : fmt::format("b{}", i - 1), fmt::format("b{}", i)};
    options.at = {0.5 * i, 0.1, -0.2};
    options.axis = {1.0, 2.0, -0.5 * i};
    options.axis2 = {2.0, -1.0, 0.0};
    if (i == 0) options.limits = {{-1.0, 1.2}};
    model->joint(fmt::format("j{}", i), kinds[static_cast<std::size_t>(i)], options);
  }
  model->mass("bob", 1.0, {.at = {3.0, 0.0, 0.0}});
  for (int i = 0; i < 7; ++i)
    model->constraint(fmt::format("string{}", i), fmt::format("|b{}.tip - bob| <= l", i));
  model->constraint("length", "b1.quaternion.w*b1.quaternion.x + b2.tip.x*bob.y <= 1");
  model->constraint("moving", "dot(b3.tip - [t, 0, 0], [0, cos(t), sin(t)]) <= l^2");
  return model;
}

State somewhere(const System& system, std::mt19937& dice) {
  std::normal_distribution<double> number;
  State state;
  state.t = number(dice);
  state.q.resize(system.coordinates());
  state.u.resize(system.velocities());
  for (double& x : state.q) x = number(dice);
  for (double& x : state.u) x = number(dice);
  // of a quaternion the fourth is always 0
  for (const Body& body : system.model().bodies()) state.u[body.first + 3] = 0.0;
  return state;
}

}  // namespace

TEST_CASE("rows with parts that turn are those of the whole formulas") {
  const auto model = bodies();
  const System system(*model);
  std::mt19937 dice(7);
  int reduced = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const State state = somewhere(system, dice);
    const Snapshot at = system.at(state);
    for (int i = 0; i < system.constraints(); ++i) {
      const Constraint& one = system.constraint(i);
      const std::size_t size = one.places.size();
      std::vector<Taylor<double, 2>> x;
      for (const int place : one.places) x.push_back(at.motion[static_cast<std::size_t>(place)]);
      std::vector<double> g(size);
      const auto course = one.function.along(x, g);
      if (system.formula(i) != &*one.formula) ++reduced;
      Vector row = Vector::Zero(system.velocities()), own;
      for (std::size_t k = 0; k < size; ++k) {
        if (one.places[k] == Model::time_place) continue;
        const int coordinate = Model::coordinate_at(one.places[k]);
        bool turns = false;
        for (const Body& body : model->bodies()) {
          const int number = coordinate - body.first;
          if (number < 0 || number > 3) continue;
          turns = true;
          const auto turn = turning(state.q.segment<4>(body.first));
          row.segment<3>(body.first) += g[k] * turn.row(number).transpose();
        }
        if (!turns) row[coordinate] += g[k];
      }
      system.write_row(at, i, own);
      const Row& found = at.rows[static_cast<std::size_t>(i)];
      if (!one.equation && found.f < 0.0 && !std::isfinite(row.norm())) continue;
      INFO(one.name);
      const double length = row.norm() + std::abs(course[0]);
      CHECK((own - row).norm() <= 1e-12 * length);
      CHECK(std::abs(found.f - course[0]) <= 1e-12 * length);
      const double speed = 1.0 + state.u.norm();
      CHECK(std::abs(found.rate - course[1]) <= 1e-12 * length * speed);
      CHECK(std::abs(found.b2 - 2.0 * course[2]) <= 1e-11 * length * speed * speed);
    }
  }
  CHECK(reduced >= 20 * 30);
}

TEST_CASE("rows of bodies evaluated eight at a time have the bits of rows one by one") {
  const auto model = bodies();
  const System system(*model);
  std::vector<int> all(static_cast<std::size_t>(system.constraints()));
  std::iota(all.begin(), all.end(), 0);
  RowBatches batches(system, all);
  std::mt19937 dice(11);
  for (int trial = 0; trial < 20; ++trial) {
    const State state = somewhere(system, dice);
    const Snapshot one_by_one = system.at(state);
    Snapshot together = system.snapshot();
    system.evaluate(state, state.t, together);
    batches.fill(together);
    for (const int i : all) {
      const Row& a = one_by_one.rows[static_cast<std::size_t>(i)];
      const Row& b = together.rows[static_cast<std::size_t>(i)];
      INFO(system.constraint(i).name);
      CHECK(a.f == b.f);
      CHECK(a.rate == b.rate);
      CHECK(a.b1 == b.b1);
      CHECK(a.b2 == b.b2);
      CHECK(a.a == b.a);
    }
  }
}
