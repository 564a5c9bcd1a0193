// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/vanishing.hpp"

#include <doctest/doctest.h>

#include "zwang/calculus/formula.hpp"

namespace {

using namespace zwang;

bool vanishes(const char* text) {
  Graph graph;
  Scope scope(graph);
  for (const char* name : {"x", "y", "z"}) scope.coordinate(name);
  scope.parameter("k", 0.1);
  return surely_vanishes(graph, Formula::read(text, scope).node());
}

}  // namespace

TEST_CASE("formulas that vanish are recognised, and others are not") {
  for (const char* zero :
       {"0", "x*y - y*x", "(x + y)^2 - x^2 - 2*x*y - y^2", "x/(x*y) - 1/y",
        "sin(x)^2 + cos(x)^2 - 1", "tan(x)*cos(x) - sin(x)", "cosh(y)^2 - sinh(y)^2 - 1",
        "sqrt(x^2 + y^2)*z - z*sqrt(x^2 + y^2)", "x*y/sqrt(z) - y*x/sqrt(z)", "10*k*x - x",
        "exp(x)*y - y*exp(x)", "x'*y - y*x'"})
    CHECK_MESSAGE(vanishes(zero), zero);
  for (const char* other :
       {"1", "x", "x - y", "x*y - y*z", "sin(x) - x", "sin(x)^2 - cos(x)^2", "sqrt(x^2) - x",
        "1e-30*x", "k - 0.1000000001", "1/(x - x)", "x'*y - x*y'"})
    CHECK_MESSAGE(!vanishes(other), other);
}

TEST_CASE("nothing is claimed without a proof") {
  // zero, but by a rule it does not know
  CHECK(!vanishes("sqrt(x)^2 - x"));
  CHECK(!vanishes("sin(2*x) - 2*sin(x)*cos(x)"));
}
