// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/formula.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "zwang/calculus/derivative.hpp"

using namespace zwang;
using doctest::Approx;

namespace {

struct FormulaNames {
  FormulaNames() : scope(graph) {
    for (const char* name : {"x", "y", "w"}) scope.coordinate(name);
    scope.parameter("L", 2.0);
    scope.point("bob");
  }
  Formula read(const char* text) { return Formula::read(text, scope); }

  Graph graph;
  Scope scope;
};

// Numbers for the inputs of a formula by name.
template <class S>
std::vector<S> places(const Formula& f, std::initializer_list<std::pair<const char*, S>> values) {
  std::vector<S> x;
  for (std::size_t i = 0; i < f.inputs().size(); ++i)
    for (const auto& [name, value] : values)
      if (f.input_name(i) == name) x.push_back(value);
  return x;
}

}  // namespace

TEST_CASE("parameters are numbers, and symbols are inputs in a fixed order") {
  FormulaNames names;
  const Formula f = names.read("y*L + x - 2*y'");
  REQUIRE(f.inputs().size() == 3);
  CHECK(f.input_name(0) == "x");
  CHECK(f.input_name(1) == "y");
  CHECK(f.input_name(2) == "y'");
  CHECK(f.value(std::array{1.0, 10.0, 100.0}) == -179.0);
}

// f = |r| - 1 along r = q + v s: f' = r.v/|r|, f'' = (v.v - f'^2)/|r|. At r = (0.6, 0, 0.8),
// v = (1, 2, 3): f' = 3, f'' = 14 - 9 = 5; the third derivative is -3 f' f''/|r| = -45.
// Theory 2-1, 2-3.
TEST_CASE("a string has its f, f', f'', f''' and gradient along a motion") {
  FormulaNames names;
  const Formula f = names.read("|bob| - 1");
  using T = Taylor<double, 3>;
  const std::array<T, 3> motion = {T(0.6, 1.0), T(0.0, 2.0), T(0.8, 3.0)};
  std::array<double, 3> gradient{};
  const T course = f.value_and_gradient<T, double>(motion, gradient);
  CHECK(course[0] == Approx(0.0));
  CHECK(course.derivative(1) == Approx(3.0));
  CHECK(course.derivative(2) == Approx(5.0));
  CHECK(course.derivative(3) == Approx(-45.0));
  CHECK(gradient[0] == Approx(0.6));
  CHECK(gradient[1] == Approx(0.0));
  CHECK(gradient[2] == Approx(0.8));
}

// g1 = cos(w) y' - sin(w) x'; b2 = d/ds g1(q + s v, v) = -w' (sin(w) y' + cos(w) x').
// Theory 2-1, 2-2.
TEST_CASE("a velocity constraint has its row and b2") {
  FormulaNames names;
  const Formula g = names.read("cos(w)*y' - sin(w)*x'");
  using T = Taylor<double, 1>;
  const double w = 0.3, turn = 0.7, vx = 1.1, vy = -0.4;
  const auto place = places<T>(g, {{"w", T(w, turn)}, {"x'", T(vx)}, {"y'", T(vy)}});
  std::vector<T> row(place.size());
  const T value = g.value_and_gradient<T, T>(place, row);
  CHECK(value[0] == Approx(std::cos(w) * vy - std::sin(w) * vx));
  CHECK(value[1] == Approx(-turn * (std::sin(w) * vy + std::cos(w) * vx)));
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (g.input_name(i) == "x'") {
      CHECK(row[i][0] == Approx(-std::sin(w)));
      CHECK(row[i][1] == Approx(-turn * std::cos(w)));
    }
  }
}

// Backward and forward differentiation share no rule.
TEST_CASE("the gradient of every operation is the same backwards and forwards") {
  FormulaNames names;
  for (const char* text : {"x + y",
                           "x + 3",
                           "3 - x",
                           "x - y",
                           "x*y",
                           "x*4",
                           "x/y",
                           "x/4",
                           "4/x",
                           "-x",
                           "x^2",
                           "x^5",
                           "x^-3",
                           "x^1.5",
                           "x^y",
                           "2^x",
                           "sqrt(x)",
                           "x^0.5",
                           "exp(x)",
                           "log(x)",
                           "sin(x)*cos(x)",
                           "cos(y)",
                           "sinh(x) - cosh(x)",
                           "cosh(y)",
                           "tan(x)",
                           "asin(x/3)",
                           "acos(y/3)",
                           "atan(x)",
                           "tanh(x)",
                           "atan2(x, y)",
                           "atan2(1, y)",
                           "min(x, y)",
                           "max(x, y)",
                           "min(x, 9)",
                           "step(x)*y",
                           "smooth(x, 3)",
                           "smooth(x, y)",
                           "smooth(y - 3, x)",
                           "(x + y)^2*sin(x + y)/(x + y)"}) {
    CAPTURE(text);
    const Formula f = names.read(text);
    const std::size_t n = f.inputs().size();
    const std::array<double, 2> at = {0.7, 1.9};
    std::vector<double> gradient(n);
    const double value = f.value_and_gradient<double, double>(
        std::span(at).subspan(f.input_name(0) == "y" ? 1 : 0, n), gradient);
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Taylor<double, 1>> line;
      for (std::size_t j = 0; j < n; ++j)
        line.emplace_back(at[f.input_name(0) == "y" ? 1 : j], i == j ? 1.0 : 0.0);
      const auto course = f.value<Taylor<double, 1>>(line);
      CHECK(course[0] == value);
      CHECK(gradient[i] == Approx(course[1]).epsilon(1e-14));
    }
  }
}

TEST_CASE("bounds over a box contain every value in it") {
  FormulaNames names;
  const Formula f = names.read("x^2 - 2*x*y + sin(x)");
  const std::array<Interval, 2> box = {Interval(0.5, 1.5), Interval(-1.0, 0.25)};
  const Interval range = f.value<Interval>(box);
  for (int i = 0; i <= 20; ++i)
    for (int j = 0; j <= 20; ++j)
      CHECK(range.contains(f.value(std::array{0.5 + i * 0.05, -1.0 + j * 0.0625})));
}

TEST_CASE("eight points at once have the same bits as one after another") {
  FormulaNames names;
  const Formula f = names.read("|bob|*x - cos(w)*y^3 + L");
  const std::size_t n = f.inputs().size();
  std::vector<Taylor<Pack, 2>> packs(n);
  std::vector<Pack> many(n);
  std::vector<std::vector<Taylor<double, 2>>> single(8, std::vector<Taylor<double, 2>>(n));
  for (std::size_t i = 0; i < n; ++i) {
    packs[i] = Taylor<Pack, 2>(Pack(0.0), Pack(0.0));
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const double q = std::sin(1.0 + static_cast<double>(i + 10 * lane));
      const double v = std::cos(2.0 + static_cast<double>(3 * i + lane));
      packs[i][0][static_cast<int>(lane)] = q;
      packs[i][1][static_cast<int>(lane)] = v;
      single[lane][i] = Taylor<double, 2>(q, v);
    }
  }
  const auto all = f.value_and_gradient<Taylor<Pack, 2>, Pack>(packs, many);
  for (std::size_t lane = 0; lane < 8; ++lane) {
    std::vector<double> gradient(n);
    const auto one = f.value_and_gradient<Taylor<double, 2>, double>(single[lane], gradient);
    for (int k = 0; k <= 2; ++k) CHECK(all[k][static_cast<int>(lane)] == one[k]);
    for (std::size_t i = 0; i < n; ++i) CHECK(many[i][static_cast<int>(lane)] == gradient[i]);
  }
}

TEST_CASE("outside its domain a formula reports which part, and where") {
  FormulaNames names;
  const auto domain_error = [&](const char* text, std::initializer_list<double> x) {
    const Formula f = names.read(text);
    CHECK_FALSE(std::isfinite(f.value(std::vector(x))));
    const auto error = f.domain_error(std::vector(x));
    REQUIRE(error.has_value());
    CHECK(error->code() == Code::E310);
    return error->message();
  };
  CHECK(domain_error("1 + sqrt(x - 2)", {1.0}) == "'sqrt(x - 2)' is not defined at x - 2 = -1");
  CHECK(domain_error("y/(x - 1)", {1.0, 2.0}) == "'y/(x - 1)' is not defined at y = 2, x - 1 = 0");
  CHECK(domain_error("atan(1/x)", {0.0}) == "'1/x' is not defined at 1 = 1, x = 0");
  CHECK(domain_error("tanh(exp(x))", {1e4}) == "'exp(x)' is not defined at x = 10000");
  CHECK(domain_error("x*y", {1e300, 1e300}) == "'x*y' is not defined at x = 1e+300, y = 1e+300");
  CHECK(domain_error("x + 1", {std::nan("")}) == "'x' is nan");
  const Formula fine = names.read("sqrt(x)");
  CHECK_FALSE(fine.domain_error(std::array{4.0}).has_value());
}

TEST_CASE("a derivative that does not exist is not finite") {
  FormulaNames names;
  const auto slope = [&](const char* text, double x) {
    const Formula f = names.read(text);
    std::array<double, 1> gradient{};
    f.value_and_gradient<double, double>(std::array{x}, gradient);
    return gradient[0];
  };
  CHECK_FALSE(std::isfinite(slope("sqrt(x)", 0.0)));
  CHECK_FALSE(std::isfinite(slope("|x|", 0.0)));
  CHECK_FALSE(std::isfinite(slope("step(x)", 0.0)));
  CHECK_FALSE(std::isfinite(slope("asin(x)", 1.0)));
  CHECK_FALSE(std::isfinite(slope("x^0.5", 0.0)));
  CHECK(slope("|x|", -2.0) == -1.0);
  CHECK(slope("step(x)", 1.0) == 0.0);
}

TEST_CASE("the same constraint on other masses belongs to the same family") {
  Graph graph;
  Scope scope(graph);
  for (const char* name : {"a", "b", "c"}) scope.point(name);
  const auto program = [&](const char* text) { return Formula::read(text, scope).program(); };
  CHECK(program("|a - b| - 1").same_family(program("|b - c| - 1")));
  CHECK_FALSE(program("|a - b| - 1").same_family(program("|a - b| - 2")));
  CHECK_FALSE(program("|a - b|").same_family(program("|a|")));
}

// x = 3, y = 5, w = 2, by hand; each also with a part that is needed twice and cannot be fused.
TEST_CASE("sums of squares and products are fused, and keep their value") {
  FormulaNames names;
  const auto value = [&](const char* text, std::size_t instructions) {
    const Formula f = names.read(text);
    CHECK_MESSAGE(f.program().instructions().size() == instructions, text);
    const auto at = places<double>(f, {{"x", 3.0}, {"y", 5.0}, {"w", 2.0}});
    std::vector<double> g(at.size());
    const double v = f.value_and_gradient<double, double>(at, g);
    for (std::size_t i = 0; i < at.size(); ++i) {
      std::vector<Taylor<double, 1>> line(at.begin(), at.end());
      line[i] = Taylor<double, 1>(at[i], 1.0);
      CHECK(f.value<Taylor<double, 1>>(line)[1] == Approx(g[i]));
    }
    return v;
  };
  CHECK(value("(x - y)^2", 1) == 4.0);
  CHECK(value("(x + 4)^2", 1) == 49.0);
  CHECK(value("w + x^2", 1) == 11.0);
  CHECK(value("w + (x + 4)^2", 1) == 51.0);
  CHECK(value("(x - y)^2 + w", 1) == 6.0);
  CHECK(value("w + x*y", 1) == 17.0);
  CHECK(value("w - x*y", 1) == -13.0);
  CHECK(value("x*y - w", 2) == 13.0);
  CHECK(value("(x - y)^2 + sin(x - y)*0", 5) == 4.0);
  CHECK(value("w + x^2 + sqrt(x^2)", 4) == 14.0);
}

TEST_CASE("a constant formula has no inputs") {
  FormulaNames names;
  const Formula f = names.read("L + 1");
  CHECK(f.inputs().empty());
  CHECK(f.value(std::span<const double>()) == 3.0);
}
