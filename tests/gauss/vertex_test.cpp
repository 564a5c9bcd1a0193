// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Singular positions of several constraints (Stäckel 1919, §§ 1 to 5): all minima of Z.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace {

using namespace zwang;
using reference::accuracy;
using reference::Json;
using reference::off;
using reference::vector;

std::vector<Stationary> minima(const Vertex& vertex) {
  std::vector<Stationary> all;
  for (int number = 1; const Stationary* one = vertex.minimum(number); ++number)
    all.push_back(*one);
  return all;
}

}  // namespace

// Theory 5.3-2, 5.3-4, 5.3-6.
TEST_CASE("p35: at a singular position of several constraints all minima match the reference") {
  int lists = 0;
  for (const Json& one : reference::cases("p35_singular_positions")) {
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const System system(*model);
    const State state{vector(one["state"]["q"]), vector(one["state"]["v"]), 0.0};
    const Instant instant = accelerations(system, state);
    const Vertex& vertex = instant.regularity.vertex;
    const Json& expect = one["expect"];
    CAPTURE(vertex.missing);
    CHECK(instant.regularity.kind == PositionClass::singular);
    CHECK(instant.regularity.rank == expect["rank_of_rows"].get<int>());
    REQUIRE(vertex.found);
    const auto found = minima(vertex);
    REQUIRE(found.size() == expect["minima"].size());
    std::vector<bool> taken(found.size(), false);
    for (std::size_t k = 0; k < found.size(); ++k) {
      // where Z is equal the order is open
      const Json& wanted = expect["minima"][k];
      const auto same = std::ranges::find_if(found, [&](const Stationary& s) {
        return off(s.accelerations, vector(wanted["accelerations"])) < accuracy;
      });
      REQUIRE(same != found.end());
      taken[static_cast<std::size_t>(same - found.begin())] = true;
      const double z = wanted["zwang"];
      CHECK(std::abs(same->zwang - z) < accuracy * std::max(1.0, z));
      CHECK(std::abs(found[k].zwang - z) < accuracy * std::max(1.0, z));
      CHECK(off(same->reaction, vector(wanted["reaction"])) < accuracy);
    }
    CHECK(std::ranges::all_of(taken, [](bool t) { return t; }));
    // the free motion, or what the linear problem gives, is taken where it is strictly admissible
    if (instant.usable()) {
      CHECK(found.size() == 1);
      CHECK(off(instant.accelerations, vector(expect["minima"][0]["accelerations"])) < accuracy);
    }
    ++lists;
  }
  CHECK(lists == 39);
}

// Theory 5.3-5.
TEST_CASE("what is not solved at a singular position is named") {
  const auto vertex_at_rest = [](const std::vector<std::string>& constraints) {
    Model model("m");
    model.mass("p", 1.0);
    model.force("p", {1.0, 2.0, 3.0});
    for (std::size_t i = 0; i < constraints.size(); ++i)
      model.constraint("c" + std::to_string(i), constraints[i]);
    const System system(model);
    const Instant instant = accelerations(system, model.start());
    CHECK(instant.outcome == InstantOutcome::singular);
    return instant.regularity.vertex;
  };
  // two cones in space
  const Vertex cones = vertex_at_rest({"p.x^2 + p.y^2 = p.z^2", "p.x*p.y = 0"});
  CHECK_FALSE(cones.found);
  CHECK(cones.missing.find("several forms") != std::string::npos);
  CHECK(cones.minima() == 0);
  // a form of fourth degree
  const Vertex flat = vertex_at_rest({"p.x^4 + p.y^4 = p.z^4"});
  CHECK_FALSE(flat.found);
  CHECK_FALSE(flat.missing.empty());
  // a cusp, y^2 = x^3 in the plane z = 0: to second order both directions of x, in truth one
  const Vertex cusp = vertex_at_rest({"p.y^2 = p.x^3", "p.z = 0"});
  REQUIRE(cusp.minima() == 1);
  CHECK(cusp.minimum(1)->in_doubt);
  CHECK(off(cusp.minimum(1)->accelerations, Vector{{1.0, 0.0, 0.0}}) < accuracy);
}

//   x² + y² ≤ z² from its vertex, force (0.1, 0, 2): free, and the cone opens.
TEST_CASE("a strictly admissible free motion goes on from a singular position") {
  Model model("m");
  model.mass("p", 2.0);
  model.force("p", {0.2, 0.0, 4.0});
  model.constraint("cone", "p.x^2 + p.y^2 <= p.z^2");
  const System system(model);
  const Instant instant = accelerations(system, model.start());
  REQUIRE(instant.usable());
  CHECK(instant.regularity.kind == PositionClass::singular);
  CHECK(instant.accelerations.isApprox(Vector{{0.1, 0.0, 2.0}}));
  CHECK(instant.zwang == 0.0);
  CHECK(instant.constraints[0].status == ConstraintStatus::released);
  CHECK(instant.constraints[0].multiplier == 0.0);
}
