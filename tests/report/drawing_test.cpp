// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn for a constraint.

#include "zwang/report/drawing.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace zwang;

namespace {

constexpr std::array<double, 3> low = {-2, -2, -2}, high = {2, 2, 2};
const std::vector<double> times = {0.0, 0.5, 2.0};

}  // namespace

TEST_CASE("strings, rods and spheres have their ends and lengths, however they are written") {
  Model model;
  model.mass("a", 1.0, {.at = {0.3, 0.4, 0}}).mass("b", 1.0, {.at = {1, 1, 1}});
  model.fixed("nail", {0, 0, 1});
  model.constraint("length", "|a - b| <= 2").constraint("square", "|a - nail|^2 <= 9");
  model.constraint("rod", "|a - b|^2 = 4").constraint("ball", "|b| >= 0.5");
  model.constraint("apart", "|a - b| >= 0.25");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 5);
  CHECK(shapes[0].kind == Drawing::Kind::string);
  CHECK(shapes[0].length == doctest::Approx(2.0));
  CHECK(shapes[1].length == doctest::Approx(3.0));
  CHECK(shapes[1].to == 2);
  CHECK(shapes[2].kind == Drawing::Kind::rod);
  CHECK(shapes[2].length == doctest::Approx(2.0));
  CHECK(shapes[3].kind == Drawing::Kind::sphere);
  CHECK(shapes[3].length == doctest::Approx(0.5));
  CHECK(shapes[4].kind == Drawing::Kind::contact);
  CHECK(shapes[4].length == doctest::Approx(0.25));
}

TEST_CASE("round surfaces are recognised by their gradients") {
  Model model;
  model.mass("p", 1.0, {.at = {3, 3, 3}});
  model.constraint("ball", "|p - [1, 2, 0]| >= 0.5");
  model.constraint("pipe", "p.y^2 + (p.z - 1)^2 <= 9");
  model.constraint("globe", "2*(p.x^2 + p.y^2 + p.z^2) <= 72");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].kind == Drawing::Kind::sphere);
  CHECK(shapes[0].length == doctest::Approx(0.5));
  CHECK(shapes[0].place[1] == doctest::Approx(2.0));
  CHECK_FALSE(shapes[0].inside);
  CHECK(shapes[1].kind == Drawing::Kind::cylinder);
  CHECK(shapes[1].length == doctest::Approx(3.0));
  CHECK(shapes[1].place[2] == doctest::Approx(1.0));
  CHECK(std::abs(shapes[1].normal[0]) == doctest::Approx(1.0));
  CHECK(shapes[1].inside);
  CHECK(shapes[2].length == doctest::Approx(6.0));
}

TEST_CASE("a plane lies where f = 0 and faces away from the admissible side") {
  Model model;
  model.mass("p", 1.0, {.at = {0, 0, 3}});
  model.constraint("slope", "p.z >= 1 + p.x");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 1);
  CHECK(shapes[0].kind == Drawing::Kind::plane);
  CHECK(shapes[0].place[2] == doctest::Approx(1.0 + shapes[0].place[0]));
  CHECK(shapes[0].normal[2] == doctest::Approx(-std::sqrt(0.5)));
  CHECK(shapes[0].normal[0] == doctest::Approx(std::sqrt(0.5)));
}

TEST_CASE("any other surface is a mesh whose vertices lie on it") {
  Model model;
  model.mass("p", 1.0, {.at = {0, 0, 3}});
  model.constraint("bowl", "p.z >= 0.3*p.x^2 + 0.2*p.y^2 - 1");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 1);
  CHECK(shapes[0].kind == Drawing::Kind::mesh);
  REQUIRE(shapes[0].triangles.size() > 3000);
  for (std::size_t i = 0; i + 2 < shapes[0].vertices.size(); i += 3) {
    const auto at = [&](std::size_t k) { return static_cast<double>(shapes[0].vertices[i + k]); };
    CHECK(std::abs(at(2) - (0.3 * at(0) * at(0) + 0.2 * at(1) * at(1) - 1.0)) < 0.01);
  }
  for (const std::uint32_t corner : shapes[0].triangles)
    CHECK(corner < shapes[0].vertices.size() / 3);
}

TEST_CASE("moving shapes are tracked") {
  Model model;
  model.mass("p", 1.0, {.at = {0, 0, 1}}).mass("flat", 1.0, {.at = {0.1, 0.2, 0}, .axes = "xy"});
  model.constraint("plate", "p.z >= sin(t)").constraint("string", "|p - [t, 0, 0]| <= 3");
  model.constraint("ring", "(flat.x - 2*t)^2 + flat.y^2 <= 1");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 3);
  CHECK(shapes[0].kind == Drawing::Kind::plane);
  CHECK(shapes[1].length == doctest::Approx(3.0));
  CHECK(shapes[2].kind == Drawing::Kind::cylinder);
  CHECK(shapes[2].length == doctest::Approx(1.0));
  CHECK(shapes[2].inside);
  for (const Drawing& one : shapes) REQUIRE(one.track.size() == times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    CHECK(shapes[0].track[i][2] == doctest::Approx(std::sin(times[i])));
    CHECK(shapes[1].track[i][0] == doctest::Approx(times[i]));
    CHECK(shapes[2].track[i][0] == doctest::Approx(2.0 * times[i]));
    CHECK(std::abs(shapes[2].track[i][1]) < 1e-9);
  }
}

TEST_CASE("what hangs from a prescribed mass is drawn to it") {
  Model model;
  model.follows("crane", {"1", "0", "2 + sin(t)"});
  model.mass("p", 1.0, {.at = {1, 0, 1}}).mass("q", 1.0, {.at = {1, 0, 0}});
  model.constraint("rod", "|p - crane| = 1").constraint("string", "|q - crane| <= 2.5");
  const auto shapes = drawings(System(model), low, high, times);
  REQUIRE(shapes.size() == 2);
  CHECK(shapes[0].kind == Drawing::Kind::rod);
  CHECK(shapes[0].length == doctest::Approx(1.0));
  CHECK(shapes[1].kind == Drawing::Kind::string);
  CHECK(shapes[1].length == doctest::Approx(2.5));
  for (const Drawing& one : shapes)
    CHECK(model.points()[static_cast<std::size_t>(one.to)].name == "crane");
}

TEST_CASE("velocity constraints and shapes that grow or turn are not drawn") {
  Model model;
  model.mass("p", 1.0, {.at = {0.1, 0, 0}});
  model.constraint("wheel", "p.x' = p.y*p.z'").constraint("balloon", "|p| <= 1 + t");
  model.constraint("door", "cos(t)*p.x + sin(t)*p.y <= 1");
  CHECK(drawings(System(model), low, high, times).empty());
}
