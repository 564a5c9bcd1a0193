// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mistakes in formulas, conditions, values and bindings: each has its code at its column.
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
struct World {
  Graph graph;
  Scope scope;
  World() : scope(graph, true) {
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
  World world;
  Formula::read(text, world.scope);
}
void condition(std::string_view text) {
  World world;
  read_condition(text, world.scope);
}
void value(std::string_view text) {
  World world;
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
      {condition, "|@bobb@| <= L", "did you mean 'bob'?", "unknown name 'bobb'"},
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

TEST_CASE("E104: the second of two factors without a sign is marked") {
  const std::vector<Probe> probes = {
      {condition, "(m1.x - w @t@)^2 + m1.y^2 <= L^2", "write 'w*t'",
       "two factors without a sign between them"},
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
      {condition, "x @y@ <= L", "write 'x*y'"},
      {value, "2 @k@", "write '2*k'"},
      {value, "2 @m1@", "write '2*m1'"},  // not two metres
      {value, "0.5 @L@ + 1", "write '0.5*L'"},
  };
  check(Code::E104, probes);
}

TEST_CASE("E105: a relation that is strict, missing, mixed or out of place is marked") {
  const std::vector<Probe> probes = {
      {condition, "L @<@ |bob|", "write 'L <= |bob|'", "a condition needs '<=' or '>=', not '<'"},
      {condition, "x @>@ 0", "write 'x >= 0'", "a condition needs '<=' or '>=', not '>'"},
      {condition, "x @=<@ 0", "write 'x <= 0'"},
      {condition, "x @=>@ 0", "write 'x >= 0'"},
      {condition, "x @!=@ 0", "", "a condition needs '<=' or '>=', not '!='"},
      {condition, "x @<>@ 0"},
      {condition, "x @<==@ 0"},
      {condition, "x + y@", "", "a condition needs '=', '<=' or '>='"},
      {condition, "0 <= x @>=@ 1", "both must point the same way"},
      {condition, "0 = x @=@ 1", "write two conditions"},
      {condition, "0 <= x @=@ 1", "write two conditions"},
      {condition, "0 <= x <= 1 @<=@ 2", "at most two: a <= x <= b"},
      {condition, "sin(w @<@= 1)", "", "a relation does not belong here"},
      {condition, "|x @<@= 1|"},
      {formula, "x @<@= 1", "", "a relation does not belong here"},
      {formula, "x @=@ 1"},
  };
  check(Code::E105, probes);
}

TEST_CASE("E106: the first part that is not linear in the velocities is marked") {
  const std::vector<Probe> probes = {
      {condition, "@bob.x'^2@ + bob.y'^2 <= 4", "degree 2 in bob.x'"},
      {condition, "@x*x'*y'@ = 0", "degree 2 in x'"},
      {condition, "y' + @w'^3@ = 0", "degree 3 in w'"},
      {condition, "@sin(w')@ = 0", "not a polynomial in the velocities"},
      {condition, "y' + @1/w'@ = 0", "not a polynomial in the velocities"},
      {condition, "y' - @sqrt(w')@ = 0"},
      {condition, "y' + @|bob'|@ = 0"},
      {condition, "@dot(bob', bob')@ <= 1"},
      {condition, "@w'^0@ + y' = 0"},
      {condition, "y' = @2^w'@"},
  };
  check(Code::E106, probes);
}

TEST_CASE("E107: the second of two units that do not fit is marked") {
  const std::vector<Probe> probes = {
      {condition, "|bob| <= @mb@", "kg, but the left side is m",
       "the two sides have different units"},
      {condition, "x + @t@ <= L", "s, but the left one is m", "the two terms have different units"},
      {condition, "L = @x*x@", "m^2, but the left side is m"},
      {condition, "bob = @m1'@", "m/s, but the left side is m"},
      {condition, "0 <= x <= @t@", "s, but the left side is m"},
      {formula, "sin(@x@)", "this is m", "sin needs a number without unit"},
      {formula, "2 + exp(@g@)", "this is m/s^2"},
      {formula, "k^@t@", "this is s"},
      {formula, "@x@^w", "this is m"},
      {formula, "[x, @t@, 0]", "s, but the left one is m"},
      {formula, "min(x, y, @t@)", "s, but the left one is m"},
      {formula, "atan2(x, @t@)"},
  };
  check(Code::E107, probes);
}

TEST_CASE("E109: what does not fit is marked where it stands") {
  const std::vector<Probe> probes = {
      {formula, "@", "", "an empty formula"},
      {formula, "   @", "", "the formula ends too early"},
      {formula, "x +@", "", "the formula ends too early"},
      {formula, "x + @*@ y", "", "a number, a name or '(' is expected, not '*'"},
      {formula, "@(@x + 1", "", "'(' is not closed"},
      {formula, "sin@(@(x + 1)", "", "'(' is not closed"},
      {formula, "2*@|@x", "", "'|' is not closed"},
      {formula, "@[@1, 2, 3", "", "'[' is not closed"},
      {formula, "x@)@", "", "')' closes nothing"},
      {formula, "(x@]@", "", "']' cannot close '('"},
      {formula, "x @,@ y", "", "a comma belongs into a call or a vector"},
      {formula, "x @$@ y", "", "'$' does not belong into a formula"},
      {formula, "\u03B8 @\u2264@ 1", "", "'\u2264' does not belong into a formula"},
      {formula, "x @\u2212@ 1", "", "'\u2212' does not belong into a formula"},
      {formula, "x @\u202E@+ 1", "",
       "an invisible character (U+202E) does not belong into a formula"},
      {formula, "x + @\x1B@[0m", "",
       "a number, a name or '(' is expected, not a control character (0x1b)"},
      {formula, "x''@'@"},
      {formula, "sin(@)@"},
      {formula, "net[@]@", "", "an index or a name is expected here"},
      {formula, "net[1 @+@ 2]", "", "',' or ']' is expected here"},
      {formula, "bob.@", "", "a name is expected here"},
      {formula, "bob.@ @x", "", "a name is expected here"},
      {condition, "x <=@", "", "the formula ends too early"},
      {condition, "@<@= x"},
      {value, "9.81 m/s^@x@", "", "the power of a unit is an integer from -12 to 12"},
      {value, "9.81 m/s^@13@"},
      {value, "1 m/@", "", "a unit is expected here"},
      {value, "2 m @+@ x", "", "a unit is expected here"},
      {value, "2 m@'@", "", "'*', '/' or a blank is expected here"},
      {bindings, "@", "", "a name is expected here"},
      {bindings, "p @n@et", "", "'in' and a set is expected here"},
      {bindings, "p @i@net", "", "'in' and a set is expected here"},
      {bindings, "p in @", "", "a set is expected here"},
      {bindings, "p in net[@]@", "", "3, 0..39 or * is expected here"},
      {bindings, "p in net[0@.@.]", "", "',' or ']' is expected here"},
      {bindings, "p in net @x@", "", "',' or the end is expected here"},
      {bindings, "@3@ in net"},
      {bindings, "p in [bob, @]@"},
      {bindings, "p < @<@ q in net"},
  };
  check(Code::E109, probes);
}

TEST_CASE("Blanks are free between the tokens of a binding and of a unit") {
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

TEST_CASE("E110: what is larger than a limit is marked, unless it is the whole text") {
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

TEST_CASE("E112: a name is used once and never one that is reserved") {
  World world;
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

TEST_CASE("E113: a vector in the place of a number is marked, and the other way round") {
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
      {formula, "@bob + m1@", "", "a number is wanted, not a vector"},
      {formula, "|@[1, 2]@|", "", "a vector has three components, not 2"},
      {condition, "bob <= @m1@", "", "vectors can be equal, not more or less"},
      {condition, "x = @bob@", "a vector, but the left side is a number"},
      {condition, "bob = @0@", "a number, but the left side is a vector"},
      {value, "@[1, 2, 3]@", "", "a number is wanted, not a vector"},
      {value, "2*@x@", "", "a number is wanted here, but 'x' changes with time"},
      {value, "L + k*@t@", "", "a number is wanted here, but 't' changes with time"},
      {value, "L + @bob.y@", "", "a number is wanted here, but 'bob.y' changes with time"},
  };
  check(Code::E113, probes);
}

TEST_CASE("E114: a condition that binds no coordinate is marked as a whole") {
  const std::vector<Probe> probes = {
      {condition, "@L <= 1@"},
      {condition, "@t <= 5@"},
      {condition, "@2 = 2@"},
      {condition, "@|k| <= 1@"},
      {condition, "@[k, 0, 0] = [0, 0, 0]@"},
  };
  check(Code::E114, probes);
}

TEST_CASE("E115: a second derivative in a condition is marked") {
  const std::vector<Probe> probes = {
      {condition, "@x''@ = 0", "accelerations follow from the principle"},
      {condition, "bob.x + @bob.y''@ <= 0"},
      {condition, "@bob''@ = m1"},
      {condition, "\u03B8' <= @\u03B8''@"},
  };
  check(Code::E115, probes);
}

TEST_CASE("E116: what hides a second condition is marked") {
  const std::vector<Probe> probes = {
      {condition, "@min(x, y)@ <= L", "write each condition by itself",
       "'min' hides a second condition"},
      {condition, "@max(x, y)@ >= 0", "", "'max' hides a second condition"},
      {condition, "x <= @step(t)@", "", "'step' hides a second condition"},
      {condition, "x + @|y|@ <= L", "", "the absolute value hides a second condition"},
      {condition, "|@|x|@| <= 2"},
      {condition, "@|x|@ >= 1"},
      {condition, "1 <= @|x|@"},
      {condition, "@|x|@ = 1"},
      {condition, "0 <= @|x|@ <= 2"},
  };
  check(Code::E116, probes);
}

TEST_CASE("E117: a function that does not exist or has too many arguments is marked") {
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
TEST_CASE("E310: a formula outside of its domain names the part and its arguments") {
  World world;
  const auto said = [&](const char* text, double x) -> std::string {
    const Formula f = Formula::read(text, world.scope);
    const auto complaint = f.complaint(std::array{x});
    if (!complaint) return "defined";
    CHECK(complaint->code() == Code::E310);
    return complaint->message();
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

// The page of a mistake in the line `holds = "..."` of a file, whose text begins in column 10.
std::string page(Scope& scope, const char* file, int line, const std::string& text) {
  try {
    read_condition(text, scope);
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

TEST_CASE("An unknown name, as the format's third message shows it") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("bob");
  for (const char* name : {"L", "g", "v"}) scope.parameter(name, 1.0);
  CHECK(page(scope, "pendulum.toml", 19, "|bobb| <= L") ==
        "error[E103]: unknown name 'bobb'\n"
        "  --> pendulum.toml:19:11\n"
        "   |\n"
        "19 | holds = \"|bobb| <= L\"\n"
        "   |           ^^^^ did you mean 'bob'?\n"
        "   |\n"
        "   = known: masses bob; parameters L, g, v; t, pi\n");
}

TEST_CASE("A product without a sign, as the format's fourth message shows it") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("p");
  for (const char* name : {"r", "w"}) scope.parameter(name, 1.0);
  CHECK(page(scope, "ring.toml", 15, "(p.x - w t)^2 + p.y^2 <= r^2") ==
        "error[E104]: two factors without a sign between them\n"
        "  --> ring.toml:15:19\n"
        "   |\n"
        "15 | holds = \"(p.x - w t)^2 + p.y^2 <= r^2\"\n"
        "   |                   ^ write 'w*t'\n"
        "   |\n"
        "   = note: 'wt' would be one name, '2x' is not a number\n");
}

TEST_CASE("A strict inequality, as the format's fifth message shows it") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("p");
  scope.parameter("R", 1.0, Dimension::length());
  CHECK(page(scope, "slide-off.toml", 18, "R < |p|") ==
        "error[E105]: a condition needs '<=' or '>=', not '<'\n"
        "  --> slide-off.toml:18:12\n"
        "   |\n"
        "18 | holds = \"R < |p|\"\n"
        "   |            ^ write 'R <= |p|'\n"
        "   |\n"
        "   = note: a motion can only touch a boundary that belongs to the allowed region\n");
}

// The format names the condition, which is not known here, and adds a help.
TEST_CASE("A condition that is not linear, as the format's sixth message shows it") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("p");
  CHECK(page(scope, "complex.toml", 15, "p.x'^2 + p.y'^2 <= 4") ==
        "error[E106]: the condition is not linear in the velocities\n"
        "  --> complex.toml:15:10\n"
        "   |\n"
        "15 | holds = \"p.x'^2 + p.y'^2 <= 4\"\n"
        "   |          ^^^^^^ degree 2 in p.x'\n"
        "   |\n"
        "   = note: Gauss's principle takes conditions of the form sum a_i(q,t) q_i' + a_0(q,t) <= "
        "0\n");
}

// What the file says of mb, and that L would fit, is for the reader of the file to add.
TEST_CASE("Units that do not fit, as the format's seventh message shows it") {
  Graph graph;
  Scope scope(graph, true);
  scope.point("bob");
  scope.parameter("L", 1.0, Dimension::length());
  scope.parameter("mb", 0.5, Dimension::mass());
  CHECK(page(scope, "pendulum.toml", 20, "|bob| <= mb") ==
        "error[E107]: the two sides have different units\n"
        "  --> pendulum.toml:20:19\n"
        "   |\n"
        "20 | holds = \"|bob| <= mb\"\n"
        "   |                   ^^ kg, but the left side is m\n"
        "   |\n");
}
