// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/former_words.hpp"

#include <doctest/doctest.h>

using namespace zwang;

TEST_CASE("a renamed word has its new name, any other word has none") {
  CHECK(renamed("conditions") == "constraints");
  CHECK(renamed("shock") == "impact");
  CHECK(renamed("steps") == "time-stepping");
  CHECK_FALSE(renamed("constraints"));
  CHECK_FALSE(renamed("mass"));
}

TEST_CASE("a file is rewritten in today's words; comments, names and formulas are kept") {
  CHECK(in_todays_words(R"(# conditions and "shock"
zwang = 1
title = "conditions after a shock"
[masses.conditions]   # [conditions.x]
mass = 1.0
[conditions.string]
holds = "|conditions| <= 1"
[[expect]]
event = "shock"
of = "rest"
[run]
start = 'rest'
method  =  "steps")") == R"(# conditions and "shock"
zwang = 1
title = "conditions after a shock"
[masses.conditions]   # [conditions.x]
mass = 1.0
[constraints.string]
holds = "|conditions| <= 1"
[[expect]]
event = "impact"
of = "rest"
[run]
start = 'equilibrium'
method  =  "time-stepping")");
  CHECK(in_todays_words("conditions.a = { holds = \"x <= 1\" }") ==
        "constraints.a = { holds = \"x <= 1\" }");
  CHECK(in_todays_words("conditions = { a = { holds = \"x <= 1\" } }") ==
        "constraints = { a = { holds = \"x <= 1\" } }");
  CHECK(in_todays_words("expect = [{ event = \"shock\", of = \"conditions\" }]") ==
        "expect = [{ event = \"impact\", of = \"conditions\" }]");
}

TEST_CASE("unclosed texts and anything that is not a word are kept") {
  for (const char* const text :
       {"", "\"", "'conditions", "\"\"\"conditions\n[conditions.a]", "a = \"\\\"",
        "event = \"\"\"shock\"\"\"", "of = \"shock\"", "conditions"})
    CHECK(in_todays_words(text) == text);
}
