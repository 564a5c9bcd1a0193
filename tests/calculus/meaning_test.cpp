// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/meaning.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/parse.hpp"

using namespace zwang;
using doctest::Approx;

namespace {

struct NamesWithUnits {
  NamesWithUnits() : scope(graph, true) {
    scope.parameter("L", 2.0, Dimension::length());
    scope.parameter("g", 9.81, Dimension::length() / Dimension::time().to(2.0));
    scope.parameter("m", 0.5, Dimension::mass());
    scope.parameter("k", 4.0);
    scope.point("bob");
    scope.point("eve");
    scope.coordinate("theta");
  }

  Code code(const char* text) {
    try {
      Formula::read(text, scope);
    } catch (const Error& error) {
      return error.code();
    }
    return Code::E900;
  }

  std::optional<Dimension> dimension(const char* text) {
    return meanings(parse_expression(text), text, scope).back().dimension;
  }

  Graph graph;
  Scope scope;
};

}  // namespace

TEST_CASE("names are valid, unique and not reserved") {
  NamesWithUnits names;
  const auto code = [&](const char* name) {
    try {
      names.scope.parameter(name, 1.0);
    } catch (const Error& error) {
      return error.code();
    }
    return Code::E900;
  };
  CHECK(code("L") == Code::E112);
  CHECK(code("bob") == Code::E112);
  for (const char* word : {"t", "pi", "in", "all", "sin", "smooth", "dot", "cross"})
    CHECK(code(word) == Code::E112);
  for (const char* word : {"", "2x", "a-b", "x'", "a b"}) CHECK(code(word) == Code::E109);
  CHECK(code("new_name_2") == Code::E900);
}

TEST_CASE("numbers and vectors do not mix") {
  NamesWithUnits names;
  for (const char* text :
       {"bob + 1", "1 - bob", "bob*eve", "1/bob", "bob^2", "2^bob", "sin(bob)", "[bob, 1, 2]",
        "dot(bob, 1)", "cross(1, bob)", "bob", "min(bob, 1)", "bob + eve", "cross(bob, eve)"})
    CHECK_MESSAGE(names.code(text) == Code::E113, text);
  for (const char* text :
       {"|bob|", "|bob - eve|", "dot(bob, eve)", "|cross(bob, eve)|", "|2*bob/k - eve*k|", "|-bob|",
        "|[theta, 1, 2]|", "dot(bob', eve)", "|theta|"})
    CHECK_MESSAGE(names.code(text) == Code::E900, text);
}

// By hand: bob = (1, 2, 3), eve = (4, -5, 6).
TEST_CASE("vector arithmetic has its usual meaning") {
  NamesWithUnits names;
  const auto value = [&](const char* text) {
    const Formula formula = Formula::read(text, names.scope);
    std::vector<double> x;
    for (std::size_t i = 0; i < formula.inputs().size(); ++i) {
      const std::string& name = formula.input_name(i);
      const std::size_t axis = static_cast<std::size_t>(name.back() - 'x');
      x.push_back(name.starts_with("bob") ? std::array{1.0, 2.0, 3.0}[axis]
                                          : std::array{4.0, -5.0, 6.0}[axis]);
    }
    return formula.value(x);
  };
  CHECK(value("dot(bob, eve)") == 12.0);
  CHECK(value("|bob|") == Approx(std::sqrt(14.0)));
  CHECK(value("|bob - eve|") == Approx(std::sqrt(9.0 + 49.0 + 9.0)));
  CHECK(value("|cross(bob, eve)|") == Approx(std::sqrt(27.0 * 27 + 6 * 6 + 13 * 13)));
  CHECK(value("|bob/2 + eve*3|") == Approx(std::sqrt(12.5 * 12.5 + 14.0 * 14.0 + 19.5 * 19.5)));
  CHECK(value("dot([0, 0, 2], bob)") == 6.0);
  CHECK(value("max(bob.x, bob.y, bob.z)") == 3.0);
  CHECK(value("min(bob.x, eve.y)") == -5.0);
  CHECK(value("|eve.y|") == 5.0);
}

TEST_CASE("known units must agree, and plain numbers fit any unit") {
  NamesWithUnits names;
  for (const char* text :
       {"L + m", "L - t", "|bob| - m", "sin(L)", "exp(m)", "2^L", "L^k^t", "atan2(L, t)", "L^t",
        "min(L, m)", "|[L, m, 0]|", "|bob' - bob|", "max(L, L, m)", "smooth(L, m)"})
    CHECK_MESSAGE(names.code(text) == Code::E107, text);
  for (const char* text :
       {"L + 1", "|bob| - 0.5*L", "sin(bob.x/L)", "m*g*L", "L/t - bob.x'", "k + L", "k*L + m*k",
        "0 - L", "sqrt(L/g) + t", "L^2 + bob.x^2", "theta + 1", "atan2(bob.x, bob.y)",
        "|[L, 1, 0]|", "step(L)", "smooth(t, 2*t)"})
    CHECK_MESSAGE(names.code(text) == Code::E900, text);
  CHECK(names.dimension("m*g*L")->text() == "kg m^2/s^2");
  CHECK(names.dimension("bob.x'")->text() == "m/s");
  CHECK(names.dimension("sqrt(L/g)")->text() == "s");
  CHECK(names.dimension("sin(pi)")->text() == "1");
  CHECK_FALSE(names.dimension("k*L").has_value());
  CHECK_FALSE(names.dimension("2 + 3").has_value());
  CHECK(names.dimension("2*L")->text() == "m");
  CHECK(names.dimension("2/L")->text() == "1/m");
}

TEST_CASE("a value is a quantity or an expression of parameters") {
  NamesWithUnits names;
  CHECK(read_value("2.5 kN", names.scope).value == 2500.0);
  CHECK(read_value("0.8*L", names.scope).value == 1.6);
  CHECK(read_value("0.8*L", names.scope).unit.dimension == Dimension::length());
  CHECK(read_value("3", names.scope).value == 3.0);
  CHECK(read_value("n_pi",
                   [&]() -> const Scope& {
                     names.scope.parameter("n_pi", std::numbers::pi);
                     return names.scope;
                   }())
            .value == std::numbers::pi);
  CHECK(read_value("sqrt(2*L/g)", names.scope).value == Approx(std::sqrt(4.0 / 9.81)));
  const auto code = [&](const char* text) {
    try {
      read_value(text, names.scope);
    } catch (const Error& error) {
      return error.code();
    }
    return Code::E900;
  };
  CHECK(code("2 L") == Code::E104);
  CHECK(code("2 parsec") == Code::E103);
  CHECK(code("bob.x") == Code::E113);
  CHECK(code("bob") == Code::E113);
  CHECK(code("t + 1") == Code::E113);
  CHECK(code("1/0") == Code::E120);
  CHECK(code("log(-k)") == Code::E120);
}

TEST_CASE("a function of a quantity is answered with the parameter that cancels its unit") {
  NamesWithUnits names;
  const auto help = [&](const char* text) {
    try {
      Formula::read(text, names.scope);
    } catch (const Error& error) {
      return error.notes().at(0);
    }
    return std::string();
  };
  const std::string start = "help: a parameter can have the unit that is missing: ";
  CHECK(help("L*sin(0.7*t)") == start + "w = \"0.7 rad/s\", then sin(w*t)");
  CHECK(help("exp(-0.5*t)") == start + "w = \"-0.5 1/s\", then exp(w*t)");
  CHECK(help("cos(2*pi*L)") == start + "w = \"1 rad/m\", then cos(w*2*pi*L)");
  CHECK(help("sin(t + 1)") == start + "w = \"1 rad/s\", then sin(w*(t + 1))");
  names.scope.parameter("w", 0.7, Dimension::none() / Dimension::time());
  CHECK(names.code("L*sin(w*t)") == Code::E900);
  CHECK(help("sin(0.7*t)") == start + "w1 = \"0.7 rad/s\", then sin(w1*t)");
}

TEST_CASE("derivatives exist up to the order that the scope defines") {
  NamesWithUnits names;
  CHECK(names.code("bob.x'") == Code::E900);
  CHECK(names.code("bob.x''") == Code::E103);
  CHECK(names.code("L'") == Code::E103);
  CHECK(names.code("t'") == Code::E103);
  CHECK(names.code("bob.w") == Code::E103);
  CHECK(names.code("L.x") == Code::E103);
  CHECK(names.code("nobody.x") == Code::E103);
}

TEST_CASE("an unknown name is reported with the names that exist") {
  NamesWithUnits names;
  const auto error = [&](const char* text) {
    try {
      Formula::read(text, names.scope);
    } catch (const Error& e) {
      return e;
    }
    return Error(Code::E900, "");
  };
  CHECK(error("|bobb|").mark() == "did you mean 'bob'?");
  CHECK(error("|bobb|").place().column == 2);
  CHECK(error("|bobb|").place().end_column == 6);
  CHECK(error("|bobb|").notes().at(0) ==
        "known: masses bob, eve; coordinates theta; parameters L, g, m, k; t, pi");
  CHECK(error("bob.w").message() == "unknown name 'bob.w' (bob has x, y, z)");
  CHECK(error("L.x").message() == "unknown name 'L.x' (L is a number)");
  CHECK(error("zzzzzz").mark().empty());
  CHECK(error("sine(theta)").mark() == "did you mean 'sin'?");
  CHECK(error("k (theta)").code() == Code::E104);
  CHECK(error("k (theta)").place().column == 3);
  for (int i = 0; i < 20; ++i) names.scope.parameter("p" + std::to_string(i), 1.0);
  CHECK(error("unknown_name").notes().at(0).find(", ...;") != std::string::npos);
}
