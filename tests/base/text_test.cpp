// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace zwang;

TEST_CASE("characters are counted, not bytes") {
  CHECK(characters("") == 0);
  CHECK(characters("abc") == 3);
  CHECK(characters("\xCF\x89*t") == 3);  // omega
}

TEST_CASE("control characters become blanks") {
  CHECK(without_controls("a\tb\r\n\x1B[2J\x7F") == "a b   [2J ");
  CHECK(without_controls("\xC2\x9B\xC2\xA0\xCF\x89") == " \xC2\xA0\xCF\x89");  // CSI, omega
  CHECK(without_controls("\xC2") == "\xC2");
}

TEST_CASE("an edit distance counts substitutions, insertions, deletions and swaps of neighbours") {
  CHECK(edit_distance("bob", "bob") == 0);
  CHECK(edit_distance("bobb", "bob") == 1);
  CHECK(edit_distance("restitition", "restitution") == 1);
  CHECK(edit_distance("form", "from") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word is close, or none is suggested") {
  const std::vector<std::string> words = {"restitution", "holds", "from", "until"};
  CHECK(nearest("restitition", words) == "restitution");
  CHECK(nearest("form", words) == "from");
  CHECK_FALSE(nearest("gravity", words));
  CHECK_FALSE(nearest("q", std::vector<std::string>{"t", "pi"}));
  CHECK_FALSE(nearest("", words));
  CHECK(nearest("bop", std::vector<std::string>{"sin", "bob"}) == "bob");
  CHECK_FALSE(nearest("std", std::vector<std::string>{"sin", "cos", "tan"}));
}

TEST_CASE("a number is printed with the fewest digits that read back") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(3.0) == "3");
  CHECK(std::stod(shortest(1.0 / 3.0)) == 1.0 / 3.0);
}
