// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mistakes in formulas, constraints, values and bindings: each has its code at its column.
//
// In a probe's text the first @ stands where the mark begins and the second where it ends; both are
// taken out before the text is read.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/text.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/calculus/statement.hpp"

using namespace zwang;

namespace {

// Lengths in metres, times in seconds; nothing is known of w and k.
struct WorldWithUnits {
  Graph graph;
  Scope scope;
  WorldWithUnits() : scope(graph, true) {
    for (const char* name : {"bob", "m1", "m2"}) scope.point(name);
    scope.coordinate("x", Dimension::length());
    scope.coordinate("y", Dimension::length());
    scope.coordinate("w");
    scope.coordinate("theta", Dimension::none());
    scope.parameter("L", 1.0, Dimension::length());
    scope.parameter("g", 9.81, Dimension::length() / Dimension::time().to(2.0));
    scope.parameter("mb", 0.5, Dimension::mass());
    scope.parameter("k", 2.0);
  }
};

void formula(std::string_view text) {
  WorldWithUnits world;
  Formula::read(text, world.scope);
}
void constraint(std::string_view text) {
  WorldWithUnits world;
  read_constraint(text, world.scope);
}
void value(std::string_view text) {
  WorldWithUnits world;
  read_value(text, world.scope);
}
void bindings(std::string_view text) { parse_bindings(text); }

// What was thrown; an error E900 if nothing was.
Error thrown(void (*read)(std::string_view), std::string_view text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error;
  }
  return {Code::E900, "nothing was thrown"};
}

struct Probe {
  void (*read)(std::string_view);
  std::string marked;
  std::string_view mark = {};     // what is said below the marked part
  std::string_view message = {};  // the sentence itself
};

void check(Code code, const std::vector<Probe>& probes) {
  for (const Probe& probe : probes) {
    std::string text = probe.marked;
    CAPTURE(text);
    std::vector<int> columns;
    for (auto at = text.find('@'); at != std::string::npos; at = text.find('@')) {
      columns.push_back(characters(std::string_view(text).substr(0, at)) + 1);
      text.erase(at, 1);
    }
    const Error error = thrown(probe.read, text);
    CAPTURE(std::string(error.what()));
    CHECK(name(error.code()) == name(code));
    REQUIRE(!columns.empty());
    CHECK(error.place().column == columns[0]);
    if (columns.size() > 1) CHECK(error.place().end_column == columns[1]);
    if (!probe.mark.empty()) CHECK(error.mark() == probe.mark);
    if (!probe.message.empty()) CHECK(error.message() == probe.message);
  }
}

}  // namespace

TEST_CASE("E103: an unknown name or unit is marked from its first letter to its last") {
  const std::vector<Probe> probes = {
      {constraint, "|@bobb@| <= L", "did you mean 'bob'?", "unknown name 'bobb'"},
      {formula, "L + @q@", "", "unknown name 'q'"},
      {formula, "2*@bob.q@ + 1", "", "unknown name 'bob.q' (bob has x, y, z)"},
      {formula, "@x.y@", "", "unknown name 'x.y' (x is a number)"},
      {formula, "1 + @net[3, 4].x@*2", "", "unknown name 'net[3,4].x'"},
      {formula, "k*@L'@", "", "'L' has no time derivative"},
      {formula, "@x''@ + 1", "", "'x' has no second time derivative"},
      {formula, "@\u03C9@*t", "", "unknown name 'omega'"},
      {formula, "\u03B8 + @\u03C9@*t"},
      {value, "3 @furlong@", "", "unknown unit 'furlong'"},
      {value, "9.81 m/@sec@^2", "", "unknown unit 'sec'"},
      {value, "2 @m1x@", "", "unknown unit 'm1x'"},
  };
  check(Code::E103, probes);
}

TEST_CASE("E104: the second of two adjacent factors is marked") {
  const std::vector<Probe> probes = {
      {constraint, "(m1.x - w @t@)^2 + m1.y^2 <= L^2", "write 'w*t'",
       "two factors without an operator between them"},
      {formula, "2@x@", "write '2*x'"},
      {formula, "2 @(@x + 1)", "write '*' before '('"},
      {formula, "(x + 1)@(@x - 1)", "write '*' before '('"},
      {formula, "x @[@1, 2, 3]", "write '*' before '['"},
      {formula, "|x| @|@y|", "write '*' before '|'"},
      {formula, "sin(w) @cos@(w)", "write 'sin(w)*cos'"},
      {formula, "L@(@x)", "write 'L*('"},
      {formula, "k @(@x)", "write 'k*('"},
      {formula, "3.5@.2@", "write '3.5*.2'"},
      {formula, "1@ee5@", "write '1*ee5'"},
      {formula, "0@x1.8p3@", "write '0*x1.8p3'"},
      {formula, "x' @y'@", "write 'x'*y''"},
      {formula, "\u03B8 @\u03C9@", "write '\u03B8*\u03C9'"},
      {constraint, "x @y@ <= L", "write 'x*y'"},
      {value, "2 @k@", "write '2*k'"},
      {value, "2 @m1@", "write '2*m1'"},  // not two metres
      {value, "0.5 @L@ + 1", "write '0.5*L'"},
  };
  check(Code::E104, probes);
}

TEST_CASE("E105: a strict, missing, mixed or misplaced relation is marked") {
  const std::vector<Probe> probes = {
      {constraint, "L @<@ |bob|", "write 'L <= |bob|'", "a constraint needs '<=' or '>=', not '<'"},
      {constraint, "x @>@ 0", "write 'x >= 0'", "a constraint needs '<=' or '>=', not '>'"},
      {constraint, "x @=<@ 0", "write 'x <= 0'"},
      {constraint, "x @=>@ 0", "write 'x >= 0'"},
      {constraint, "x @!=@ 0", "", "a constraint needs '<=' or '>=', not '!='"},
      {constraint, "x @<>@ 0"},
      {constraint, "x @<==@ 0"},
      {constraint, "x + y@", "", "a constraint needs '=', '<=' or '>='"},
      {constraint, "0 <= x @>=@ 1", "both must point the same way"},
      {constraint, "0 = x @=@ 1", "write two constraints"},
      {constraint, "0 <= x @=@ 1", "write two constraints"},
      {constraint, "0 <= x <= 1 @<=@ 2", "at most two: a <= x <= b"},
      {constraint, "sin(w @<@= 1)", "", "a relation does not belong here"},
      {constraint, "|x @<@= 1|"},
      {formula, "x @<@= 1", "", "a relation does not belong here"},
      {formula, "x @=@ 1"},
  };
  check(Code::E105, probes);
}

TEST_CASE("E107: the second of two units that disagree is marked") {
  const std::vector<Probe> probes = {
      {constraint, "|bob| <= @mb@", "kg, but the left side is m",
       "the two sides have different units"},
      {constraint, "x + @t@ <= L", "s, but the left one is m",
       "the two terms have different units"},
      {constraint, "L = @x*x@", "m^2, but the left side is m"},
      {constraint, "bob = @m1'@", "m/s, but the left side is m"},
      {constraint, "0 <= x <= @t@", "s, but the left side is m"},
      {formula, "sin(@x@)", "this is m", "sin needs a number without a unit"},
      {formula, "2 + exp(@g@)", "this is m/s^2"},
      {formula, "k^@t@", "this is s"},
      {formula, "@x@^w", "this is m"},
      {formula, "[x, @t@, 0]", "s, but the left one is m"},
      {formula, "min(x, y, @t@)", "s, but the left one is m"},
      {formula, "atan2(x, @t@)"},
  };
  check(Code::E107, probes);
}

TEST_CASE("E109: a syntax error is marked where it occurs") {
  const std::vector<Probe> probes = {
      {formula, "@", "", "an empty formula"},
      {formula, "   @", "", "the formula ends too early"},
      {formula, "x +@", "", "the formula ends too early"},
      {formula, "x + @*@ y", "", "expected a number, a name or '(', not '*'"},
      {formula, "@(@x + 1", "", "'(' is not closed"},
      {formula, "sin@(@(x + 1)", "", "'(' is not closed"},
      {formula, "2*@|@x", "", "'|' is not closed"},
      {formula, "@[@1, 2, 3", "", "'[' is not closed"},
      {formula, "x@)@", "", "')' closes nothing"},
      {formula, "(x@]@", "", "']' cannot close '('"},
      {formula, "x @,@ y", "", "a comma belongs in a call or a vector"},
      {formula, "x @$@ y", "", "'$' does not belong in a formula"},
      {formula, "\u03B8 @\u2264@ 1", "", "'\u2264' does not belong in a formula"},
      {formula, "x @\u2212@ 1", "", "'\u2212' does not belong in a formula"},
      {formula, "x @\u202E@+ 1", "",
       "an invisible character (U+202E) does not belong in a formula"},
      {formula, "x + @\x1B@[0m", "",
       "expected a number, a name or '(', not a control character (0x1b)"},
      {formula, "x''@'@"},
      {formula, "sin(@)@"},
      {formula, "net[@]@", "", "expected an index or a name here"},
      {formula, "net[1 @+@ 2]", "", "expected ',' or ']' here"},
      {formula, "bob.@", "", "expected a name here"},
      {formula, "bob.@ @x", "", "expected a name here"},
      {constraint, "x <=@", "", "the formula ends too early"},
      {constraint, "@<@= x"},
      {value, "9.81 m/s^@x@", "", "the power of a unit must be an integer from -12 to 12"},
      {value, "9.81 m/s^@13@"},
      {value, "1 m/@", "", "expected a unit here"},
      {value, "2 m @+@ x", "", "expected a unit here"},
      {value, "2 m@'@", "", "expected '*', '/' or a blank here"},
      {bindings, "@", "", "expected a name here"},
      {bindings, "p @n@et", "", "expected 'in' and a set here"},
      {bindings, "p @i@net", "", "expected 'in' and a set here"},
      {bindings, "p in @", "", "expected a set here"},
      {bindings, "p in net[@]@", "", "expected 3, 0..39 or * here"},
      {bindings, "p in net[0@.@.]", "", "expected ',' or ']' here"},
      {bindings, "p in net @x@", "", "expected ',' or the end here"},
      {bindings, "@3@ in net"},
      {bindings, "p in [bob, @]@"},
      {bindings, "p < @<@ q in net"},
  };
  check(Code::E109, probes);
}

TEST_CASE("blanks are allowed between the tokens of a binding and of a unit") {
  for (const char* text :
       {"p in[bob,m1]", "p<q in net", " p  in\tnet[ 0..3 , * ] ", "p\nin\nnet"}) {
    CAPTURE(text);
    CHECK(parse_bindings(text).size() == 1);
  }
  CHECK(thrown(bindings, "p in net [0..3]").code() == Code::E109);  // but none before an index
  for (const char* text : {"2 kg m/s^2", "2 kg*m/s^2", "2  kg * m / s^2", "2 m kg s^-2 1^3"}) {
    CAPTURE(text);
    const auto read = read_quantity(text);
    REQUIRE(read.has_value());
    CHECK(read->value == 2.0);
    CHECK(read->unit.dimension.text() == "kg m/s^2");
  }
}

TEST_CASE("E110: a part beyond a limit is marked, unless it is the whole text") {
  const std::string deep(256, '(');
  const std::string name(300, 'a');
  std::string letters;
  for (int i = 0; i < 100; ++i) letters += "\u03C8";  // 200 bytes; "psi" 100 times are 300
  const std::vector<Probe> probes = {
      {formula, deep + "@x@", "", "nested deeper than 256"},
      {formula, "x + @" + name + "@ + 1", "", "a name of 300 bytes; the limit is 256"},
      {formula, "@" + name + "@(x)", "", "a name of 300 bytes; the limit is 256"},
      {formula, "x + @" + letters + "@", "", "a name of 300 bytes; the limit is 256"},
      {value, "1 @" + name + "@", "", "a name of 300 bytes; the limit is 256"},
      {bindings, "p in @" + name + "@", "", "a name of 300 bytes; the limit is 256"},
  };
  check(Code::E110, probes);
  const Error whole = thrown(formula, std::string(65'537, ' '));
  CHECK(whole.code() == Code::E110);
  CHECK(whole.message() == "a formula of 65537 bytes; the limit is 65536");
  CHECK(whole.place().column == 0);
}

TEST_CASE("E112: a name is used once and is not reserved") {
  WorldWithUnits world;
  const auto code_of = [&](const char* name) {
    try {
      world.scope.parameter(name, 1.0);
    } catch (const Error& error) {
      return error.code();
    }
    return Code::E900;
  };
  for (const char* name : {"t", "pi", "in", "all", "sin", "atan2", "smooth", "dot", "cross"})
    CHECK(code_of(name) == Code::E112);
  for (const char* name : {"x", "bob", "L"}) CHECK(code_of(name) == Code::E112);
  for (const char* name : {"", "1x", "_x", "x y", "x'", "\u03C9", "x-y"})
    CHECK(code_of(name) == Code::E109);
  CHECK(code_of("fine") == Code::E900);
  CHECK(code_of("fine") == Code::E112);
}

TEST_CASE("E113: a vector in place of a number is marked, and a number in place of a vector") {
  const std::vector<Probe> probes = {
      {formula, "x + @bob@", "a vector, but the left one is a number"},
      {formula, "bob - @x@", "a number, but the left one is a vector"},
      {formula, "@2*bob*m1@ + x", "", "the product of two vectors is dot(a, b) or cross(a, b)"},
      {formula, "x/@bob@"},
      {formula, "2^@bob@"},
      {formula, "1 + @bob@^2"},
      {formula, "[x, @bob@, 0]"},
      {formula, "sqrt(@bob@)"},
      {formula, "min(x, @bob@)"},
      {formula, "dot(@x@, bob)", "this is a number"},
      {formula, "cross(bob, @x@)", "this is a number"},
      {formula, "@bob + m1@", "", "expected a number, not a vector"},
      {formula, "|@[1, 2]@|", "", "a vector has three components, not 2"},
      {constraint, "bob <= @m1@", "", "vectors can be equal, not greater or less"},
      {constraint, "x = @bob@", "a vector, but the left side is a number"},
      {constraint, "bob = @0@", "a number, but the left side is a vector"},
      {value, "@[1, 2, 3]@", "", "expected a number, not a vector"},
      {value, "2*@x@", "", "expected a number here, but 'x' changes with time"},
      {value, "L + k*@t@", "", "expected a number here, but 't' changes with time"},
      {value, "L + @bob.y@", "", "expected a number here, but 'bob.y' changes with time"},
  };
  check(Code::E113, probes);
}

TEST_CASE("E114: a constraint without a coordinate is marked as a whole") {
  const std::vector<Probe> probes = {
      {constraint, "@L <= 1@"},
      {constraint, "@t <= 5@"},
      {constraint, "@2 = 2@"},
      {constraint, "@|k| <= 1@"},
      {constraint, "@[k, 0, 0] = [0, 0, 0]@"},
  };
  check(Code::E114, probes);
}

TEST_CASE("E115: a second derivative in a constraint is marked") {
  const std::vector<Probe> probes = {
      {constraint, "@x''@ = 0", "accelerations follow from the principle"},
      {constraint, "bob.x + @bob.y''@ <= 0"},
      {constraint, "@bob''@ = m1"},
      {constraint, "\u03B8' <= @\u03B8''@"},
  };
  check(Code::E115, probes);
}

TEST_CASE("E116: an expression that hides a second constraint is marked") {
  const std::vector<Probe> probes = {
      {constraint, "@min(x, y)@ <= L", "write each constraint by itself",
       "'min' hides a second constraint"},
      {constraint, "@max(x, y)@ >= 0", "", "'max' hides a second constraint"},
      {constraint, "x <= @step(t)@", "", "'step' hides a second constraint"},
      {constraint, "x + @|y|@ <= L", "", "the absolute value hides a second constraint"},
      {constraint, "|@|x|@| <= 2"},
      {constraint, "@|x|@ >= 1"},
      {constraint, "1 <= @|x|@"},
      {constraint, "@|x|@ = 1"},
      {constraint, "0 <= @|x|@ <= 2"},
  };
  check(Code::E116, probes);
}

TEST_CASE("E117: an unknown function or one with too many arguments is marked") {
  const std::vector<Probe> probes = {
      {formula, "@sine@(x)", "did you mean 'sin'?", "unknown function 'sine'"},
      {formula, "2*@sqr@(x)", "did you mean 'sqrt'?"},
      {formula, "@frobnicate@(x)", "", "unknown function 'frobnicate'"},
      {formula, "1 + @frobnicate@ (x)"},
      {formula, "@sin(w, w)@", "", "sin takes 1 argument, not 2"},
      {formula, "@atan2(x)@", "", "atan2 takes 2 arguments, not 1"},
      {formula, "k*@min(x)@", "", "min takes at least 2 arguments, not 1"},
      {formula, "@cross(bob)@", "", "cross takes 2 arguments, not 1"},
      {formula, "@\u03C9@(x)", "", "unknown function 'omega'"},
  };
  check(Code::E117, probes);
}

TEST_CASE("E120: a number out of range is marked") {
  const std::vector<Probe> probes = {
      {formula, "1 + @1e999@", "largest about 1.8e308, smallest about 4.9e-324",
       "'1e999' is out of the range of numbers"},
      {formula, "@1e-999@*x"},
      {value, "@1e400@ m"},
      {value, "@1e-400@ m"},
      {value, "@1e300@ km^12"},
      {value, "-@1e-300@ mm^12"},
      {value, "@1/0@", "", "'1/0' is not a finite number"},
      {value, "@log(0)*k@"},
      {value, "@1e308*10@"},
  };
  check(Code::E120, probes);
}

// 1/(x - 1) at x = 1.
TEST_CASE("E310: a formula outside its domain names the part and its arguments") {
  WorldWithUnits world;
  const auto said = [&](const char* text, double x) -> std::string {
    const Formula f = Formula::read(text, world.scope);
    const auto domain_error = f.domain_error(std::array{x});
    if (!domain_error) return "defined";
    CHECK(domain_error->code() == Code::E310);
    return domain_error->message();
  };
  CHECK(said("k + 1/(w - 1)", 1.0) == "'1/(w - 1)' is not defined at 1 = 1, w - 1 = 0");
  CHECK(said("sqrt(w - 3)*0", 1.0) == "'sqrt(w - 3)' is not defined at w - 3 = -2");
  CHECK(said("atan(log(w))", 0.0) == "'log(w)' is not defined at w = 0");
  CHECK(said("w", std::nan("")) == "'w' is nan");
  CHECK(said("log(w)", 1.0) == "defined");
}

// --- model-format.md, "What a user sees after a mistake"
// -------------------------------------------

namespace {

// The text of a mistake in the line `holds = "..."` of a file, whose text begins in column 10.
std::string message(Scope& scope, const char* file, int line, const std::string& text) {
  try {
    read_constraint(text, scope);
  } catch (const Error& error) {
    const int before = 9;
    return error
        .at({.file = file,
             .line = line,
             .column = error.place().column + before,
             .end_column = error.place().end_column + before})
        .report("holds = \"" + text + "\"");
  }
  return {};
}

}  // namespace

TEST_CASE("an unknown name is reported as in the format's third message") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("bob");
  for (const char* name : {"L", "g", "v"}) scope.parameter(name, 1.0);
  CHECK(message(scope, "pendulum.toml", 19, "|bobb| <= L") ==
        "error[E103]: unknown name 'bobb'\n"
        "  --> pendulum.toml:19:11\n"
        "   |\n"
        "19 | holds = \"|bobb| <= L\"\n"
        "   |           ^^^^ did you mean 'bob'?\n"
        "   |\n"
        "   = known: masses bob; parameters L, g, v; t, pi\n");
}

TEST_CASE("a product without a sign is reported as in the format's fourth message") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("p");
  for (const char* name : {"r", "w"}) scope.parameter(name, 1.0);
  CHECK(message(scope, "ring.toml", 15, "(p.x - w t)^2 + p.y^2 <= r^2") ==
        "error[E104]: two factors without an operator between them\n"
        "  --> ring.toml:15:19\n"
        "   |\n"
        "15 | holds = \"(p.x - w t)^2 + p.y^2 <= r^2\"\n"
        "   |                   ^ write 'w*t'\n"
        "   |\n"
        "   = note: 'wt' would be one name, '2x' is not a number\n");
}

TEST_CASE("a strict inequality is reported as in the format's fifth message") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("p");
  scope.parameter("R", 1.0, Dimension::length());
  CHECK(message(scope, "slide-off.toml", 18, "R < |p|") ==
        "error[E105]: a constraint needs '<=' or '>=', not '<'\n"
        "  --> slide-off.toml:18:12\n"
        "   |\n"
        "18 | holds = \"R < |p|\"\n"
        "   |            ^ write 'R <= |p|'\n"
        "   |\n"
        "   = note: a motion can only touch a boundary that belongs to the allowed region\n");
}

// The reader of the file adds what the file says of mb, and that L would fit.
TEST_CASE("units that disagree are reported as in the format's seventh message") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("bob");
  scope.parameter("L", 1.0, Dimension::length());
  scope.parameter("mb", 0.5, Dimension::mass());
  CHECK(message(scope, "pendulum.toml", 20, "|bob| <= mb") ==
        "error[E107]: the two sides have different units\n"
        "  --> pendulum.toml:20:19\n"
        "   |\n"
        "20 | holds = \"|bob| <= mb\"\n"
        "   |                   ^^ kg, but the left side is m\n"
        "   |\n");
}
