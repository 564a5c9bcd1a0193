// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/error.hpp"

#include <doctest/doctest.h>

using namespace zwang;

TEST_CASE("what() is the one-line form") {
  CHECK(std::string(Error(Code::E103, "unknown name 'bobb'",
                          {.file = "pendulum.toml", .line = 19, .column = 11, .end_column = 15})
                        .what()) == "pendulum.toml:19:11: E103: unknown name 'bobb'");
  CHECK(std::string(Error(Code::E103, "unknown name 'bobb'", {.column = 2}).what()) ==
        "column 2: E103: unknown name 'bobb'");
  CHECK(std::string(Error(Code::E110, "too long").what()) == "E110: too long");
  CHECK(std::string(Error(Code::E110, "too long", {.line = 3}).what()) == "line 3: E110: too long");
}

TEST_CASE("the report underlines the location") {
  const Error error(Code::E103, "unknown name 'bobb'",
                    {.file = "pendulum.toml", .line = 19, .column = 11, .end_column = 15},
                    "did you mean 'bob'?", {"known: masses bob; parameters L, g, v; t, pi"});
  CHECK(error.report("holds = \"|bobb| <= L\"") ==
        "error[E103]: unknown name 'bobb'\n"
        "  --> pendulum.toml:19:11\n"
        "   |\n"
        "19 | holds = \"|bobb| <= L\"\n"
        "   |           ^^^^ did you mean 'bob'?\n"
        "   |\n"
        "   = known: masses bob; parameters L, g, v; t, pi\n");
}

TEST_CASE("a report without a location is one line, and a warning is labelled as a warning") {
  CHECK(Error(Code::W303, "indifferent").report("") == "warning[W303]: indifferent\n");
  CHECK(Error(Code::E109, "cut off", {.column = 3}).report("a\tb") ==
        "error[E109]: cut off\n  --> column 3\n   |\n   | a b\n   |   ^\n   |\n");
}

TEST_CASE("a message stays on one line, whatever it quotes") {
  const Error error(Code::E120, "'bord\r\n'", {.file = "a\x1B.toml"}, "", {"note: \x07"});
  CHECK(error.message() == "'bord  '");
  CHECK(std::string(error.what()) == "a .toml: E120: 'bord  '");
  CHECK(error.report("") == "error[E120]: 'bord  '\n  --> a .toml\n   = note:  \n");
}

TEST_CASE("an error in a formula takes the location of the file that contains the formula") {
  const Error inside(Code::E104, "two factors", {.column = 10, .end_column = 11}, "write 'w*t'");
  const Error moved = inside.at({.file = "ring.toml", .line = 15, .column = 19, .end_column = 20});
  CHECK(moved.code() == Code::E104);
  CHECK(moved.mark() == "write 'w*t'");
  CHECK(moved.place().line == 15);
  CHECK(std::string(moved.what()) == "ring.toml:15:19: E104: two factors");
}
