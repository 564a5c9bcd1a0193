// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/atoms.hpp"

#include <doctest/doctest.h>

#include <array>

#include "zwang/algebra/written.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/formula.hpp"

namespace {

using namespace zwang;

constexpr long work = 10'000'000;

struct Formulas {
  Graph graph;
  Scope scope{graph};
  std::vector<SymbolId> coordinates;

  Formulas() {
    for (const char* name : {"x", "y", "z"}) {
      scope.coordinate(name);
      coordinates.push_back(graph[Formula::read(name, scope).node()].a);
    }
    scope.parameter("k", 0.1);
  }

  NodeId read(const char* text) { return Formula::read(text, scope).node(); }
};

bool vanishes(const char* text) {
  Formulas formulas;
  const NodeId f = formulas.read(text);
  Atoms atoms(formulas.graph, formulas.coordinates, std::array{f}, work);
  return atoms.of(f).is_zero();
}

std::string lowest(const char* text, Number number = Number::kept) {
  Formulas formulas;
  const NodeId f = reduced(formulas.graph, formulas.read(text), number);
  return Formula(formulas.graph, f).text();
}

}  // namespace

// Theory 11-6.
TEST_CASE("formulas that vanish by the rules of their functions have the normal form 0") {
  for (const char* zero :
       {"(x + y)^2 - x^2 - 2*x*y - y^2", "x/(x*y) - 1/y", "sin(x)^2 + cos(x)^2 - 1",
        "sin(2*x) - 2*sin(x)*cos(x)", "cos(3*x) - 4*cos(x)^3 + 3*cos(x)", "tan(x) - sin(x)/cos(x)",
        "sin(-x) + sin(x)", "exp(2*x + y) - exp(x)^2*exp(y)", "exp(-x)*exp(x) - 1",
        "exp(x/2)*exp(x/3) - exp(5*x/6)", "sqrt(x^2 + y^2)^2 - x^2 - y^2", "x^1.5 - x*sqrt(x)",
        "x^(-0.5) - sqrt(x)/x", "cosh(y)^2 - sinh(y)^2 - 1", "sinh(2*y) - 2*sinh(y)*cosh(y)",
        "10*k*x - x", "(1/3)*x*3 - x"})
    CHECK_MESSAGE(vanishes(zero), zero);
  for (const char* other :
       {"x - y", "sin(x) - x", "sin(2*x) - 2*sin(x)", "exp(x*y) - exp(x)*exp(y)", "sqrt(x^2) - x",
        "log(x*y) - log(x)", "1e-30*x", "k - 0.1000000001"})
    CHECK_MESSAGE(!vanishes(other), other);
}

// Theory 11-6.
TEST_CASE("atoms have the derivatives of the calculus") {
  for (const char* text :
       {"x^2*y/(1 + z)", "exp(x*y) + exp(-2*x)", "sin(x*y)*cos(2*z)", "sqrt(x^2 + y^2)*z",
        "(1 + x*y)^0.7", "y*log(x + z)", "z*atan(x*y)", "atan2(y, x)*z", "asin(x)*y", "acos(x*y)",
        "tan(x)/y", "tanh(x) + sinh(y)", "exp(sin(x))"}) {
    CAPTURE(text);
    Formulas formulas;
    const NodeId f = formulas.read(text);
    std::vector<NodeId> roots = {f};
    for (const SymbolId id : formulas.coordinates)
      roots.push_back(derivative(formulas.graph, f, formulas.graph.node_of(id)));
    Atoms atoms(formulas.graph, formulas.coordinates, roots, work);
    const RationalFunction own = atoms.of(f);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto slope = atoms.slope(own, i);
      REQUIRE(slope);
      CHECK(difference(atoms.algebra(), *slope, atoms.of(roots[i + 1])).is_zero());
    }
  }
}

TEST_CASE("values at points agree with the normal form") {
  Formulas formulas;
  const NodeId f = formulas.read("sqrt(x^2 + 1)*sin(2*x)/(exp(y) + z) - 0.3*x^3");
  Atoms atoms(formulas.graph, formulas.coordinates, std::array{f}, work);
  for (int i = 0; i < 5; ++i) {
    const AtomPoint point = atoms.draw();
    CHECK(atoms.values(std::array{f}, point).at(f) == atoms.of(f).value(point.x));
  }
}

TEST_CASE("formulas are written in lowest terms") {
  CHECK(lowest("2*z/((x^2 + 1)*(2*z))") == "1/(x^2 + 1)");
  CHECK(lowest("(x^2 - y^2)/(x - y)") == "x + y");
  CHECK(lowest("x*exp(y)*y/(x*y)") == "exp(y)");
  CHECK(lowest("1/(-exp(x))", Number::dropped) == "exp(-x)");
  CHECK(lowest("3*x*y/(6*y)") == "0.5*x");
  CHECK(lowest("x/(3*y)") == "x/(3*y)");
  CHECK(lowest("sqrt(1 + x^2)/(1 + x^2)") == "1/sqrt(x^2 + 1)");
  CHECK(lowest("k*x/(k*y)") == "x/y");
}
