// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Meshes of other programs: one tetrahedron in three formats, mistakes with their lines, and
// clouds.

#include "zwang/model_file/mesh_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "zwang/model_file/generate.hpp"

namespace {

using namespace zwang;

const std::string ply = R"(ply
format ascii 1.0
comment a tetrahedron
element vertex 4
property float z
property float x
property float y
element face 2
property list uchar int vertex_indices
element edge 2
property int vertex1
property int vertex2
end_header
0 0 0
0 1 0
0 0 1
1 0 0
3 0 1 2
3 1 2 3
0 3
2 1
)";
const std::string obj = R"(# a tetrahedron
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
vn 0 0 1
f 1//1 2//1 3//1
f -3 -2 -1
l 1 4
)";
const std::string vtk = R"(# vtk DataFile Version 3.0
a tetrahedron
ASCII
DATASET POLYDATA
POINTS 4 float
0 0 0  1 0 0
0 1 0  0 0 1
POLYGONS 2 8
3 0 1 2
3 1 2 3
LINES 1 3
2 0 3
)";
const std::string grid = R"(# vtk DataFile Version 3.0
the same as cells
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 4 double
0 0 0
1 0 0
0 1 0
0 0 1
CELLS 3 11
3 0 1 2
3 1 2 3
2 0 3
CELL_TYPES 3
5
5
3
)";

std::string domain_error(const std::string& path, const std::string& text) {
  try {
    read_mesh({path, text});
  } catch (const Error& error) {
    CHECK(error.code() == Code::E119);
    return error.message();
  }
  return "";
}

}  // namespace

TEST_CASE("a tetrahedron is the same in three formats") {
  const std::vector<std::array<double, 3>> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::pair<int, int>> edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 1}, {0, 3}};
  for (const auto& [path, text] :
       {std::pair{"t.ply", ply}, {"t.obj", obj}, {"t.vtk", vtk}, {"u.vtk", grid}}) {
    CAPTURE(path);
    const Mesh mesh = read_mesh({path, text});
    CHECK(mesh.points == points);
    CHECK(mesh.edges == edges);
  }
  const Mesh list = read_mesh({"t.csv", "x, y, z\r\n0,0,0\r\n1;0;0\n0 1 0\n\n0,0,1"});
  CHECK(list.points == points);
  CHECK(list.edges.empty());
}

TEST_CASE("a malformed mesh is reported with its line") {
  CHECK(domain_error("t.stl", "") == "t.stl is not one of .ply, .obj, .vtk, .csv");
  CHECK(domain_error("t.ply", "") == "t.ply, line 0: the file ends before its header");
  CHECK(domain_error("t.ply", "ply\nformat binary_little_endian 1.0\n") ==
        "t.ply, line 2: only 'format ascii' is supported");
  CHECK(domain_error("t.ply", "ply\nelement vertex 2000000000\n") ==
        "t.ply, line 2: 2000000000 is not between 0 and 60000");
  CHECK(domain_error("t.ply", ply.substr(0, ply.size() - 4)) ==
        "t.ply, line 20: the file ends before all of its 2 edge lines");
  CHECK(domain_error("t.obj", "v 0 0 nan\n") == "t.obj, line 1: expected a finite number");
  CHECK(domain_error("t.obj", "v 0 0 0\nl 1 2\n") == "t.obj, line 2: there is no point 1 of 1");
  CHECK(domain_error("t.obj", "v 0 0 0\nl 1 1\n") ==
        "t.obj, line 2: an edge from point 0 to itself");
  CHECK(domain_error("t.obj", "# nothing\n") == "t.obj, line 1: no points");
  CHECK(domain_error("t.vtk", "# vtk\nx\nBINARY\n") == "t.vtk, line 3: only ASCII is supported");
  CHECK(domain_error("t.vtk", "# vtk\nASCII\nPOINTS 1 float\n0 0 0\nPOLYGONS 1 3\n9 0\n") ==
        "t.vtk, line 6: expected 9 corners");
  CHECK(domain_error("t.csv", "0,0\n") == "t.csv, line 1: expected a finite number");
}

TEST_CASE("no part of a file crashes the reader") {
  for (const auto& [path, text] :
       {std::pair{"t.ply", ply}, {"t.obj", obj}, {"t.vtk", vtk}, {"u.vtk", grid}})
    for (std::size_t i = 0; i < text.size(); ++i)
      for (const char c : {'\0', '-', '9', '\n', ' ', 'x'}) {
        std::string changed = text;
        changed[i] = c;
        for (const std::string& one : {changed, text.substr(0, i)}) try {
            const Mesh mesh = read_mesh({path, one});
            for (const auto& [a, b] : mesh.edges) {
              CHECK(a != b);
              CHECK(static_cast<std::size_t>(std::max(a, b)) < mesh.points.size());
            }
          } catch (const Error& error) {
            CHECK(error.code() == Code::E119);
          }
      }
}

TEST_CASE("a cloud keeps its distance, and the same seed gives the same cloud") {
  // the first number of splitmix64 from 0 is e220a8397b1dcdaf
  const auto one = random_points({.count = 1, .highest = {1, 1, 1}});
  CHECK(one[0][0] == doctest::Approx(0.8833108082136426).epsilon(1e-15));
  const Cloud cloud{
      .count = 400, .lowest = {-1, 2, 0}, .highest = {1, 4, 1}, .apart = 0.15, .seed = 7};
  const auto points = random_points(cloud);
  REQUIRE(points.size() == 400);
  CHECK(points == random_points(cloud));
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(points[i][k] >= cloud.lowest[k]);
      CHECK(points[i][k] <= cloud.highest[k]);
    }
    for (std::size_t j = 0; j < i; ++j)
      CHECK(std::hypot(points[i][0] - points[j][0], points[i][1] - points[j][1],
                       points[i][2] - points[j][2]) >= 0.15);
  }
  CHECK_THROWS_AS(random_points({.count = 100, .highest = {1, 1, 1}, .apart = 0.5}), Error);
  CHECK_THROWS_AS(random_points({.count = 2, .highest = {1e300, 1, 1}, .apart = 1e-300}), Error);
}
