// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Known lines and the braille signs they make, by the table of Unicode.

#include "zwang/plot/braille.hpp"

#include <doctest/doctest.h>

namespace {

using namespace zwang;

TEST_CASE("a single dot is one character") {
  Braille dots(2, 1);
  dots.dot(0, 3);  // left, above: dot 1
  CHECK(dots.row(0, true) == "\u2801 ");
  Braille low(2, 1);
  low.dot(3, 0);  // right column of the second cell, below: dot 8
  CHECK(low.row(0, true) == " \u2880");
  CHECK(low.row(0, false) == " *");
}

TEST_CASE("a horizontal line fills one of the four rows of its cells") {
  Braille dots(3, 2);
  dots.line(0, 0, 5, 0);
  CHECK(dots.row(0, true) == "   ");
  CHECK(dots.row(1, true) == "\u28c0\u28c0\u28c0");  // dots 7 and 8
  Braille high(3, 2);
  high.line(5, 7, 0, 7);
  CHECK(high.row(0, true) == "\u2809\u2809\u2809");  // dots 1 and 4
}

TEST_CASE("a vertical line fills a column") {
  Braille dots(1, 2);
  dots.line(0, 0, 0, 7);
  CHECK(dots.row(0, true) == "\u2847");  // dots 1, 2, 3, 7
  CHECK(dots.row(1, true) == "\u2847");
}

TEST_CASE("a diagonal goes through the corners of its cells") {
  Braille dots(4, 2);
  dots.line(0, 0, 7, 7);
  // from below: dots 7 and 6, then 2 and 4
  CHECK(dots.row(1, true) == "\u2860\u280a  ");
  CHECK(dots.row(0, true) == "  \u2860\u280a");
}

TEST_CASE("nothing is drawn outside the picture") {
  Braille dots(1, 1);
  dots.dot(2, 0);
  dots.dot(-1, 0);
  dots.dot(0, 4);
  CHECK(dots.row(0, true) == " ");
}

}  // namespace
