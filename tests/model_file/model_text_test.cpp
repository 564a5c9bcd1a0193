// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model written as text and read again moves in the same way.

#include "zwang/model_file/model_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/system/integrand.hpp"

namespace {

using namespace zwang;

Code code_of(const Model& model) {
  try {
    model_text(model, {.until = 1.0});
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("no error");
  return Code::E900;
}

}  // namespace

TEST_CASE("every example and every case reads back with the same motion, bit for bit") {
  int seen = 0;
  for (const char* const folder : {"/examples", "/cases/reference", "/cases/motion"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(ZWANG_ROOT) + folder)) {
      if (entry.path().extension() != ".toml") continue;
      CAPTURE(entry.path().string());
      ModelFile file = read_model(entry.path().string());
      REQUIRE(file.usable());
      if (file.model->points().size() > 500 || file.model->bodies().size() > 3)
        file.run.until = std::min(file.run.until, 0.18);
      const std::string text = model_text(*file.model, file.run);
      CAPTURE(text);
      const ModelFile again = read_model_text(text, entry.path().filename().string());
      CAPTURE(again.summary());
      REQUIRE(again.usable());
      ++seen;
      if (has_general_integrand(*file.model)) {
        const State start = file.model->start();
        CHECK(System(*file.model).kinetic(start) == System(*again.model).kinetic(start));
        continue;
      }
      const Trajectory first = run(*file.model, file.run);
      const Trajectory second = run(*again.model, again.run);
      CHECK(first.outcome == second.outcome);
      CHECK(first.t == second.t);
      // of time steps large families are told as a whole, and names in a text show none
      if (!first.by_steps) CHECK(first.events.size() == second.events.size());
      CHECK(first.last.state.q == second.last.state.q);
      CHECK(first.last.state.u == second.last.state.u);
    }
  CHECK(seen > 80);
}

TEST_CASE("a model from code becomes a text") {
  Model model("crane");
  model.parameter("L", "80 cm");
  model.follows("hook", {"0.1*sin(t)", 0, 2}).fixed("post", {1, 0, 0});
  model.mass("load", 3.0, {.at = {0, 0, "2 - L"}, .axes = "xz"}).gravity({0, 0, -9.81});
  model.coordinate("w", {.start = 0.5}).kinetic("1/2*w'^2").potential("2*w^2");
  model.force("load", "-0.5*v", {.until = 4.0}).impulse("load", {1, 0, 0}, 2.0);
  model.constraint("rope", "|load - hook| <= L", {.restitution = 0.25});
  model.constraint("stops", "-1 <= w <= 1");
  CHECK(model_text(model, {.until = 5.0}) == R"text(zwang = 1
title = "crane"

[parameters]
L = 0.8

[masses.hook]
follows = ["0.1*sin(t)", 0, 2]

[masses.post]
fixed = true
at = [1, 0, 0]

[masses.load]
mass = 3
at = [0, 0, 1.2]
axes = "xz"

[coordinates.w]
start = 0.5
rate = 0

[energy]
kinetic = "0.5*w'^2"
potential = "2*w^2"

[forces]
gravity = [0, 0, -9.81]

[[force]]
along = "load.x"
value = "-0.5*load.x'"
until = 4

[[force]]
along = "load.z"
value = "-0.5*load.z'"
until = 4

[[impulse]]
at = 2
along = "load.x"
value = 1

[[impulse]]
at = 2
along = "load.z"
value = 0

[constraints.rope]
holds = "sqrt((load.x - 0.1*sin(t))^2 + (load.z - 2)^2) - L <= 0"
restitution = 0.25

[constraints.stops_lower]
holds = "-1 - w <= 0"

[constraints.stops_upper]
holds = "w - 1 <= 0"

[run]
until = 5
tolerance = 1e-09
)text");
}

TEST_CASE("a model without a text form is rejected") {
  Model force;
  force.mass("p", 1.0).force([](double, const Vector&, const Vector&, Vector&) {});
  CHECK(code_of(force) == Code::E113);
  Model wall;
  wall.mass("p", 1.0).inequality("wall", {"p.x"},
                                 Function::of<1>([](const auto& x) { return x[0]; }));
  CHECK(code_of(wall) == Code::E113);
}

TEST_CASE("quasi-velocities are written with the rates of the start") {
  Model quasi("quasi");
  quasi.coordinate("x", {.rate = 0.3}).coordinate("y", {.rate = 0.1}).kinetic("x'^2 + y'^2");
  quasi.quasi_velocity("a", "x' + y'").quasi_velocity("b", "x' - y'");
  const std::string text = model_text(quasi, {.until = 1.0});
  CHECK(text.find("rate = 0.3") != std::string::npos);
  CHECK(text.find("[quasi_velocities]") != std::string::npos);
  const ModelFile again = read_model_text(text, "quasi.toml");
  REQUIRE(again.usable());
  CHECK(again.model->start().u == quasi.start().u);
  CHECK(again.model->velocity_names() == std::vector<std::string>{"a", "b"});
}
