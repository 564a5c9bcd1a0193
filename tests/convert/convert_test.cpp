// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Texts of users inside other formats, and which rows a picture shows.

#include "zwang/convert/convert.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>

#include "tests/folder.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/sanitized.hpp"
#include "zwang/convert/latex.hpp"
#include "zwang/convert/limited_child.hpp"
#include "zwang/convert/motion_model.hpp"
#include "zwang/convert/scene.hpp"
#include "zwang/convert/whole_file.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/report/xml.hpp"
#include "zwang/result/csv_cell.hpp"
#include "zwang/system/quantity.hpp"

namespace {

using namespace zwang;

TEST_CASE("a spreadsheet takes no cell for a formula") {
  CHECK(csv_cell("=cmd|'/C calc'!A1") == "'=cmd|'/C calc'!A1");
  CHECK(csv_cell("+1") == "'+1");
  CHECK(csv_cell("-1") == "'-1");
  CHECK(csv_cell("@SUM(A1)") == "'@SUM(A1)");
  CHECK(csv_cell("\t=1") == "'\t=1");
  CHECK(csv_cell("\r=1") == "\"'\r=1\"");
  CHECK(csv_cell("=\"a\",b") == "\"'=\"\"a\"\",b\"");
  CHECK(csv_cell("net[0,1].x'") == "\"net[0,1].x'\"");
  CHECK(csv_cell("two\nlines") == "\"two\nlines\"");
  CHECK(csv_cell("a=b") == "a=b");
  CHECK(csv_cell("") == "");
}

TEST_CASE("special characters are escaped in LaTeX and XML") {
  CHECK(latex_text("50 % & more_of #1 {x} $y$") == "50 \\% \\& more\\_of \\#1 \\{x\\} \\$y\\$");
  CHECK(latex_text("\\input{f}") == "\\textbackslash{}input\\{f\\}");
  CHECK(latex_text("a^b~c\nd") == "a\\textasciicircum{}b\\textasciitilde{}c d");
  CHECK(xml_text("<a & 'b' \"c\">") == "&lt;a &amp; &apos;b&apos; &quot;c&quot;&gt;");
}

// 1,000 rows, one each second, with jumps after these.
std::vector<StoredRow> rows_with_jumps(const std::vector<int>& jumps) {
  std::vector<StoredRow> rows;
  for (int i = 0; i < 1000; ++i) {
    const bool jump = std::ranges::find(jumps, i) != jumps.end();
    StoredRow row;
    row.t = i;
    row.side = jump ? -1 : 0;
    rows.push_back(row);
    row.side = 1;
    if (jump) rows.push_back(row);
  }
  return rows;
}

TEST_CASE("a picture shows both sides of jumps, if they fit") {
  const std::vector<StoredRow> rows = rows_with_jumps({100, 101, 700});
  const std::vector<std::size_t> shown = shown_rows(rows, 50);
  CHECK(shown.size() <= 50);
  CHECK(shown.size() >= 45);
  CHECK(std::ranges::is_sorted(shown));
  CHECK(shown.front() == 0);
  CHECK(shown.back() == rows.size() - 1);
  CHECK(std::ranges::count_if(shown, [&](std::size_t i) { return rows[i].side != 0; }) == 6);
  double widest = 0.0;
  for (std::size_t k = 1; k < shown.size(); ++k)
    widest = std::max(widest, rows[shown[k]].t - rows[shown[k - 1]].t);
  CHECK(widest <= 30.0);

  std::vector<int> many;
  for (int i = 10; i < 990; i += 2) many.push_back(i);
  const std::vector<StoredRow> crowded = rows_with_jumps(many);
  CHECK(shown_rows(crowded, 50).size() <= 50);
  CHECK(shown_rows(crowded, 50).back() == crowded.size() - 1);
  CHECK(shown_rows(crowded, 2) == std::vector<std::size_t>{0, crowded.size() - 1});
  CHECK(shown_rows(crowded, 5000).size() == crowded.size());
  CHECK(shown_rows({}, 5).empty());
}

Code refusal(const std::string& path) {
  try {
    demand_free(path, false);
  } catch (const Error& error) {
    return error.code();
  }
  return Code::E900;
}

TEST_CASE("a file is complete or absent, and files of others are not touched") {
  const Folder folder;
  const auto put = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
  };
  CHECK(refusal(put("a.json", "{\"mine\":1}")) == Code::E440);
  CHECK(refusal(put("a.csv", "x,y\n")) == Code::E440);
  CHECK(refusal(put("a.toml", std::string("# ") + own_mark)) == Code::E440);
  CHECK(refusal(folder.path.string()) == Code::E411);
  std::filesystem::create_symlink(folder / "a.csv", folder / "link.csv");
  CHECK(refusal(folder / "link.csv") == Code::E411);
  CHECK_NOTHROW(demand_free(put("b.tex", std::string("% ") + own_mark), false));
  CHECK_NOTHROW(demand_free(put("b.csv", "t,side,bob.x\r\n"), false));
  CHECK_NOTHROW(demand_free(folder / "a.json", true));

  const std::string target = folder / "new.json";
  CHECK_THROWS_AS(write_whole(target,
                              [](std::ostream& out) {
                                out << "half";
                                throw Error(Code::E410, "stopped");
                              }),
                  Error);
  CHECK(!std::filesystem::exists(target));
  const auto files = std::distance(std::filesystem::directory_iterator(folder.path), {});
  CHECK(files == 6);  // a.json, a.csv, a.toml, link.csv, b.tex, b.csv
  CHECK_THROWS_AS(write_whole(folder / "none/x.json", [](std::ostream&) {}), Error);
}

double followed(const System& system, const std::string& what, double t) {
  return Query(system, what).value({system.model().start(t), {0.0}, {0}});
}

TEST_CASE("a point follows the natural cubic spline through a table") {
  const ModelFile file = read_model_text(
      motion_model({"path.csv", "t, p.x, p.z\n0, 0, 5\n1, 1, 5\n2, 0, 5\n"}), "path.toml");
  INFO(file.summary());
  REQUIRE(file.usable());
  const System system(*file.model);
  for (const double t : {0.0, 1.0, 2.0}) {
    CHECK(followed(system, "p.x", t) == doctest::Approx(t == 1.0 ? 1.0 : 0.0).epsilon(1e-12));
    CHECK(followed(system, "p.y", t) == 0.0);
    CHECK(followed(system, "p.z", t) == 5.0);
  }
  // by hand: x'' is 0, -3, 0 at the times of the table, so x = 3/2 t - t^3/2 up to 1
  CHECK(followed(system, "p.x", 0.5) == doctest::Approx(0.6875).epsilon(1e-12));
  CHECK(followed(system, "p.x", 1.5) == doctest::Approx(0.6875).epsilon(1e-12));
  CHECK(file.run.from == 0.0);
  CHECK(file.run.until == 2.0);
}

TEST_CASE("an ambiguous table is rejected with its line") {
  const auto line_of = [](const std::string& text) {
    try {
      motion_model({"path.csv", text});
    } catch (const Error& error) {
      CHECK(error.code() == Code::E119);
      return error.place().line;
    }
    return 0;
  };
  CHECK(line_of("") == 1);
  CHECK(line_of("x,y\n0,1\n1,1\n") == 1);
  CHECK(line_of("t\n0\n1\n") == 1);
  CHECK(line_of("t,p.w\n0,1\n1,1\n") == 1);
  CHECK(line_of("t,p.x,p.x\n0,1,1\n1,1,1\n") == 1);
  CHECK(line_of("t,=cmd.x\n0,1\n1,1\n") == 1);
  CHECK(line_of("t,p.x\n0,1\n") == 2);
  CHECK(line_of("t,p.x\n0,1\n1,1,1\n") == 3);
  CHECK(line_of("t,p.x\n0,1\n1,one\n") == 3);
  CHECK(line_of("t,p.x\n0,1\n1,inf\n") == 3);
  CHECK(line_of("t,p.x\n0,1\n1,1\n0.5,2\n") == 4);
}

std::string said_of(const std::function<std::string()>& work, const ChildLimits& limits = {}) {
  try {
    return in_limited_child("a.ply", work, limits);
  } catch (const Error& error) {
    return fmt::format("{} {} {} {}", name(error.code()), error.place().file, error.place().line,
                       error.message());
  }
}

TEST_CASE("a reader that crashes or hangs does not stop the program") {
  CHECK(said_of([] { return std::string(300000, 'x'); }) == std::string(300000, 'x'));
  CHECK(said_of([] { return std::string(); }).empty());
  CHECK(said_of([]() -> std::string {
          throw Error(Code::E119, "two\nlines",
                      {.file = "a.ply", .line = 7, .column = 2, .end_column = 3});
        }) == "E119 a.ply 7 two lines");
  CHECK(said_of([]() -> std::string { std::_Exit(9); }) == "E401  0 a.ply: its reader crashed");
  CHECK(said_of([]() -> std::string {
          std::raise(SIGKILL);
          return {};
        }) == "E401  0 a.ply: its reader crashed");
  CHECK(said_of(
            []() -> std::string {
              std::string turning = "round";
              while (!turning.empty())
                std::rotate(turning.begin(), turning.begin() + 1, turning.end());
              return turning;
            },
            {.seconds = 1}) == "E401  0 a.ply: its reader took too long");
  if (!sanitized)  // which takes more than any limit
    CHECK(said_of([] { return std::string(std::size_t{1} << 29U, 'x'); },
                  {.memory = std::size_t{1} << 28U}) ==
          "E401  0 a.ply: its reader needs more memory");
}

}  // namespace
