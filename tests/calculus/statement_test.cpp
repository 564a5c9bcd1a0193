// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/statement.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/formula.hpp"

using namespace zwang;

namespace {

struct StatementNames {
  StatementNames() : scope(graph) {
    scope.parameter("L", 2.0);
    for (const char* name : {"x", "y", "w"}) scope.coordinate(name);
    scope.point("bob");
    scope.point("eve");
  }
  std::vector<Statement> read(const char* text) { return read_constraint(text, scope); }
  NodeId node(const char* text) { return Formula::read(text, scope).node(); }
  Code code(const char* text) {
    try {
      read(text);
    } catch (const Error& error) {
      return error.code();
    }
    return Code::E900;
  }

  Graph graph;
  Scope scope;
};

}  // namespace

// Theory 1-2.
TEST_CASE("Mayer's sign: a <= b is f = a - b <= 0, a >= b is f = b - a <= 0") {
  StatementNames names;
  const auto below = names.read("|bob| <= L");
  REQUIRE(below.size() == 1);
  CHECK(below[0].f == names.node("|bob| - L"));
  CHECK_FALSE(below[0].equation);
  CHECK_FALSE(below[0].of_velocities);
  CHECK(below[0].suffix.empty());
  CHECK(names.read("x >= L")[0].f == names.node("L - x"));
  const auto equal = names.read("x = y^2");
  CHECK(equal[0].equation);
  CHECK(equal[0].f == names.node("x - y^2"));
}

TEST_CASE("a chain of inequalities gives a lower and an upper constraint") {
  StatementNames names;
  const auto up = names.read("0 <= x <= L");
  REQUIRE(up.size() == 2);
  CHECK(up[0].suffix == ".lower");
  CHECK(up[0].f == names.node("-x"));
  CHECK(up[1].suffix == ".upper");
  CHECK(up[1].f == names.node("x - L"));
  const auto down = names.read("L >= x >= 0");
  REQUIRE(down.size() == 2);
  CHECK(down[0].suffix == ".upper");
  CHECK(down[0].f == names.node("x - L"));
  CHECK(down[1].suffix == ".lower");
  CHECK(down[1].f == names.node("-x"));
}

TEST_CASE("|s| <= c for a number s is -c <= s <= c") {
  StatementNames names;
  for (const char* text : {"|x' - w| <= L", "L >= |x' - w|"}) {
    CAPTURE(text);
    const auto pair = names.read(text);
    REQUIRE(pair.size() == 2);
    CHECK(pair[0].suffix == ".lower");
    CHECK(pair[0].f == names.node("-L - (x' - w)"));
    CHECK(pair[1].suffix == ".upper");
    CHECK(pair[1].f == names.node("x' - w - L"));
    CHECK(pair[0].of_velocities);
  }
}

TEST_CASE("an equation between vectors gives three") {
  StatementNames names;
  const auto three = names.read("bob = eve + [0, 0, 1]");
  REQUIRE(three.size() == 3);
  CHECK(three[0].suffix == ".x");
  CHECK(three[2].suffix == ".z");
  CHECK(three[2].f == names.node("bob.z - (eve.z + 1)"));
  CHECK(three[1].equation);
}

// Theory 2-4.
TEST_CASE("velocity constraints are told by their degree in the velocities") {
  StatementNames names;
  for (const char* text : {"cos(w)*y' - sin(w)*x' = 0", "(x' + y')/L <= 1", "|x'| <= 2",
                           "bob.y*bob.x' - bob.x*bob.y' + 2*bob.z' = 0", "sin(x)*x' <= 1"}) {
    CHECK_MESSAGE(names.read(text)[0].of_velocities, text);
    CHECK_FALSE_MESSAGE(names.read(text)[0].nonlinear, text);
  }
  for (const char* text : {"x'^2 <= 4", "|bob'| <= 2", "x'*y' = 0", "sin(x') = 0", "1/x' <= 1",
                           "x*x'*y' = 0", "y' + |bob'| = 0", "dot(bob', bob') <= 1"}) {
    CHECK_MESSAGE(names.read(text)[0].of_velocities, text);
    CHECK_MESSAGE(names.read(text)[0].nonlinear, text);
  }
  CHECK_FALSE(names.read("x^2 + y^2 <= 4")[0].nonlinear);
}

TEST_CASE("constraints that hide another, are always true or bind accelerations are rejected") {
  StatementNames names;
  for (const char* text : {"min(x, y) <= 1", "max(x, y) <= 1", "step(x) <= 0", "|x| >= 1",
                           "|x| = 1", "|x| + y <= 1", "x <= |y|", "|x| <= |y|", "0 <= |x| <= 1"})
    CHECK_MESSAGE(names.code(text) == Code::E116, text);
  for (const char* text : {"1 <= 2", "L <= 3", "t >= 0", "sin(t) = 0"})
    CHECK_MESSAGE(names.code(text) == Code::E114, text);
  for (const char* text : {"x'' = 0", "bob.z'' <= 1"})
    CHECK_MESSAGE(names.code(text) == Code::E115, text);
  for (const char* text : {"bob <= eve", "bob = 1", "1 = bob", "bob = eve = bob"})
    CHECK_MESSAGE((names.code(text) == Code::E113 || names.code(text) == Code::E105), text);
  CHECK(names.code("|bob| <= t") == Code::E900);
}

TEST_CASE("with units the two sides must agree") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("bob");
  CHECK_NOTHROW(read_constraint("bob.z >= 0.5", scope));
  CHECK_THROWS_AS(read_constraint("bob.z >= t", scope), Error);
}
