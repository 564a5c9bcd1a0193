// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Quantities over time against closed forms; jumps end a piece.

#include "zwang/plot/curve.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/folder.hpp"
#include "tests/plot/stored.hpp"
#include "zwang/plot/plot.hpp"

namespace {

using namespace zwang;
using doctest::Approx;

TEST_CASE("a freely falling mass has z = h - g t^2/2, z' = -g t and the energy m g h") {
  const Folder folder;
  const Plot plot = plot_of(
      falling(folder / "a.zw"),
      {.quantities = {"a.z", "a.z'", "energy", "kinetic", "a.z + 5*t^2"}, .from = 0.5, .to = 1.5});
  CHECK(plot.title == "fall");
  CHECK(plot.over_time());
  REQUIRE(plot.curves.size() == 5);
  for (const Curve& curve : plot.curves) REQUIRE(curve.pieces.size() == 1);
  const auto& t = plot.curves[0].pieces[0].t;
  REQUIRE(t.size() > 500);  // also where the run made few steps
  CHECK(t.front() == Approx(0.5).epsilon(2e-3));
  CHECK(t.back() == Approx(1.5).epsilon(2e-3));
  for (std::size_t i = 0; i < t.size(); ++i) {
    CHECK(plot.curves[0].pieces[0].y[i] == Approx(20.0 - 5.0 * t[i] * t[i]));
    CHECK(plot.curves[1].pieces[0].y[i] == Approx(-10.0 * t[i]));
    CHECK(plot.curves[2].pieces[0].y[i] == Approx(400.0));
    CHECK(plot.curves[3].pieces[0].y[i] == Approx(100.0 * t[i] * t[i]));
    CHECK(plot.curves[4].pieces[0].y[i] == Approx(20.0));
  }
}

TEST_CASE("units are given where they are known") {
  const Folder folder;
  const StoredRun run = pendulum(folder / "p.zw");
  CHECK(unit_of(run, "bob.z") == "m");
  CHECK(unit_of(run, "bob.z'") == "m/s");
  CHECK(unit_of(run, "energy") == "J");
  CHECK(unit_of(run, "string.multiplier") == "N");
  CHECK(unit_of(run, "string.gap") == "m");
  CHECK(unit_of(run, "string.state").empty());
  CHECK(unit_of(run, "bob.z*bob.x") == "m^2");
  CHECK(unit_of(run, "bob.z/bob.x").empty());
  CHECK(with_unit("bob.z'", "m/s") == "bob.z' / (m/s)");
}

TEST_CASE("a velocity jumps at every impact, a position at none") {
  const Folder folder;
  const Plot plot =
      plot_of(pendulum(folder / "p.zw"), {.quantities = {"bob.x'", "bob.z", "string.tension"}});
  const auto impacts = std::ranges::count(plot.events, "impact", &PlotEvent::kind);
  REQUIRE(impacts == 5);
  CHECK(std::ranges::count(plot.events, "slack", &PlotEvent::word) == 5);
  CHECK(plot.curves[1].pieces.size() == 1);
  for (const std::size_t c : {0U, 2U}) {
    const auto& pieces = plot.curves[c].pieces;
    REQUIRE(pieces.size() == 6);
    std::size_t n = 1;
    for (const PlotEvent& event : plot.events) {
      if (event.kind != "impact") continue;
      CHECK(pieces[n].t.front() == event.t);
      CHECK(pieces[n - 1].t.back() == event.t);
      CHECK(pieces[n].y.front() != pieces[n - 1].y.back());
      if (c == 2) CHECK(pieces[n - 1].y.back() == 0.0);  // slack until then
      ++n;
    }
  }
}

TEST_CASE("a curve is split at values that are not finite and at jumps") {
  std::vector<StoredRow> rows(6);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].t = static_cast<double>(i);
  rows[4].t = 3.0;
  rows[3].side = -1;
  rows[4].side = 1;
  const std::vector<double> t = {0, 1, 2, 3, 3, 5};
  const auto pieces = pieces_of(rows, t, {1.0, INFINITY, 2.0, 3.0, 4.0, 5.0});
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].y == std::vector<double>{1.0});
  CHECK(pieces[1].y == std::vector<double>{2.0, 3.0});
  CHECK(pieces[2].y == std::vector<double>{4.0, 5.0});
  CHECK(pieces_of(rows, t, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}).size() == 1);
}

TEST_CASE("logarithms leave out zeros; the free fall gains 100 t^2") {
  const Folder folder;
  const Plot plot =
      plot_of(falling(folder / "a.zw"), {.quantities = {"kinetic"}, .logarithmic = true});
  REQUIRE(plot.curves[0].pieces.size() == 1);
  const Piece& piece = plot.curves[0].pieces[0];
  CHECK(piece.t.front() > 0.0);
  CHECK(piece.y.back() == Approx(std::log10(400.0)));
  CHECK(plot.curves[0].name == "log10 |kinetic / J|");
}

TEST_CASE("one quantity is plotted against another") {
  const Folder folder;
  const Plot plot = plot_of(falling(folder / "a.zw"), {.quantities = {"a.z"}, .against = "a.z'"});
  CHECK_FALSE(plot.over_time());
  CHECK(plot.events.empty());
  const Piece& piece = plot.curves[0].pieces[0];
  for (std::size_t i = 0; i < piece.x.size(); ++i)  // z = 20 − z'²/20
    CHECK(piece.y[i] == Approx(20.0 - piece.x[i] * piece.x[i] / 20.0));
}

TEST_CASE("a misspelt quantity is reported with the nearest name") {
  const Folder folder;
  for (const auto& [asked, meant] : {std::pair{"strng.multiplier", "'string'"},
                                     std::pair{"string.multiplir", "'string.multiplier'"},
                                     std::pair{"enrgy", "'energy'"}, std::pair{"bbo.z", "'bob'"}}) {
    std::string said;
    try {
      plot_of(pendulum(folder / "p.zw"), {.quantities = {asked}});
    } catch (const Error& error) {
      CHECK(error.code() == Code::E103);
      said = error.mark();
    }
    CAPTURE(said);
    CHECK(said.find(std::string("did you mean ") + meant) != std::string::npos);
  }
  CHECK_THROWS_AS(plot_of(pendulum(folder / "p.zw"), {.quantities = {"bob.z"}, .from = 7.0}),
                  Error);
}

}  // namespace
