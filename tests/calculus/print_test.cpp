// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <doctest/doctest.h>

#include <string>

#include "zwang/calculus/expression.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/parse.hpp"

using namespace zwang;

namespace {

std::string latex(const char* text) { return parse_expression(text).latex(); }

}  // namespace

TEST_CASE("LaTeX has fractions, powers, roots and bars") {
  CHECK(latex("a/b") == "\\frac{a}{b}");
  CHECK(latex("(a + b)/2*c") == "\\frac{a + b}{2} \\, c");
  CHECK(latex("x^2") == "x^{2}");
  CHECK(latex("(a/b)^2") == "\\left(\\frac{a}{b}\\right)^{2}");
  CHECK(latex("sqrt(2*h/g)") == "\\sqrt{\\frac{2 \\, h}{g}}");
  CHECK(latex("-(a + b)") == "-\\left(a + b\\right)");
  CHECK(latex("a*(b + c)") == "a \\, \\left(b + c\\right)");
  CHECK(latex("a*2") == "a \\cdot 2");
  CHECK(latex("a*-b") == "a \\cdot -b");
  CHECK(latex("[a, b, 0]") == "\\left[a, b, 0\\right]");
  CHECK(latex("|a - b|") == "\\left|a - b\\right|");
  CHECK(latex("1e-9*x") == "{1 \\cdot 10^{-9}} \\, x");
}

TEST_CASE("LaTeX has functions and Greek letters") {
  CHECK(latex("sin(omega*t)") == "\\sin\\left(\\omega \\, t\\right)");
  CHECK(latex("atan2(y, x)") == "\\operatorname{atan2}\\left(y, x\\right)");
  CHECK(latex("acos(x)") == "\\arccos\\left(x\\right)");
  CHECK(latex("Omega + rho_w") == "\\Omega + \\rho_{\\mathrm{w}}");
}

TEST_CASE("a name's owner and indices become subscripts") {
  CHECK(latex_name("m1", 0) == "m_{1}");
  CHECK(latex_name("m1.x", 1) == "x_{m_{1}}'");
  CHECK(latex_name("bob", 0) == "\\mathrm{bob}");
  CHECK(latex_name("net[3,4].z", 0) == "z_{\\mathrm{net},3,4}");
  CHECK(latex_name("net[3,4]", 0) == "\\mathrm{net}_{3,4}");
  CHECK(latex_name("s_max", 0) == "s_{\\mathrm{max}}");
  CHECK(latex_name("a_b_c", 0) == "a_{\\mathrm{b\\_c}}");
  CHECK(latex_name("x", 2) == "x''");
  CHECK(latex_name("", 0).empty());
}

TEST_CASE("a constraint prints as it was written") {
  const ConstraintText string = parse_constraint("|m1-m2|<=L");
  CHECK(string.text() == "|m1 - m2| <= L");
  CHECK(string.latex() == "\\left|m_{1} - m_{2}\\right| \\le L");
  CHECK(parse_constraint("a >= b").latex() == "a \\ge b");
  CHECK(parse_constraint("a = b").latex() == "a = b");
}

TEST_CASE("a text that would be too long ends in an ellipsis") {
  const Expression tree = parse_expression("alpha + beta + gamma");
  CHECK(tree.text(tree.root(), 8) == "alpha + beta...");
}

TEST_CASE("a node prints as a formula that reads back as the same node") {
  Graph graph;
  Scope scope(graph);
  scope.coordinate("x");
  scope.coordinate("y");
  scope.parameter("L", 2.0);
  for (const char* text :
       {"x - (y - L)", "-x*y", "-(x*y)", "x/(y*L)", "(-3)^x", "x^-2", "(x^2)^y", "2 - x", "-x",
        "x' + y'", "min(x, max(y, L))", "atan2(y, x) + pi", "x - -3", "smooth(x, 1)*step(y)",
        "1e-09*x", "sinh(x)/cosh(x)", "exp(-x^2)", "x*(y*(x + y))"}) {
    CAPTURE(text);
    const Formula formula = Formula::read(text, scope);
    CAPTURE(formula.text());
    CHECK(Formula::read(formula.text(), scope).node() == formula.node());
  }
  CHECK(Formula::read("x*2/y", scope).latex() == "\\frac{2 \\, x}{y}");
  CHECK(Formula::read("2 + x", scope).text() == "x + 2");
}
