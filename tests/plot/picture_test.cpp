// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pictures and letters: a jump is no slanted line, and foreign text stays text.

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "tests/folder.hpp"
#include "tests/plot/stored.hpp"
#include "zwang/base/text.hpp"
#include "zwang/plot/plot.hpp"

namespace {

using namespace zwang;
using doctest::Approx;

struct Point2 {
  double x, y;
};

// The subpaths of a path of this class, as points.
std::vector<std::vector<Point2>> subpaths(const std::string& picture, const std::string& kind) {
  const std::string begin = "<path class=\"" + kind + "\" d=\"";
  const auto from = picture.find(begin);
  REQUIRE(from != std::string::npos);
  const auto at = from + begin.size();
  const std::string path = picture.substr(at, picture.find('"', at) - at);
  std::vector<std::vector<Point2>> out;
  // "M1.5 2L3 4": what follows each letter is a point
  for (auto letter = path.find_first_of("ML"); letter != std::string::npos;
       letter = path.find_first_of("ML", letter + 1)) {
    if (path[letter] == 'M') out.emplace_back();
    std::istringstream numbers(path.substr(letter + 1));
    Point2 point{};
    REQUIRE((numbers >> point.x >> point.y));
    out.back().push_back(point);
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("a picture has a new subpath exactly at each impact, and both values of the jump") {
  const Folder folder;
  const Plot plot = plot_of(pendulum(folder / "p.zw"), {.quantities = {"bob.x'"}});
  const std::string picture = svg(plot);
  const auto drawn = subpaths(picture, "curve");
  const auto jumps = subpaths(picture, "jump");
  std::vector<double> impacts;
  for (const PlotEvent& event : plot.events)
    if (event.kind == "impact") impacts.push_back(event.t);
  REQUIRE(impacts.size() == 5);
  REQUIRE(drawn.size() == 6);
  REQUIRE(jumps.size() == 5);
  // the time axis goes from 84 to 836 for 0 s to 6 s
  for (std::size_t n = 0; n < impacts.size(); ++n) {
    const double x = 84.0 + 752.0 * impacts[n] / 6.0;
    CHECK(drawn[n].back().x == Approx(x).epsilon(1e-4));
    CHECK(drawn[n + 1].front().x == Approx(x).epsilon(1e-4));
    CHECK(drawn[n].back().y == jumps[n][0].y);
    CHECK(drawn[n + 1].front().y == jumps[n][1].y);
    CHECK(jumps[n][0].x == jumps[n][1].x);  // upright
  }
  // of the first impact: 1.6 m/s from -0.3 m/s down, on the scale of the picture
  const auto [least, largest] = plot.curves[0].range_of_y();
  const double scale = 380.0 / (1.1 * (largest - least));
  const auto& pieces = plot.curves[0].pieces;
  CHECK(jumps[0][1].y - jumps[0][0].y ==
        Approx(scale * (pieces[0].y.back() - pieces[1].y.front())).epsilon(1e-3));
}

TEST_CASE("a free fall is drawn where its closed form lies") {
  const Folder folder;
  // 20 m to 0 m in 2 s; a margin of one twentieth on both sides, 380 units high from 66 on
  const auto drawn =
      subpaths(svg(plot_of(falling(folder / "a.zw"), {.quantities = {"a.z"}})), "curve");
  REQUIRE(drawn.size() == 1);
  REQUIRE(drawn[0].size() > 1000);
  for (const Point2& p : drawn[0]) {
    const double t = 2.0 * (p.x - 84.0) / 752.0;
    CHECK(p.y == Approx(66.0 + 380.0 * (21.0 - (20.0 - 5.0 * t * t)) / 22.0).epsilon(1e-3));
  }
}

TEST_CASE("the same result gives the same bytes") {
  const Folder folder;
  const std::string one = svg(plot_of(falling(folder / "a.zw"), {.quantities = {"a.z"}}));
  CHECK(one == svg(plot_of(open_run(folder / "a.zw"), {.quantities = {"a.z"}})));
  CHECK(one.starts_with(svg_mark));
}

TEST_CASE("a hostile title remains text") {
  const Folder folder;
  const std::string hostile = "</text><script>alert(1)</script> & \"x\"";
  const Plot plot = plot_of(falling(folder / "a.zw", hostile), {.quantities = {"a.z"}});
  const std::string picture = svg(plot);
  CHECK(picture.find("<script") == std::string::npos);
  CHECK(picture.find("&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;") !=
        std::string::npos);
  Plot other = plot;
  other.title =
      "a\x1b[31mb\u009b"
      "c\nd";
  CHECK(svg(other).find('\x1b') == std::string::npos);
  const std::string letters = in_letters(other);
  CHECK(letters.find('\x1b') == std::string::npos);
  CHECK(letters.find("\u009b") == std::string::npos);
  CHECK(lines_of(letters)[0] == "a [31mb c d");
}

TEST_CASE("a text plot is as wide as the terminal, has 20 rows for one quantity and can be ASCII") {
  const Folder folder;
  Plot plot = plot_of(pendulum(folder / "p.zw"), {.quantities = {"bob.z"}});
  for (const int width : {40, 80, 133}) {
    const auto lines = lines_of(in_letters(plot, {.width = width}));
    REQUIRE(lines.size() == 25);  // title, name, 20 rows, axis, labels, events
    for (const std::string& line : lines) CHECK(characters(line) <= width);
    CHECK(characters(lines[22]) == width);
    CHECK(lines[23].ends_with("t / s"));
    CHECK(lines[24] == "\u25b2 events: 5 slack, 5 impact");
  }
  plot.title = "M\u00f6bius";
  const std::string ascii = in_letters(plot, {.unicode = false});
  CHECK(std::ranges::all_of(ascii, [](char c) { return static_cast<unsigned char>(c) < 128; }));
  CHECK(ascii.starts_with("M?bius\n"));
  CHECK(ascii.find("^ events: 5 slack, 5 impact\n") != std::string::npos);
}

TEST_CASE("a straight line in a text plot goes from corner to corner, without colours by default") {
  Plot plot{.title = "line", .across = "t", .across_unit = "s", .from = 0.0, .to = 1.0};
  plot.curves.push_back(
      {.name = "y", .unit = "", .pieces = {{{0.0, 1.0}, {0.0, 1.0}, {2.0, 4.0}}}});
  const auto lines = lines_of(in_letters(plot, {.width = 45}));
  CHECK(lines[2].starts_with("   4\u2524"));
  CHECK(lines[2].ends_with("\u280a"));  // up to the last column, as steep as the dots are wide
  CHECK(lines[21].starts_with("   2\u2524\u2860"));
  CHECK(characters(lines[21]) == 7);
  CHECK(in_letters(plot).find('\x1b') == std::string::npos);
  CHECK(in_letters(plot, {.colours = true}).find("\x1b[36my\x1b[0m") != std::string::npos);
}

TEST_CASE("a text plot draws nothing between the two values of a jump") {
  Plot plot{.title = "step", .across = "t", .across_unit = "s", .from = 0.0, .to = 1.0};
  plot.curves.push_back(
      {.name = "y",
       .unit = "",
       .pieces = {{{0.0, 0.5}, {0.0, 0.5}, {0.0, 0.0}}, {{0.5, 1.0}, {0.5, 1.0}, {1.0, 1.0}}}});
  const auto lines = lines_of(in_letters(plot, {.width = 80}));
  CHECK(characters(lines[2]) > 70);
  CHECK(characters(lines[21]) > 40);
  for (std::size_t row = 3; row < 21; ++row) CHECK(characters(lines[row]) == 5);  // the frame alone
}

}  // namespace
