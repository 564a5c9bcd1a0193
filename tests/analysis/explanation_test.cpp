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

TEST_CASE("the conserved volume is named") {
  // p14: the linear complex keeps volumes, dz - y dx those weighed with the root of Delta
  CHECK(has(told("z' + y*x' - x*y' = 0", 0.4), "is conserved."));
  CHECK(told("z' - y*x' = 0", 0.4).find("is conserved when weighted with") != std::string::npos);
}
