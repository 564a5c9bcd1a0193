// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/counterparts.hpp"

#include <doctest/doctest.h>

#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/parse.hpp"

using namespace zwang;

namespace {

template <class Read>
std::string mark_of(Read&& read) {
  try {
    read();
  } catch (const Error& error) {
    return error.mark();
  }
  return "no mistake";
}

std::string mark_of_constraint(const char* text) {
  return mark_of([&] { parse_constraint(text); });
}

std::string mark_of_formula(const char* text) {
  Graph graph;
  Scope scope(graph);
  scope.point("a");
  return mark_of([&] { Formula::read(text, scope); });
}

std::string mark_of_binding(const char* text) {
  return mark_of([&] { parse_bindings(text); });
}

}  // namespace

TEST_CASE("functions of other languages are answered with their counterparts") {
  CHECK(mark_of_formula("abs(a.x)") == "write '|a.x|'");
  CHECK(mark_of_formula("norm(a - 2*a)") == "write '|a - 2*a|'");
  CHECK(mark_of_formula("pow(a.x, 2)") == "write 'x^y'");
  CHECK(mark_of_formula("ln(a.x)") == "write 'log(a.x)'");
  CHECK(mark_of_formula("sign(a.x)") == "write '(2*step(a.x) - 1)'");
  CHECK(mark_of_formula("abs(a.x + a.x + a.x + a.x + a.x + a.x + a.x)") == "write '|...|'");
  CHECK(mark_of_formula("std(a.x)").empty());
  CHECK_FALSE(counterpart_of_function("sin", "x"));
}

TEST_CASE("signs of other languages are answered with their counterparts") {
  CHECK(mark_of_constraint("x**2 <= 1") == "write '^'");
  CHECK(mark_of_constraint("x \u2264 1") == "write '<='");
  CHECK(mark_of_constraint("x\u00b2 <= 1") == "write '^2'");
  CHECK(mark_of_constraint("2\u00b7x <= 1") == "write '*'");
  CHECK(mark_of_constraint("x <= \u22121") == "write '-'");
  CHECK_FALSE(counterpart_of_sign("*2"));
}

TEST_CASE("two constraints in one text are to be written as two") {
  for (const char* const text :
       {"x <= 1 and y <= 1", "x <= 1 && y <= 1", "x <= 1; y <= 1", "x <= 1, y <= 1"})
    CHECK(mark_of_constraint(text) == "write two constraints");
  CHECK(mark_of_constraint("x <= 1 or y <= 1") == "all constraints hold at once, there is no 'or'");
  CHECK(mark_of_constraint("if(t > 1, x, y) <= 1").starts_with("there is no 'if'"));
  CHECK(mark_of_constraint("x <= 1 if t") == mark_of_constraint("if(t > 1, x, y) <= 1"));
}

TEST_CASE("a function without brackets and a unit in a formula are recognised") {
  CHECK(mark_of_constraint("sin x <= 1") == "write 'sin(x)'");
  CHECK(mark_of_constraint("x <= 2 mm") == "write '2*0.001'");
  CHECK(mark_of_constraint("x <= cos(30 deg)") == "write '30*pi/180'");
}

TEST_CASE("components by index and velocities by letter are answered with their names") {
  CHECK(mark_of_formula("a[2]") == "did you mean 'a.z'?");
  CHECK(mark_of_formula("a.vx") == "its velocity is a.x'");
  CHECK(mark_of_formula("|a.v|") == "its velocity is a'");
  CHECK(mark_of_formula("a[3]").empty());
}

TEST_CASE("masses without brackets are answered with the list of them") {
  CHECK(mark_of_binding("p in a, b") == "masses are listed as 'p in [a, b]'");
  CHECK(mark_of_binding("p in [a, b]") == "no mistake");
}
