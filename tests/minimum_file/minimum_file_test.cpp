// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum_file/minimum_file.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace zwang;

namespace {

MinimumFile read_problem(const std::string& text) {
  return read_minimum_text("zwang = 1\n" + text, "problem.toml");
}

}  // namespace

TEST_CASE("a row is a list, a table of names or a formula, and each says the same") {
  const MinimumFile read_file = read_problem(R"([parameters]
k = 2
[minimum]
unknowns = ["x", "y"]
[rows]
listed = { row = [1, "-k"], at_least = 3 }
named  = { row = { y = -2, x = 1 }, at_least = 3 }
text   = { holds = "x - k*y >= 3" }
)");
  REQUIRE(read_file.usable());
  REQUIRE(read_file.stated.rows.size() == 3);
  for (const StatedRow& row : read_file.stated.rows) {
    // x − 2 y ≥ 3 is −x + 2 y + 3 ≤ 0
    CHECK(row.entries == std::vector<std::pair<int, double>>{{0, -1.0}, {1, 2.0}});
    CHECK(row.offset == 3.0);
    CHECK_FALSE(row.equation);
  }
}

TEST_CASE("a chain is two rows, an equation one") {
  const MinimumFile file = read_problem(R"([minimum]
unknowns = ["x", "y"]
[rows]
a = { row = [1, 1], at_least = -2, at_most = 5 }
b = { holds = "|x - y| <= 3" }
c = { row = [1, 0], equals = 4 }
)");
  REQUIRE(file.usable());
  const auto& rows = file.stated.rows;
  REQUIRE(rows.size() == 5);
  CHECK(rows[0].name == "a.lower");
  CHECK(rows[0].offset == -2.0);
  CHECK(rows[1].name == "a.upper");
  CHECK(rows[1].offset == -5.0);
  CHECK(rows[2].entries[0].second == -rows[3].entries[0].second);
  CHECK(rows[4].equation);
  CHECK(rows[4].offset == -4.0);
}

TEST_CASE("the number of unknowns comes from the first list that has it") {
  CHECK(read_problem("[minimum]\nmasses = [1, 2, 3]").stated.unknowns ==
        std::vector<std::string>{"x1", "x2", "x3"});
  const MinimumFile file = read_problem("[minimum]\nmatrix = [[2, 1], [1, 3]]\ncentre = [5, 6]");
  REQUIRE(file.usable());
  CHECK(file.stated.blocks[0](0, 1) == 1.0);
  CHECK(file.stated.centre[1] == 6.0);
  CHECK(read_problem("[rows]\na = { row = [1, 2], equals = 0 }").stated.unknowns.size() == 2);
}

TEST_CASE("all mistakes are found at once, in the order of the text") {
  const MinimumFile file = read_problem(R"([minimum]
masses = [1, 2]
centre = [1]
accuracy = 3
[rows]
a = { row = [1, 2, 3], at_most = 0 }
b = { row = [1, 2], below = 0 }
)");
  REQUIRE(file.file.mistakes.size() == 4);
  CHECK(file.file.mistakes[0].code() == Code::E113);
  CHECK(file.file.mistakes[1].code() == Code::E120);
  CHECK(file.file.mistakes[2].code() == Code::E113);
  CHECK(file.file.mistakes[3].code() == Code::E102);
  CHECK(file.file.mistakes[3].place().line == 8);
}

TEST_CASE("a double is its decimal, or a decimal was rounded to it") {
  for (const double x : {0.0, 1.0, -3.0, 0.5, 0.25, 1e15, 1e22, 0x1p53, 0x1p-20, 1234.0625})
    CHECK(is_its_decimal(x));
  for (const double x :
       {0.1, 0.3, 1.0 / 3.0, 1e23, 1e-5, std::sqrt(2.0), 0.5 + 0x1p-53, 0x1p-60, 1e300, 5e-324})
    CHECK_FALSE(is_its_decimal(x));
}
