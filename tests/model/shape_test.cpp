// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/shape.hpp"

#include <doctest/doctest.h>

using namespace zwang;

TEST_CASE("strings, rods, contacts and surfaces are recognised by their values") {
  Model model("m");
  model.parameter("L", 2.0);
  model.mass("a", 1.0).mass("b", 1.0).mass("c", 1.0, {.axes = "xy"}).fixed("hook", {0, 0, 3});
  model.coordinate("s");
  auto shape = [&, i = 0](const std::string& text) mutable {
    model.constraint("w" + std::to_string(i++), text);
    return shape_of(model, model.constraints().back());
  };
  CHECK(shape("|a| <= L").shape == Shape::string);
  CHECK(shape("|a - b| <= L").shape == Shape::string);
  CHECK(shape("(a.x - b.x)^2 + (a.y - b.y)^2 + (a.z - b.z)^2 <= L^2").shape == Shape::string);
  CHECK(shape("|c|^2/2 <= L^2/2").shape == Shape::string);
  CHECK(shape("L >= |a - hook|").shape == Shape::string);
  CHECK(shape("|a - hook| <= L").second == 3);
  CHECK(shape("|a - b| = L").shape == Shape::rod);
  CHECK(shape("|a - b| >= L").shape == Shape::contact);
  CHECK(shape("|a| >= L").shape == Shape::surface);
  CHECK(shape("a.z >= 0").shape == Shape::surface);
  CHECK(shape("a.z >= b.z").shape == Shape::other);
  CHECK(shape("|a - b| <= L + s").shape == Shape::other);
  CHECK(shape("s <= 1").shape == Shape::other);
  CHECK(shape("a.x' <= 1").shape == Shape::other);
  CHECK(name(Shape::contact) == "contact");
}
