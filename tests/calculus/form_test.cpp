// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/form.hpp"

#include <doctest/doctest.h>

#include <array>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/formula.hpp"

using namespace zwang;

namespace {

struct Space {
  Space() : scope(graph) {
    for (const char* name : {"x", "y", "z", "w"}) scope.coordinate(name);
    scope.parameter("k", 0.5);
  }
  NodeId node(const char* text) { return Formula::read(text, scope).node(); }
  SymbolId symbol(const char* name) const { return graph[scope.find(name)->levels[0][0]].a; }

  Graph graph;
  Scope scope;
};

}  // namespace

// Theory 11-1, 15-9.
TEST_CASE("Voss 1884: the linear complex y dx - x dy + k dz has its covariants") {
  Space s;
  const Form form(s.graph, s.node("y*x' - x*y' + k*z'"));
  REQUIRE(form.coordinates().size() == 3);
  CHECK(form.coefficient(0) == s.node("y"));
  CHECK(form.coefficient(1) == s.node("-x"));
  CHECK(form.coefficient(2) == s.node("k"));
  CHECK(s.graph.is_constant(form.time_coefficient(), 0.0));
  // (xy) = dp_x/dy - dp_y/dx = 1 - (-1) = 2, the others vanish.
  CHECK(s.graph.is_constant(form.covariant(s.symbol("x"), s.symbol("y")), 2.0));
  CHECK(s.graph.is_constant(form.covariant(s.symbol("y"), s.symbol("x")), -2.0));
  CHECK(s.graph.is_constant(form.covariant(s.symbol("x"), s.symbol("z")), 0.0));
  CHECK(s.graph.is_constant(form.covariant(s.symbol("y"), s.symbol("z")), 0.0));
  CHECK(s.graph.is_constant(form.covariant(s.symbol("x"), s.symbol("w")), 0.0));
  CHECK(form.text() == "y dx - x dy + k dz");
}

// Theory 11-1.
TEST_CASE("the knife edge cos(w) dy - sin(w) dx has its covariants") {
  Space s;
  const Form form(s.graph, s.node("cos(w)*y' - sin(w)*x'"));
  CHECK(form.covariant(s.symbol("x"), s.symbol("w")) == s.node("-cos(w)"));
  CHECK(form.covariant(s.symbol("y"), s.symbol("w")) == s.node("-sin(w)"));
}

// Theory 11-11.
TEST_CASE("a moving constraint has a coefficient of dt") {
  Space s;
  const Form form(s.graph, s.node("x*x' + y*(y' - k) - 2*(z'*x + x)/x + 3*t"));
  // p0 = -k y - 2 x/x + 3 t
  const Formula p0(s.graph, form.time_coefficient());
  std::vector<double> at;
  for (std::size_t i = 0; i < p0.inputs().size(); ++i)
    at.push_back(p0.input_name(i) == "t" ? 7.0 : 2.0);
  CHECK(p0.value(at) == doctest::Approx(-1.0 - 2.0 + 21.0));
  const Formula time(s.graph, form.time_covariant(s.symbol("y"), s.scope.time()));
  CHECK(time.value(std::span<const double>()) == doctest::Approx(0.5));  // 0 - d(-k y)/dy
  CHECK(form.text().find("dt") != std::string::npos);
}

TEST_CASE("an exact form has no covariants") {
  Space s;
  // d(x^2 y) = 2 x y dx + x^2 dy
  const Form form(s.graph, s.node("2*x*y*x' + x^2*y'"));
  const Formula covariant(s.graph, form.covariant(s.symbol("x"), s.symbol("y")));
  for (const double x : {-1.5, 0.25, 3.0})
    CHECK(covariant.value(std::vector<double>(covariant.inputs().size(), x)) ==
          doctest::Approx(0.0));
}

TEST_CASE("signs stand in front of the factors of a form") {
  Space s;
  CHECK(Form(s.graph, s.node("x' + y*(z' - y*x')*x")).text() == "(1 - y*y*x) dx + x*y dz");
  CHECK(Form(s.graph, s.node("z' + y*(-y)*x'")).text() == "-y*y dx + dz");
}

// Theory 2-4.
TEST_CASE("only what is linear in the velocities is a form") {
  Space s;
  CHECK_THROWS_AS(Form(s.graph, s.node("x'^2")), Error);
  CHECK(Form(s.graph, s.node("0*x")).text() == "0*x dt");
  CHECK(Form(s.graph, s.node("x' - x'")).text() == "0");
}
