// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/model_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/start.hpp"

using namespace zwang;

namespace {

// A file with a head that is right and this body.
ModelFile read(const std::string& body, const FileOptions& options = {}) {
  return read_model_text("zwang = 1\n" + body + "\n[run]\nuntil = 1\n", "m.toml", options);
}

// The codes of all mistakes, in the order of their places.
std::string codes(const std::string& body) {
  std::string out;
  for (const Error& error : read(body).mistakes) {
    if (!out.empty()) out += " ";
    out += name(error.code());
  }
  return out;
}

}  // namespace

TEST_CASE("a message of the TOML reader contains no tabs") {
  const ModelFile file = read_model_text("zwang = 1\nx = f\ty\n", "tabs.toml");
  REQUIRE_FALSE(file.usable());
  CHECK(std::string(file.mistakes[0].what()).find('\t') == std::string::npos);
}

TEST_CASE("parameters may come in any order, but not in a cycle") {
  const ModelFile file = read("[parameters]\na = \"2*b\"\nb = \"c + 1\"\nc = \"3 m\"");
  REQUIRE(file.usable());
  CHECK(file.model->number("a") == 8.0);
  CHECK(codes("[parameters]\na = \"b\"\nb = \"a\"") == "E122 E122");
  const ModelFile set = read("[parameters]\nL = 1\n", {.set = {{"L", "2.5 m"}}});
  REQUIRE(set.usable());
  CHECK(set.model->number("L") == 2.5);
  const ModelFile wrong = read("[parameters]\nLength = 1\n", {.set = {{"Lenght", "2"}}});
  REQUIRE(wrong.mistakes.size() == 1);
  CHECK(wrong.mistakes[0].mark() == "did you mean 'Length'?");
}

TEST_CASE("a long chain of parameters is read in order of dependence") {
  constexpr int n = 3000;
  std::string text = "[parameters]\n";
  for (int i = 0; i < n; ++i) text += fmt::format("p{} = \"p{} + 1\"\n", i, i + 1);
  const ModelFile file = read(text + fmt::format("p{} = 0\n", n));
  REQUIRE(file.usable());
  CHECK(file.model->number("p0") == n);
  CHECK(file.parameters.front().name == fmt::format("p{}", n));
  CHECK(codes("[parameters]\na = \"b\"\nb = \"a + c\"\nc = 1\nd = \"2*b\"") == "E122 E122 E122");
}

TEST_CASE("reading stops after a hundred errors") {
  std::string text = "[masses.bob]\nmass = 1\n";
  for (int i = 0; i < 1000; ++i)
    text += fmt::format("[constraints.c{}]\nholds = \"|bbo{}| <= 1\"\n", i, i);
  const ModelFile file = read(text);
  REQUIRE(file.mistakes.size() == 101);
  CHECK(file.mistakes.front().code() == Code::E103);
  CHECK(file.mistakes.back().code() == Code::E110);
}

TEST_CASE("all errors of a file are reported together, sorted by location") {
  const ModelFile file = read(R"([parameters]
L = "1 mm"
[masses.bob]
mas = 1
at = [0, 0]
[constraints.string]
holds = "|bobb| <= L"
[constraints.wall]
hold = "bob.x <= 1")");
  std::vector<std::pair<std::string, int>> found;
  for (const Error& error : file.mistakes)
    found.emplace_back(std::string(name(error.code())), error.place().line);
  CHECK(found == std::vector<std::pair<std::string, int>>{
                     {"E102", 5}, {"E113", 6}, {"E103", 8}, {"E111", 9}, {"E102", 10}});
}

TEST_CASE("what cannot be read is reported with its code") {
  CHECK(read_model_text("title = \"x\"", "m.toml").mistakes[0].code() == Code::E100);
  CHECK(read_model_text("zwang = 2", "m.toml").mistakes[0].code() == Code::E100);
  CHECK(read_model_text("zwang = ", "m.toml").mistakes[0].code() == Code::E108);
  CHECK(read_model_text("zwang = 1\n" + std::string(100, '['), "m.toml").mistakes[0].code() ==
        Code::E110);
  CHECK(read_model_text("zwang = 1\n\xc3\xa4 = 1", "m.toml").mistakes[0].code() == Code::E108);
  CHECK(read_model_text("zwang = 1", "m.toml").mistakes[0].code() == Code::E111);
  CHECK(read_model("nothing.toml").mistakes[0].code() == Code::E401);
  CHECK(codes("[masses]\na = { mass = 1 }\na.b = 1").substr(0, 2) == "E1");
  CHECK(codes("[masses.a]\nmass = -1") == "E120");
  CHECK(codes("[masses.a]\nmass = 1\naxes = \"xq\"") == "E120");
  CHECK(codes("[masses.t]\nmass = 1") == "E112");
  CHECK(codes("[coordinates.s]\n[constraints.w]\nholds = \"s <= 1\"\nrestitution = 2") == "E118");
  CHECK(codes("[[force]]\non = \"bob\"\nvector = [1, 0, 0]") == "E103");
  CHECK(codes("[[generate]]\nkind = \"chian\"\nname = \"c\"") == "E119");
  CHECK(codes("[[generate]]\nkind = \"mesh\"\nname = \"c\"") == "E111 E111");
  CHECK(codes("[[generate]]\nkind = \"mush\"\nname = \"c\"") == "E119");
  CHECK(codes("[forces]\nfluid = { density = 1 }") == "E119");
  CHECK(codes("[[expect]]\nevent = \"bang\"") == "E120");
}

TEST_CASE("a chain divides its mass and names its members and its strings") {
  const ModelFile file = read(R"([masses]
hook = { fixed = true, at = [0, 0, 0] }
bob = { mass = 5, at = [3, 0, 0] }
[[generate]]
kind = "chain"
name = "line"
from = "hook"
to = "bob"
segments = 3
length = 3.3
mass = 0.6
[[force]]
on = "line"
vector = "-0.1*v"
[constraints.floor]
for = "p in line[1..2]"
holds = "p.z >= -1")");
  CAPTURE(file.summary());
  REQUIRE(file.usable());
  const Model& model = *file.model;
  CHECK(model.points().size() == 4);
  double mass = 0.0;
  for (const Point& point : model.points())
    if (point.name.starts_with("line")) mass += point.mass;
  CHECK(mass == doctest::Approx(0.4));  // (n - 1)/n of it: the ends are named masses
  REQUIRE(model.find_constraint("line.string[2]"));
  REQUIRE(model.find_constraint("floor[1]"));
  CHECK_FALSE(model.find_constraint("floor[3]"));
  // each string 1.1 long, each member 1 apart
  const System system(model);
  const Snapshot s = system.at(model.start());
  CHECK(s.rows[0].f == doctest::Approx(-0.1));
  CHECK(model.forces().size() == 9);  // three components on three free members
}

TEST_CASE("nets, lattices and rings have the documented masses and strings") {
  const ModelFile net = read(R"([[generate]]
kind = "net"
name = "net"
size = [4, 3]
corner = [0, 0, 1]
span = [3, 2]
mass = 1.2
pinned = "corners"
[constraints.apart]
for = "p < q in net[0,*]"
holds = "|p - q| >= 0.1")");
  CAPTURE(net.summary());
  REQUIRE(net.usable());
  CHECK(net.model->points().size() == 12);
  CHECK(net.model->find_constraint("net.string_u[2,1]"));
  CHECK(net.model->find_constraint("net.string_v[3,0]"));
  CHECK_FALSE(net.model->find_constraint("net.string_u[3,1]"));
  CHECK(net.model->find_constraint("apart[0,0;0,1]"));
  std::size_t strings = 0;
  for (const Constraint& constraint : net.model->constraints())
    strings += constraint.name.starts_with("net.string");
  CHECK(strings == 3 * 3 + 4 * 2);

  const ModelFile box = read(R"([[generate]]
kind = "lattice"
name = "box"
size = [2, 2, 2]
corner = [0, 0, 0]
span = [1, 1, 1]
mass = 8
links = "rods")");
  REQUIRE(box.usable());
  CHECK(box.model->constraints().size() == 12);
  CHECK(box.model->constraints()[0].equation);

  const ModelFile ring = read(R"([[generate]]
kind = "ring"
name = "r"
center = [0, 0, 0]
radius = 2
segments = 6
mass = 6)");
  REQUIRE(ring.usable());
  const System system(*ring.model);
  const Snapshot s = system.at(ring.model->start());
  for (const Row& row : s.rows) CHECK(std::abs(row.f) < 1e-14);  // chords are as long as the radius
}

TEST_CASE("a force on something other than a mass is reported") {
  const ModelFile file = read_model_text(
      "zwang = 1\n[parameters]\nm = 2\n[masses]\na = { mass = 1 }\n[[force]]\non = \"m\"\n"
      "vector = [5, 0, 0]\n[run]\nuntil = 1\n",
      "m.toml");
  REQUIRE(file.mistakes.size() == 1);
  CHECK(file.mistakes[0].code() == Code::E120);
  CHECK(file.mistakes[0].place().line == 7);
}

TEST_CASE("includes stay below the model's folder") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "zwang_include_test";
  fs::remove_all(folder);
  fs::create_directories(folder / "parts");
  std::ofstream(folder / "parts" / "a.toml") << "[parameters]\nL = 2\n";
  std::ofstream(folder.parent_path() / "zwang_outside.toml") << "[parameters]\nL = 2\n";
  fs::create_symlink(folder.parent_path() / "zwang_outside.toml", folder / "link.toml");
  const auto with = [&](const std::string& path) {
    std::ofstream(folder / "m.toml") << "zwang = 1\ninclude = [\"" << path
                                     << "\"]\n[masses.a]\nmass = \"L\"\n[run]\nuntil = 1\n";
    return read_model((folder / "m.toml").string());
  };
  const ModelFile fine = with("parts/a.toml");
  CAPTURE(fine.summary());
  REQUIRE(fine.usable());
  CHECK(fine.sources.size() == 2);
  for (const char* path : {"../zwang_outside.toml", "/etc/passwd", "parts/../../zwang_outside.toml",
                           "link.toml", "parts", "", "nothing.toml", "m.toml", "."}) {
    const ModelFile refused = with(path);
    CAPTURE(path);
    REQUIRE_FALSE(refused.mistakes.empty());
    CHECK((refused.mistakes[0].code() == Code::E411 || refused.mistakes[0].code() == Code::E112));
  }
  fs::remove_all(folder);
  fs::remove(folder.parent_path() / "zwang_outside.toml");
}

TEST_CASE("the nearest admissible start is given if it is found quickly") {
  // sixty strings of length 1 from a circle about (1, 0, 0) leave one place; others lie about
  const auto told = [](int others) {
    constexpr int strings = 60;
    std::string text = "[masses]\na = { mass = 1, at = [0.5, 0, 0] }\n";
    for (int i = 0; i < strings; ++i)
      text += fmt::format("w{} = {{ fixed = true, at = [{}, {}, 0] }}\n", i,
                          1.0 + std::cos(0.1 * i), std::sin(0.1 * i));
    text += fmt::format(
        "[[generate]]\nkind = \"cloud\"\nname = \"n\"\nn = {}\nmass = 1\napart = 1e-9\n"
        "box = [[0, 0, 0], [1, 1, 0]]\n[constraints]\n",
        others);
    for (int i = 0; i < strings; ++i)
      text += fmt::format("c{0} = {{ holds = \"|a - w{0}| <= 1\" }}\n", i);
    const ModelFile file = read(text);
    REQUIRE(file.usable());
    const auto mistakes = start_mistakes(file, System(*file.model), file.model->start(0.0));
    REQUIRE_FALSE(mistakes.empty());
    CHECK(mistakes[0].code() == Code::E201);
    return std::ranges::any_of(mistakes[0].notes(), [](const std::string& note) {
      return note.starts_with("nearest allowed start");
    });
  };
  CHECK(told(3));
  CHECK_FALSE(told(20000));
}

TEST_CASE("a start that breaks a constraint is answered with something to copy, or with nothing") {
  const auto notes = [](const std::string& text) {
    const ModelFile file = read(text);
    REQUIRE(file.usable());
    const auto mistakes = start_mistakes(file, System(*file.model), file.model->start(0.0));
    REQUIRE_FALSE(mistakes.empty());
    return fmt::format("{}", fmt::join(mistakes.back().notes(), "\n"));
  };
  const std::string copy = "help: copy it, or let the program do it: zwang run --project-start";
  // a mass keeps its place on the axes that it has not
  CHECK(notes("[masses.a]\nmass = 1\naxes = \"z\"\nat = [5, 0, -1]\n"
              "[constraints.floor]\nholds = \"a.z >= 0\"\n") ==
        "at: masses.a.at = [5, 0, -1]  (line 5)\n"
        "nearest allowed start: [5.000000, 0, 0]  (least sum m |dr|^2)\n" +
            copy);
  CHECK(notes("[coordinates.s]\nstart = 2\n[energy]\nkinetic = \"s'^2\"\n"
              "[constraints.stop]\nholds = \"s <= 1\"\n") ==
        "nearest allowed start: s = 1.000000  (least sum m |dr|^2)\n" + copy);
  // both hold nowhere
  CHECK(notes("[masses.a]\nmass = 1\n[constraints]\nleft = { holds = \"a.x <= -1\" }\n"
              "right = { holds = \"a.x >= 1\" }\n") ==
        "note: no allowed start was found near this one");
}

TEST_CASE("an equilibrium of many coordinates is not sought while the user waits") {
  const auto sought = [](int segments) {
    const ModelFile file = read_model_text(
        fmt::format("zwang = 1\n[[generate]]\nkind = \"chain\"\nname = \"n\"\nfrom = [0, 0, 0]\n"
                    "to = [1, 0, 0]\nsegments = {}\nmass = 1\nlinks = \"none\"\n"
                    "[run]\nuntil = 1\nstart = \"equilibrium\"\n",
                    segments),
        "m.toml");
    REQUIRE(file.usable());
    return beginning_soon(file, System(*file.model)).has_value();
  };
  CHECK(sought(2));
  CHECK_FALSE(sought(300));
}
