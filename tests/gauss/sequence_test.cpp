// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Impacts one after the other (theory 7.7): balls in a row and two walls against fractions and the
// unfolded wedge; with equations beside them by hand.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/gauss/reference_model.hpp"
#include "zwang/gauss/impact.hpp"

namespace {

using namespace zwang;
using reference::Json;
using reference::vector;

// Balls on one axis that touch; constraint c1 is between the first two.
Model row_of_balls(const Json& balls, const Json& velocities, double e, ImpactLaw law) {
  Model model;
  const auto& masses = balls.at("mass");
  const int n = static_cast<int>(masses.size());
  for (int i = 0; i < n; ++i)
    model.mass("m" + std::to_string(i + 1), masses[static_cast<std::size_t>(i)].get<double>(),
               {.at = {static_cast<double>(i), 0, 0},
                .velocity = {velocities[static_cast<std::size_t>(i)].get<double>(), 0, 0},
                .axes = "x"});
  const bool left = balls.at("order") == "left";
  for (int k = 1; k < n; ++k) {
    const int i = left ? k : n - k;
    model.constraint("c" + std::to_string(i),
                     "m" + std::to_string(i) + ".x - m" + std::to_string(i + 1) + ".x + 1 <= 0",
                     {.restitution = e});
  }
  model.impacts(law);
  return model;
}

Model corner(const Json& walls, const Json& velocity, ImpactLaw law) {
  Model model;
  model.mass("p", 1.0,
             {.velocity = {velocity[0].get<double>(), velocity[1].get<double>(), 0}, .axes = "xy"});
  const bool first = walls.at("first") == 1;
  for (const int k : {first ? 0 : 1, first ? 1 : 0}) {
    const auto& n = walls.at("normals")[static_cast<std::size_t>(k)];
    const std::string name = "w" + std::to_string(k + 1);
    model.parameter("a" + name, n[0].get<double>());
    model.parameter("b" + name, n[1].get<double>());
    model.constraint(name, "a" + name + "*p.x + b" + name + "*p.y <= 0",
                     {.restitution = walls.at("restitution").get<double>()});
  }
  model.impacts(law);
  return model;
}

double off(const Vector& a, const Json& b) { return (a - vector(b)).lpNorm<Eigen::Infinity>(); }

// The impulses of c1, c2, ..., in whatever order the model has them.
Vector impulses(const Model& model, const Impact& impact) {
  Vector out(impact.impulses.size());
  for (Eigen::Index i = 0; i < out.size(); ++i) {
    const std::string& name = model.constraints()[static_cast<std::size_t>(i)].name;
    out[std::stoi(name.substr(1)) - 1] = impact.impulses[i];
  }
  return out;
}

void compare(const Model& model, const Json& is) {
  const Impact found = impact(model, model.start());
  REQUIRE(found.usable());
  const double speed = std::max(found.before.lpNorm<Eigen::Infinity>(), 1.0);
  if (found.repaired) {
    // the rule alone, u_p + e (u_p - alpha), would leave a wall approached (theory 7.4)
    REQUIRE(is.contains("impulses"));
    const State thrown{model.start().q, vector(is.at("velocities_after")), 0.0};
    const auto rows = System(model).at(thrown).rows;
    CHECK(std::ranges::any_of(rows, [](const Row& row) { return row.rate > 1e-3; }));
    return;
  }
  if (is.contains("infinite")) {
    CHECK(off(found.after, is.at("limit")) <= 1e-9 * speed);
    CHECK(found.count > 10);
    return;
  }
  CHECK(off(found.after, is.at("velocities_after")) <= 1e-12 * speed);
  if (is.contains("count")) CHECK(found.count == is.at("count").get<int>());
  for (const char* key : {"impulses", "impulses_summed"})
    if (is.contains(key))
      CHECK(off(impulses(model, found), is.at(key)) <= 1e-12 * found.impulses.norm());
  if (is.contains("energy_lost"))
    CHECK(std::abs(found.dissipated - is.at("energy_lost").get<double>()) <=
          1e-12 * found.energy_before);
  CHECK(found.dissipated >= -1e-12 * found.energy_before);
  // in the metric of the masses; it adds up
  const double size = std::sqrt(2.0 * found.energy_before);
  CHECK(found.bound <= 1e-11 * size * (found.count + 1));
}

}  // namespace

// Theory 7.7-1, 7.7-2, 7.7-3, 7.7-4, 7.7-5, 7.7-7.
TEST_CASE("p39: impacts in sequence and at once match the reference") {
  int sequences = 0;
  for (const Json& one : reference::cases("p39_sequential_impacts")) {
    const Json& expect = one.at("expect");
    if (!expect.contains("sequential")) continue;
    INFO(one.at("name").get<std::string>());
    const Json& v = one.at("state").at("v");
    const auto model = [&](ImpactLaw law) {
      return one.contains("walls")
                 ? corner(one.at("walls"), v, law)
                 : row_of_balls(one.at("balls"), v, one.at("balls").at("restitution"), law);
    };
    compare(model(ImpactLaw::in_sequence), expect.at("sequential"));
    if (expect.contains("simultaneous"))
      compare(model(ImpactLaw::at_once), expect.at("simultaneous"));
    ++sequences;
  }
  CHECK(sequences == 32);
}

// Theory 7.7-6.
TEST_CASE("p39: three equal balls strike finitely often iff e > 7 - 4 sqrt 3") {
  for (const Json& one : reference::cases("p39_sequential_impacts")) {
    if (!one.at("expect").contains("threshold")) continue;
    CHECK(one.at("expect").at("threshold").get<double>() ==
          doctest::Approx(7.0 - 4.0 * std::sqrt(3.0)).epsilon(1e-14));
    for (const Json& finite : one.at("expect").at("finite")) {
      const Model model = row_of_balls(one.at("balls"), one.at("state").at("v"), finite.at("e"),
                                       ImpactLaw::in_sequence);
      const Impact found = impact(model, model.start());
      CHECK(off(found.after, finite.at("velocities_after")) <= 1e-12);
      // approaches below rounding are none
      if (finite.at("count").get<int>() <= 10) CHECK(found.count == finite.at("count").get<int>());
    }
  }
}

// Theory 7.7-5.
TEST_CASE("more impacts than are followed are endless, and named so") {
  // tan(pi/count) = sqrt(m2 (m1 + m2 + m3)/(m1 m3)): about 2 million
  const Json balls = {{"mass", {1.0, 1e-12, 1.0}}, {"order", "left"}};
  const Model model = row_of_balls(balls, {1.0, 0.0, 0.0}, 1.0, ImpactLaw::in_sequence);
  const Impact found = impact(model, model.start());
  CHECK(found.outcome == InstantOutcome::endless);
  CHECK(found.brief().find("do not end") != std::string::npos);
}

// Two dumbbells (rods along x, equal masses) in a row with a third: a rod moves as one mass of 2.
// By hand: 2 against 2 exchange velocities, elastic.
// Theory 7.7-1.
TEST_CASE("equations take part in every impact of a sequence") {
  Model model;
  for (int i = 0; i < 6; ++i)
    model.mass(
        "m" + std::to_string(i), 1.0,
        {.at = {static_cast<double>(i), 0, 0}, .velocity = {i < 2 ? 3.0 : 0.0, 0, 0}, .axes = "x"});
  for (const int i : {0, 2, 4})
    model.constraint("rod" + std::to_string(i),
                     "m" + std::to_string(i + 1) + ".x - m" + std::to_string(i) + ".x = 1");
  for (const int i : {1, 3})
    model.constraint("c" + std::to_string(i),
                     "m" + std::to_string(i) + ".x - m" + std::to_string(i + 1) + ".x + 1 <= 0",
                     {.restitution = 1.0});
  model.impacts(ImpactLaw::in_sequence);
  const Impact found = impact(model, model.start());
  REQUIRE(found.usable());
  CHECK(found.count == 2);
  CHECK((found.after - Vector{{0, 0, 0, 0, 3, 3}}).lpNorm<Eigen::Infinity>() <= 1e-14);
  // a rod passes half of the blow of 6 on to its other mass
  CHECK(found.impulses[3] == doctest::Approx(6.0));
  CHECK(found.impulses[4] == doctest::Approx(6.0));
}

// Theory 7.7-2.
TEST_CASE("in sequence unequal restitution gains no energy") {
  // (1, 0.9) of c1, c2 at once gains; one after the other each impact loses
  for (const double e : {0.0, 0.3, 0.9}) {
    Model model;
    for (int i = 0; i < 3; ++i)
      model.mass("m" + std::to_string(i), i == 1 ? 0.1 : 1.0,
                 {.at = {static_cast<double>(i), 0, 0}, .velocity = {1.0 - i, 0, 0}, .axes = "x"});
    model.constraint("c1", "m0.x - m1.x + 1 <= 0", {.restitution = 1.0});
    model.constraint("c2", "m1.x - m2.x + 1 <= 0", {.restitution = e});
    model.impacts(ImpactLaw::in_sequence);
    const Impact found = impact(model, model.start());
    REQUIRE(found.usable());
    CHECK_FALSE(found.gained_energy);
    CHECK(found.energy_after <= found.energy_before * (1.0 + 1e-14));
  }
}
