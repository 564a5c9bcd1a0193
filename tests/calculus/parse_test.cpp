// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/parse.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "zwang/calculus/dimension.hpp"

using namespace zwang;

namespace {

using Kind = Expression::Kind;

Code code_of(const char* text) {
  try {
    parse_constraint(text);
  } catch (const Error& error) {
    return error.code();
  }
  return Code::E900;
}

std::string as_read(const char* text) { return parse_expression(text).text(); }

}  // namespace

TEST_CASE("signs and powers bind as on paper") {
  CHECK(as_read("-x^2") == "-x^2");
  CHECK(as_read("-(x^2)") == "-x^2");
  CHECK(as_read("(-x)^2") == "(-x)^2");
  CHECK(as_read("a^b^c") == "a^b^c");
  CHECK(as_read("(a^b)^c") == "(a^b)^c");
  CHECK(as_read("a/b/c") == "a/b/c");
  CHECK(as_read("a/(b/c)") == "a/(b/c)");
  CHECK(as_read("a-(b-c)") == "a - (b - c)");
  CHECK(as_read("a - b - c") == "a - b - c");
  CHECK(as_read("2^-3") == "2^-3");
  CHECK(as_read("+x") == "x");
  CHECK(as_read(" ( ( x ) ) ") == "x");
  CHECK(as_read("a*-b") == "a*-b");
}

TEST_CASE("bars open where an operand is missing and close elsewhere") {
  const Expression tree = parse_expression("|a - |b||");
  CHECK(tree[tree.root()].kind == Kind::bars);
  CHECK(as_read("|a - |b||") == "|a - |b||");
  CHECK(as_read("||a| - b|*|c|") == "||a| - b|*|c|");
}

TEST_CASE("names carry indices, dots and primes; blanks inside an index do not matter") {
  const Expression tree = parse_expression("net[ 3 , 4 ].x''");
  CHECK(tree.word(tree[tree.root()]) == "net[3,4].x");
  CHECK(tree[tree.root()].primes == 2);
  CHECK(as_read("pair[i;j]") == "pair[i;j]");
  CHECK(as_read("line.string[39].tension") == "line.string[39].tension");
}

TEST_CASE("a Greek letter is another spelling of its name") {
  CHECK(as_read("\xCF\x89*t") == "omega*t");
  CHECK(as_read("\xCE\xA9 + \xCF\x82\xCE\xB1") == "Omega + sigmaalpha");
  CHECK(as_read("\xCF\x83 - \xCF\x80") == "sigma - pi");
}

TEST_CASE("numbers are read in every form of the grammar") {
  for (const auto& [text, value] :
       std::vector<std::pair<const char*, double>>{{"2", 2.0},
                                                   {"2.", 2.0},
                                                   {"2.5", 2.5},
                                                   {".5", 0.5},
                                                   {"1e3", 1000.0},
                                                   {"1.5E-2", 0.015},
                                                   {"2.e+1", 20.0},
                                                   {"4.9e-324", 4.9e-324}}) {
    CAPTURE(text);
    const Expression tree = parse_expression(text);
    CHECK(tree[tree.root()].kind == Kind::number);
    CHECK(tree[tree.root()].number == value);
  }
}

TEST_CASE("constraints have two or three sides") {
  const ConstraintText one = parse_constraint("|m1 - m2| <= L");
  CHECK(one.sides.size() == 2);
  CHECK(one.relations == std::vector{Relation::at_most});
  CHECK(one.text() == "|m1 - m2| <= L");
  CHECK(parse_constraint("a == b").relations == std::vector{Relation::equal});
  const ConstraintText chain = parse_constraint("0 <= s <= 0.4");
  CHECK(chain.sides.size() == 3);
  CHECK(chain.text() == "0 <= s <= 0.4");
  CHECK(parse_constraint("b >= x >= a").text() == "b >= x >= a");
}

// Theory 2-6.
TEST_CASE("missing, strict, mixed or repeated relations are E105") {
  for (const char* text : {"x", "x < 1", "x > 1", "x != 1", "x =< 1", "x => 1", "a = b = c",
                           "a <= b = c", "a <= b >= c", "a <= b <= c <= d", "x <== 1", "f(x <= 2)",
                           "(x = 2) = 1", "(x = 1", "[1, 2 = 0"}) {
    CAPTURE(text);
    CHECK(code_of(text) == Code::E105);
  }
}

TEST_CASE("adjacent factors are E104, whatever they are") {
  for (const char* text : {"w t = 1", "2x = 1", "2 (x) = 1", "(x)(y) = 1", "|a||b| = 1", "x 2 = 1",
                           "x [1,2,3] = 1", "x' y = 1", "2 .5 = 1"}) {
    CAPTURE(text);
    CHECK(code_of(text) == Code::E104);
  }
}

TEST_CASE("what the grammar does not allow is E109") {
  for (const char* text :
       {"",         "x +",   "x + = 1", "(x",        "x) = 1",       "x] = 1",       "x , y = 1",
        "x''' = 1", "x $ 1", "x. = 1",  "net[] = 1", "net[1 = 1",    "net[1.5] = 1", "sin() = 0",
        "* x = 0",  "x = ",  "x <= )",  "\x01 = 1",  "\xC3\xA4 = 1", "\xFF = 1"}) {
    CAPTURE(text);
    CHECK(code_of(text) == Code::E109);
  }
}

TEST_CASE("bindings name a set, a slice, a list or all pairs") {
  const auto one = parse_bindings("p in net");
  REQUIRE(one.size() == 1);
  CHECK(one[0].first == "p");
  CHECK(one[0].second.empty());
  CHECK(one[0].set.name == "net");
  const auto pairs = parse_bindings("p < q in balls");
  CHECK(pairs[0].second == "q");
  const auto two = parse_bindings("p in net[0,*], c in line.part[1..39]");
  REQUIRE(two.size() == 2);
  CHECK(two[0].set.ranges == std::vector<std::string>{"0", "*"});
  CHECK(two[1].set.name == "line.part");
  CHECK(two[1].set.ranges == std::vector<std::string>{"1..39"});
  const auto list = parse_bindings("b in [bob, net[3,4]]");
  CHECK(list[0].set.list == std::vector<std::string>{"bob", "net[3,4]"});
  for (const char* text : {"", "p", "p in", "p on net", "p in net,", "p < in net", "p in net[",
                           "p in net[1..]", "p in [", "p in [a", "p in net x", "1 in net"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(parse_bindings(text), Error);
  }
}

// Every text that stands for a number, a vector, a constraint or a binding in the ten example files
// of the format and in the scene of its pictures.
TEST_CASE("all texts of the example models are parsed") {
  for (const char* text :
       {"1.0 m",   "9.81 m/s^2", "4.2 m/s", "0.5 kg", "0.3 m/s", "6 s",         "12 s",
        "0.2 m/s", "50 m",       "3 m",     "8 s",    "-2 m",    "1025 kg/m^3", "0.08 m",
        "58 m",    "78 m",       "20 kg/m", "60 s",   "90 deg",  "0.7 m",       "0.50 m",
        "0.6 kg",  "0.9 m/s",    "0.9 kg",  "0.14 m", "9 s",     "2.5 kN"}) {
    CAPTURE(text);
    CHECK(read_quantity(text).has_value());
  }
  for (const char* text : {"0.8*L",
                           "-0.6*L",
                           "0.6*v",
                           "0.8*v",
                           "-g",
                           "-0.8*L",
                           "-0.3*r",
                           "0.8*r",
                           "p.x'",
                           "p.y'",
                           "M/2 * (x'^2 + y'^2 + l^2*w'^2)",
                           "x^2 + (y - 2)^2",
                           "complex.multiplier",
                           "p.x",
                           "R",
                           "v0",
                           "p.z",
                           "R*(2/3 + v0^2/(3*g*R))",
                           "-0.002*v",
                           "-depth",
                           "z0 - A*cos(2*pi*t/T)",
                           "pi*d^2/4",
                           "d",
                           "rho",
                           "t",
                           "line.string[39].tension",
                           "line.string[0].tension",
                           "fairlead.z",
                           "h",
                           "e",
                           "sqrt(2*h/g) * (1 + e)/(1 - e)",
                           "Jc/2*theta'^2 + Jf/2*phi'^2 + m/2*s'^2",
                           "n*pi/2",
                           "sqrt(l^2 - r^2)",
                           "-torque",
                           "-0.8*L1",
                           "0.6*L1",
                           "-0.8*L1 - 0.42",
                           "0.6*L1 + 0.3"}) {
    CAPTURE(text);
    CHECK_FALSE(read_quantity(text).has_value());
    CHECK_NOTHROW(parse_expression(text));
  }
  for (const char* text : {"|bob| <= L",
                           "|m1 - m2| <= L",
                           "m1.x <= 1",
                           "m2.x <= 1",
                           "(p.x - w*t)^2 + p.y^2 <= r^2",
                           "cos(w)*y' - sin(w)*x' = 0",
                           "p.y*p.x' - p.x*p.y' + k*p.z' = 0",
                           "|p| >= R",
                           "p.z >= -R",
                           "p.z >= -0.45",
                           "z <= 0",
                           "p.z >= -depth",
                           "ball.z >= 0",
                           "phi - n*theta = 0",
                           "(s - r*cos(theta))^2 + (r*sin(theta))^2 = l^2",
                           "s <= s_max",
                           "|m1| <= L1",
                           "|m1 - m2| <= L2",
                           "m1.x <= a",
                           "m2.x <= a",
                           "0 <= s <= 0.4"}) {
    CAPTURE(text);
    CHECK_NOTHROW(parse_constraint(text));
  }
  for (const char* text : {"p in net", "p in line", "p < q in balls"}) {
    CAPTURE(text);
    CHECK_NOTHROW(parse_bindings(text));
  }
}
