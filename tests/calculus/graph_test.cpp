// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/graph.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/formula.hpp"

using namespace zwang;

namespace {

struct Plane {
  Plane() : scope(graph) {
    scope.coordinate("x");
    scope.coordinate("y");
    scope.parameter("k", 3.0);
    x = scope.find("x")->levels[0][0];
    y = scope.find("y")->levels[0][0];
    rate = scope.find("x")->levels[1][0];
  }
  NodeId read(const char* text) { return Formula::read(text, scope).node(); }
  std::string text(NodeId node) const { return expression_of(graph, node).text(); }

  Graph graph;
  Scope scope;
  NodeId x, y, rate;
};

}  // namespace

TEST_CASE("equal subexpressions are one node, whatever the order of a sum or product") {
  Plane p;
  CHECK(p.read("x*y + 2") == p.read("2 + y*x"));
  CHECK(p.read("sin(x + y)^2") == p.read("sin(y + x)^2"));
  CHECK(p.read("x - y") != p.read("y - x"));
  CHECK(p.read("x/y") != p.read("y/x"));
}

TEST_CASE("constants are folded where that changes no value") {
  Plane p;
  const auto is = [&](const char* text, double number) {
    return p.graph.is_constant(p.read(text), number);
  };
  CHECK(is("2*3 + 1", 7.0));
  CHECK(is("sqrt(4)", 2.0));
  CHECK(is("max(1, 2)", 2.0));
  CHECK(is("cos(0)", 1.0));
  CHECK(is("-0", 0.0));
  CHECK(p.read("x + 0") == p.x);
  CHECK(p.read("0 + x") == p.x);
  CHECK(p.read("x - 0") == p.x);
  CHECK(p.read("1*x") == p.x);
  CHECK(p.read("x*1") == p.x);
  CHECK(p.read("x/1") == p.x);
  CHECK(p.read("x^1") == p.x);
  CHECK(p.read("--x") == p.x);
  CHECK(p.read("0 - x") == p.read("-x"));
  CHECK(p.read("-1*x") == p.read("-x"));
  CHECK(p.read("x*-1") == p.read("-x"));
  CHECK(p.read("x + -y") == p.read("x - y"));
  CHECK(p.read("-x + y") == p.read("y - x"));
  CHECK(p.read("x - -y") == p.read("x + y"));
  CHECK(p.read("-(x - y)") == p.read("y - x"));
}

TEST_CASE("undefined expressions are not folded away") {
  Plane p;
  CHECK(p.graph[p.read("1/0")].operation == Operation::divide);
  CHECK(p.graph[p.read("sqrt(-1)")].operation == Operation::sqrt);
  CHECK(p.graph[p.read("0*log(x)")].operation == Operation::multiply);
}

TEST_CASE("the number of nodes is limited") {
  Graph graph;
  NodeId node = graph.symbol({.name = "x"});
  CHECK_THROWS_AS(for (int i = 0; i < 2'000'000; ++i) node = graph.make(Operation::sin, node),
                  Error);
  CHECK(graph.size() == Graph::max_nodes);
}

// By hand.
TEST_CASE("derivatives are formulas of the same graph") {
  Plane p;
  const auto slope = [&](const char* text) { return derivative(p.graph, p.read(text), p.x); };
  CHECK(slope("x^2") == p.read("x*2"));
  CHECK(slope("3") == p.read("0"));
  CHECK(slope("y") == p.read("0"));
  CHECK(slope("x*y") == p.y);
  CHECK(slope("sin(x)") == p.read("cos(x)"));
  CHECK(slope("cos(x)*y") == p.read("-sin(x)*y"));
  CHECK(slope("exp(x)") == p.read("exp(x)"));
  CHECK(slope("sinh(x)") == p.read("cosh(x)"));
  CHECK(slope("cosh(x)") == p.read("sinh(x)"));
  CHECK(slope("x - k*x") == p.read("1 - k"));
  CHECK(slope("step(x)") == p.read("0"));
}

// Central differences of order four with h = 1e-3: error about 1e-12 for functions of size one.
TEST_CASE("the derivative of every operation agrees with finite differences") {
  Plane p;
  for (const char* text : {"x + y",
                           "x - y*x",
                           "x*y*x",
                           "x/y",
                           "y/x",
                           "-x",
                           "x^3",
                           "x^-2",
                           "x^1.5",
                           "x^y",
                           "y^x",
                           "sqrt(x)",
                           "exp(x*y)",
                           "log(x)",
                           "sin(x*y)",
                           "cos(x)",
                           "tan(x)",
                           "asin(x/4)",
                           "acos(x/4)",
                           "atan(x)",
                           "sinh(x)",
                           "cosh(x)",
                           "tanh(x)",
                           "atan2(x, y)",
                           "atan2(y, x)",
                           "min(x, y*2)",
                           "max(x^2, y)",
                           "smooth(x - 1, y)",
                           "smooth(y - 1.2, x)",
                           "x*step(x)"}) {
    CAPTURE(text);
    const NodeId f = p.read(text);
    const Formula slope(p.graph, derivative(p.graph, f, p.x));
    const Formula formula(p.graph, f);
    const auto at = [&](const Formula& g, double x) {
      std::vector<double> values;
      for (std::size_t i = 0; i < g.inputs().size(); ++i)
        values.push_back(g.input_name(i) == "x" ? x : 1.3);
      return g.value(values);
    };
    const double h = 1e-3;
    const double x = 1.2;
    const double difference = (8.0 * (at(formula, x + h) - at(formula, x - h)) -
                               (at(formula, x + 2 * h) - at(formula, x - 2 * h))) /
                              (12.0 * h);
    CHECK(at(slope, x) == doctest::Approx(difference).epsilon(1e-9));
  }
}

TEST_CASE("the degree in the velocities is counted") {
  Plane p;
  const auto degree = [&](const char* text) {
    const NodeId f = p.read(text);
    return degrees(p.graph, f, Symbol::Kind::velocity).at(f);
  };
  CHECK(degree("x^7") == 0);
  CHECK(degree("cos(x)*y' - sin(x)*x'") == 1);
  CHECK(degree("x'*y'") == 2);
  CHECK(degree("x'^3") == 3);
  CHECK(degree("(x' + 1)^2/x") == 2);
  CHECK(degree("-x'/y") == 1);
  CHECK(degree("x/y'") == not_polynomial);
  CHECK(degree("sin(x')") == not_polynomial);
  CHECK(degree("x'^0.5") == not_polynomial);
  CHECK(degree("x'^y") == not_polynomial);
  CHECK(degree("x'^999*y'^999") == not_polynomial);
  CHECK(depends_on(p.graph, p.read("x' + 1"), Symbol::Kind::velocity));
  CHECK_FALSE(depends_on(p.graph, p.read("x + 1"), Symbol::Kind::velocity));
}

TEST_CASE("a layer sees the graph below it, and its own nodes stay in it") {
  Plane p;
  const NodeId square = p.read("x^2 + k*y");
  const std::size_t size = p.graph.size();
  Graph layer = Graph::over(p.graph);
  CHECK(layer.size() == size);
  const Scope& names = p.scope;
  // the same formula is the same node, a new one is not seen below
  CHECK(Formula::read("x^2 + k*y", names, layer).node() == square);
  const Formula more = Formula::read("sin(x^2 + k*y)*x", names, layer);
  CHECK(p.graph.size() == size);
  CHECK(more.node() >= size);
  CHECK(more.text() == "x*sin(x^2 + y*k)");
  CHECK(more.value(std::array{2.0, 1.0}) == std::sin(7.0) * 2.0);
  CHECK(Formula(layer, derivative(layer, square, p.x)).value(std::array{2.0}) == 4.0);
  // what is made below meanwhile has numbers that mean something else here
  const NodeId below = p.read("cos(y)");
  CHECK(more.text() == "x*sin(x^2 + y*k)");
  CHECK(Formula::read("cos(y)", names, layer).text() == "cos(y)");
  CHECK(p.text(below) == "cos(y)");
  // a symbol of its own
  Scope own(names, layer);
  own.coordinate("w");
  const Formula strange = Formula::read("w + x", own);
  CHECK(strange.text() == "x + w");
  CHECK_FALSE(p.scope.find("w").has_value());
  // a formula comes down, unless it needs such a symbol
  const NodeId taken = p.graph.take(layer, more.node());
  CHECK(Formula(p.graph, taken).text() == more.text());
  CHECK(p.graph.take(layer, square) == square);
  CHECK_THROWS_AS(p.graph.take(layer, strange.node()), Error);
  // a layer over a layer
  Graph upper = Graph::over(layer);
  CHECK(Formula::read("exp(sin(x^2 + k*y)*x)", names, upper).text() == "exp(x*sin(x^2 + y*k))");
}
