// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a reader must find in the words about a model.

#include "zwang/analysis/explanation.hpp"

#include <doctest/doctest.h>

namespace {

using namespace zwang;

std::string told(const std::string& constraint, double y) {
  Model model("a point");
  model.coordinate("x", {.start = 0.3})
      .coordinate("y", {.start = y})
      .coordinate("z", {.start = 1.0});
  model.kinetic("(x'^2 + y'^2 + z'^2)/2").constraint("form", constraint);
  const System system(model);
  return explanation(system, model.start());
}

bool has(const std::string& text, const std::string& line) {
  return text.find("  " + line + "\n") != std::string::npos;
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

// Theory 11-10.
TEST_CASE("a rank that changes is explained for Martinet's form") {
  const std::string text = told("z' - y^2*x' = 0", 0.0);
  CHECK(has(text, "Growth vector (2, 3): how many directions are open, then with their brackets."));
  CHECK(has(text, "At the start it is (2, 2, 3)."));
  CHECK(has(text, "It grows more slowly where y = 0."));
  // away from there nothing is said of the start
  const std::string other = told("z' - y^2*x' = 0", 0.4);
  CHECK(other.find("At the start it is") == std::string::npos);
  CHECK(has(other, "It grows more slowly where y = 0."));
}

// Theory 11-10.
TEST_CASE("a constant rank is not mentioned") {
  CHECK(told("z' - y*x' = 0", 0.4).find("more slowly") == std::string::npos);
  CHECK(told("cos(y)*x' + sin(y)*z' = 0", 0.4).find("more slowly") == std::string::npos);
}

// Theory 11-12.
TEST_CASE("a hidden surface is written out") {
  const std::string text = told("z' + 2*x*z*x' + 2*y*z*y' = 0", 0.2);
  CHECK(has(text, "Yes: it is integrable, one holonomic equation."));
  // exp(0.13)
  CHECK(has(text, "Integral:  z*exp(x^2 + y^2) = 1.13883"));
}

TEST_CASE("a gear between hinges in space is holonomic: quaternions keep their length") {
  Model model("gear");
  model.body("a", 1.0, {.inertia = Inertia::ball(1.0, 1.0)});
  model.body("b", 1.0, {.inertia = Inertia::ball(1.0, 1.0), .at = {0.3, 0.0, 0.0}});
  model.joint("A", JointKind::revolute, {.on = {"world", "a"}, .axis = {0.0, 0.0, 1.0}});
  model.joint("B", JointKind::revolute,
              {.on = {"world", "b"}, .at = {0.3, 0.0, 0.0}, .axis = {0.0, 0.0, 1.0}});
  model.constraint("gear", "A.angle' = -2*B.angle'");
  const System system(model);
  const std::string text = explanation(system, model.start());
  CHECK(has(text, "Yes, all: they are 11 holonomic equations."));
  CHECK(says(text, "Degrees of freedom: 1 in the small (velocities), 1 in the large"));
}

TEST_CASE("equations that others repeat take no freedom away") {
  // a hinge twice: five equations, five more, and a drive
  Model model("door");
  model.body("door", 1.0, {.inertia = Inertia::ball(1.0, 1.0)});
  model.joint("low", JointKind::revolute, {.on = {"world", "door"}, .axis = {0.0, 0.0, 1.0}});
  model.joint("high", JointKind::revolute,
              {.on = {"world", "door"}, .at = {0.0, 0.0, 2.0}, .axis = {0.0, 0.0, 1.0}});
  model.constraint("drive", "low.angle' = 0");
  const System system(model);
  CHECK(says(explanation(system, model.start()),
             "Degrees of freedom: 0 in the small (velocities), 0 in the large"));
}

TEST_CASE("a start where a form has no value is explained") {
  Model model("truss");
  model.mass("m", 1.0, {.at = {1.0, 0.0, 0.0}, .axes = "xz"});
  model.constraint("a", "|m| = 1");
  model.constraint("b", "|m - [2, 0, 0]| = 1");
  const System system(model);
  CHECK(says(explanation(system, model.start()), "singular position"));
}

TEST_CASE("the conserved volume is named") {
  // p14: the linear complex keeps volumes, dz - y dx those weighed with the root of Delta
  CHECK(has(told("z' + y*x' - x*y' = 0", 0.4), "is conserved."));
  CHECK(told("z' - y*x' = 0", 0.4).find("is conserved when weighted with") != std::string::npos);
}
