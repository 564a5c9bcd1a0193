// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/dimension.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "zwang/base/error.hpp"

using namespace zwang;
using doctest::Approx;

TEST_CASE("units convert to SI, and whole names take precedence over prefixes") {
  const auto value = [](const char* text) { return read_quantity(text)->value; };
  CHECK(value("2.5 kN") == 2500.0);
  CHECK(value("-9.81 m/s^2") == -9.81);
  CHECK(value("90 deg") == Approx(std::numbers::pi / 2));
  CHECK(value("3 min") == 180.0);
  CHECK(value("1 mm") == 1e-3);
  CHECK(value("1 in") == Approx(0.0254));
  CHECK(value("60 rpm") == Approx(2.0 * std::numbers::pi));
  CHECK(value("1 lbf") == Approx(4.4482216152605));
  CHECK(value("36 km/h") == Approx(10.0));
  CHECK(value("2 kg m^2") == 2.0);
  CHECK(value("5 1/s") == 5.0);
  CHECK(value("5 MPa*m^2") == 5e6);
  CHECK(value("7 us") == Approx(7e-6));
}

TEST_CASE("dimensions multiply and print") {
  CHECK(read_quantity("1 N")->unit.dimension == read_quantity("1 kg m/s^2")->unit.dimension);
  CHECK(read_quantity("1 J")->unit.dimension == read_quantity("3 N m")->unit.dimension);
  CHECK(read_quantity("1 rad")->unit.dimension == Dimension::none());
  CHECK(read_quantity("1 N")->unit.dimension.text() == "kg m/s^2");
  CHECK(Dimension::none().text() == "1");
  CHECK(Dimension::time().to(-1.0).text() == "1/s");
  CHECK(Dimension::length().to(0.5).text() == "m^0.5");
  CHECK_FALSE(Dimension::length() == Dimension::mass());
}

TEST_CASE("a bare number, a name or a product is not a quantity") {
  for (const char* text : {"", "3", "-3", "L", "2*L", "3*m", "- L", "1e3", "2 *x", "2 - x", ".x"}) {
    CAPTURE(text);
    CHECK_FALSE(read_quantity(text).has_value());
  }
}

TEST_CASE("an unknown unit is reported at its column, with a suggestion") {
  try {
    read_quantity("9.81 m/sec^2");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == Code::E103);
    CHECK(error.place().column == 8);
    CHECK(error.place().end_column == 11);
  }
  try {
    read_quantity("3 kgg");
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.mark() == "did you mean 'kg'?");
  }
  for (const char* text :
       {"3 m^", "3 m^x", "3 m^99", "3 m/", "3 m s!", "3 m//s", "3 m^99999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_quantity(text), Error);
  }
  for (const char* text : {"1e400 m", "1e308 km"}) {
    CAPTURE(text);
    try {
      read_quantity(text);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.code() == Code::E120);
    }
  }
}
