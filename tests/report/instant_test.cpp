// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of accelerations: polyhedra in a box have the right faces, and an instant worked by hand
// has the right points.

#include "zwang/report/instant.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "zwang/report/polygons.hpp"

namespace {

using namespace zwang;
using Json = nlohmann::ordered_json;

// Twice the area, signed: corners in order go around once.
double doubled_area(const std::vector<Vector>& face) {
  double sum = 0.0;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Vector& a = face[i];
    const Vector& b = face[(i + 1) % face.size()];
    sum += a[0] * b[1] - a[1] * b[0];
  }
  return sum;
}

std::size_t edges_of(const Polygons& solid) {
  std::size_t sum = 0;
  for (const auto& face : solid.faces) sum += face.size();
  return sum / 2;
}

bool has(const Json& face, double x, double y) {
  return std::ranges::any_of(face, [&](const Json& corner) {
    return std::abs(corner[0].get<double>() - x) < 1e-5 &&
           std::abs(corner[1].get<double>() - y) < 1e-5;
  });
}

}  // namespace

TEST_CASE("what the box shows of a half-plane, a plane, a line and a point") {
  const Matrix plane = Matrix::Identity(2, 2);
  // x ≤ 0: half of the box, area 2
  const Polygons half = in_unit_box(Vector::Zero(2), plane, Matrix{{1.0, 0.0}}, Vector{{0.0}});
  REQUIRE(half.faces.size() == 1);
  CHECK(half.faces[0].size() == 4);
  CHECK(std::abs(doubled_area(half.faces[0])) == doctest::Approx(4.0));
  // the diagonal ends in two corners of the box
  const Polygons line = in_unit_box(Vector::Zero(2), Matrix{{1.0}, {1.0}}, Matrix(0, 1), Vector(0));
  CHECK(line.dimensions == 1);
  REQUIRE(line.faces[0].size() == 2);
  CHECK((line.faces[0][0] - line.faces[0][1]).norm() == doctest::Approx(std::sqrt(8.0)));
  const Matrix none(2, 0);
  CHECK(in_unit_box(Vector{{0.5, 0.5}}, none, Matrix(0, 0), Vector(0)).dimensions == 0);
  CHECK(in_unit_box(Vector{{1.5, 0.5}}, none, Matrix(0, 0), Vector(0)).dimensions == -1);
  CHECK(in_unit_box(Vector::Zero(2), plane, Matrix{{1.0, 0.0}}, Vector{{-2.0}}).dimensions == -1);
}

TEST_CASE("bodies in the box are closed: corners - edges + faces = 2") {
  const Matrix space = Matrix::Identity(3, 3);
  const Polygons cube = in_unit_box(Vector::Zero(3), space, Matrix(0, 3), Vector(0));
  CHECK(cube.faces.size() == 6);
  CHECK(edges_of(cube) == 12);
  // a corner cut off: x + y + z ≤ 2
  const Polygons cut = in_unit_box(Vector::Zero(3), space, Matrix{{1.0, 1.0, 1.0}}, Vector{{2.0}});
  CHECK(cut.faces.size() == 7);
  CHECK(edges_of(cut) == 15);
  // the same plane twice is one face
  const Polygons twice = in_unit_box(Vector::Zero(3), space,
                                     Matrix{{1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}}, Vector{{2.0, 4.0}});
  CHECK(twice.faces.size() == 7);
}

// Mass 1 in the corner x ≤ 0, x + y ≤ 0, force (2, 1). By hand: Φ0 = (2, 3), both carry 1. The rule
// of d'Alembert and Fourier leaves x − 1 ≤ y ≤ 1, x ≤ 0, y ≤ −x: vertices (0, 0), (0, −1), (−1, 1).
TEST_CASE("the picture of a corner has its points, its sets and its circle of equal zwang") {
  Model model("corner");
  model.mass("p", 1.0, {.axes = "xy"});
  model.force("p", {2.0, 1.0, 0.0});
  model.constraint("f1", "p.x <= 0");
  model.constraint("f2", "p.x + p.y <= 0");
  const System system(model);
  const Json shown = report_instant(principles(system, model.start()));
  REQUIRE(shown["trials"].size() == 4);
  CHECK(shown["trials"][3]["accepted"] == true);
  CHECK(shown["trials"][3]["zwang"] == 5.0);
  CHECK(shown["trials"][0]["verdict"] == "rejected by (19): would violate f1, f2");
  const Json& picture = shown["picture"];
  CHECK(picture["axes"] == Json({"p.x''", "p.y''"}));
  CHECK(picture["free"] == Json({2.0, 1.0}));
  CHECK(picture["gauss"] == Json({0.0, 0.0}));
  CHECK(picture["ostrogradsky"].is_null());
  const Json& box = picture["box"];
  CHECK(box[0][1].get<double>() - box[0][0].get<double>() ==
        doctest::Approx(box[1][1].get<double>() - box[1][0].get<double>()));
  REQUIRE(picture["allowed"].size() == 1);
  for (const auto& [x, y] : {std::pair(0.0, 0.0), {0.0, -1.0}, {-1.0, 1.0}})
    CHECK(has(picture["allowed"][0], x, y));
  CHECK(has(picture["admissible"][0], 0.0, 0.0));
  for (const Json& point : picture["equal_zwang"])
    CHECK(std::hypot(point[0].get<double>() - 2.0, point[1].get<double>() - 1.0) ==
          doctest::Approx(std::sqrt(5.0)).epsilon(1e-5));
}

// Where a force falls to zero nothing is apart but rounding, and the picture still has a size.
TEST_CASE("a picture has a size where free and true motion coincide") {
  for (const double t : {9.81 / 8.0, std::nextafter(9.81 / 8.0, 0.0), 0.0}) {
    Model model("lifted");
    model.mass("p", 1.0, {.axes = "xz"});
    model.force("p", {Value(0.0), Value(0.0), Value("8*t - 9.81")});
    model.constraint("floor", "p.z >= 0");
    const System system(model);
    const Json picture = report_instant(principles(system, model.start(t)))["picture"];
    for (const Json& axis : picture["box"])
      CHECK(axis[1].get<double>() - axis[0].get<double>() > 1e-3);
    CHECK(picture["allowed"].size() == 1);
  }
}

TEST_CASE("more than three accelerations have trials, but no picture") {
  Model model("two");
  model.mass("a", 1.0, {.axes = "xy"});
  model.mass("b", 1.0, {.at = {1.0, 0.0, 0.0}, .axes = "xy"});
  model.force("a", {-1.0, 0.0, 0.0});
  model.constraint("string", "|a - b| <= 1");
  const System system(model);
  const Json shown = report_instant(principles(system, model.start()));
  CHECK(shown["trials"].size() == 2);
  CHECK(shown["picture"].is_null());
}

// Mass 1 where two wires cross, force (3, 2): along the first Z = 2², along the second 3².
TEST_CASE("a singular position shows its minima, the one taken, and what d'Alembert would say") {
  Model model("wires");
  model.mass("p", 1.0, {.axes = "xy"});
  model.force("p", {3.0, 2.0, 0.0});
  model.constraint("wires", "p.x*p.y = 0");
  const System system(model);
  const Principles all = principles(system, model.start());
  const Json shown = report_instant(all, all.instant.regularity.vertex.minimum(2)->accelerations);
  const Json& minima = shown["minima"];
  REQUIRE(minima.size() == 2);
  CHECK(minima[0]["zwang"] == 4.0);
  CHECK(minima[0]["accelerations"] == Json({3.0, 0.0}));
  CHECK(minima[0]["reaction"] == Json({0.0, -2.0}));
  CHECK(minima[0]["note"] == "not taken");
  CHECK(minima[1]["zwang"] == 9.0);
  CHECK(minima[1]["number"] == 2);
  CHECK(minima[1]["note"] == "taken");
  CHECK(shown["trials"].empty());
  const auto words = shown["words"].dump();
  CHECK(words.find("gives (3, 2), which the constraints do not allow") != std::string::npos);
}
