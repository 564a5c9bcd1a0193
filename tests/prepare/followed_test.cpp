// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Between stored rows every result follows its own equations.

#include "zwang/prepare/followed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/folder.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/describe_instant.hpp"
#include "zwang/prepare/run_choice.hpp"

using namespace zwang;

namespace {

// The result of a model, with rows as it chooses.
StoredRun stored(const std::string& text, const std::string& path, const RunChoice& choice = {}) {
  ModelFile file = read_model_text(text, "model.toml");
  REQUIRE(file.usable());
  choose(choice, file);
  const Ready ready = make_ready(choice, file);
  REQUIRE(file.usable());
  ResultWriter writer(path, description_of(file, choice, "test"), *ready.prepared.system,
                      {.force = true});
  file.run.recorder = &writer;
  writer.finish(ending_of(motion_of(file, ready.prepared)));
  return open_run(path);
}

RunChoice chosen(const std::string& every, const std::string& problem = "") {
  RunChoice choice;
  choice.every = every;
  choice.problem = problem;
  return choice;
}

StoredRow at(const StoredRun& run, double t) {
  const auto later = std::ranges::upper_bound(run.rows, t, {}, &StoredRow::t);
  REQUIRE(later != run.rows.begin());
  REQUIRE(later != run.rows.end());
  return Followed(run.file, *run.system, *(later - 1), *later).at(t);
}

// Maurer 1905, no. 8: a knife edge. A is the geodesic problem; with rho0 = 0.9 its integrals give
// x(5) = 4.158382698370476. The numbers at 3.1 are of the equations of theory 10 by Runge and
// Kutta's rule of order 4, 8,000 steps and Richardson's extrapolation, which has x(5) to 1e-15.
constexpr const char* knife = R"toml(
zwang = 1
parameters = { M = 1.7, l = 0.9, c = 1.3, gam = 0.8, w0 = 0.4 }
coordinates = { x = { start = 1, rate = "c*cos(w0)" }, y = { start = -2, rate = "c*sin(w0)" }, w = { start = "w0", rate = "gam" } }
energy.kinetic = "M/2*(x'^2 + y'^2 + l^2*w'^2)"
constraints.axle = { holds = "cos(w)*y' - sin(w)*x' = 0", problem = "geodesic", rho = 0.9 }
run.until = 5.0
)toml";

}  // namespace

TEST_CASE("Maurer 1905, no. 8: between its rows a geodesic is followed as a geodesic") {
  const Folder folder;
  for (const char* problem : {"geodesic", "mixed"})
    for (const char* every : {"", "2"}) {
      CAPTURE(problem);
      CAPTURE(every);
      const StoredRun run = stored(knife, folder / "g.zw", chosen(every, problem));
      const StoredRow row = at(run, 3.1);
      CHECK(row.q[0] == doctest::Approx(2.950631494918915).epsilon(1e-9));
      CHECK(row.q[1] == doctest::Approx(-0.05792664433347287).epsilon(1e-8));
      CHECK(row.q[2] == doctest::Approx(3.55755318931945).epsilon(1e-9));
      CHECK(row.u[2] == doctest::Approx(0.7831509664028679).epsilon(1e-8));
      CHECK(row.rho[0] == doctest::Approx(-0.8646140835936555).epsilon(1e-8));
      CHECK(describe_instant(run, 3.1, 1e-9).find("2.95063") != std::string::npos);
    }
}

// The same start as a mechanical motion: v and w' are constant, the edge runs on a circle.
TEST_CASE("between its rows a mechanical motion is followed as one, however far apart they are") {
  const Folder folder;
  for (const char* every : {"", "2"}) {
    CAPTURE(every);
    const StoredRun run = stored(knife, folder / "m.zw", chosen(every));
    const StoredRow row = at(run, 3.1);
    CHECK(row.q[0] == doctest::Approx(1.0 + 1.3 / 0.8 * (std::sin(0.4 + 0.8 * 3.1) - std::sin(0.4)))
                          .epsilon(1e-8));
    CHECK(row.q[2] == doctest::Approx(0.4 + 0.8 * 3.1).epsilon(1e-9));
    // across the edge: m v w'
    CHECK(std::abs(row.multipliers[0]) == doctest::Approx(1.7 * 1.3 * 0.8).epsilon(1e-7));
  }
}

// 6 m/s against mu g = 4.905 m/s^2 until 6/4.905 s.
TEST_CASE("between its rows what slips is pulled by its friction") {
  constexpr const char* thrown = R"toml(
zwang = 1
masses.cube = { mass = 2, axes = "xz", velocity = [6, 0, 0] }
forces.gravity = [0, 0, -9.81]
constraints.floor = { holds = "cube.z >= 0", friction = 0.5 }
run.until = 3.0
)toml";
  const Folder folder;
  for (const char* every : {"", "1"}) {
    CAPTURE(every);
    const StoredRun run = stored(thrown, folder / "r.zw", chosen(every));
    const StoredRow row = at(run, 0.7);
    CHECK(row.q[0] == doctest::Approx(6.0 * 0.7 - 4.905 * 0.245).epsilon(1e-9));
    CHECK(row.u[0] == doctest::Approx(6.0 - 4.905 * 0.7).epsilon(1e-9));
    CHECK(row.multipliers[1] == doctest::Approx(9.81).epsilon(1e-9));
    CHECK(at(run, 2.9).multipliers[1] == 0.0);
    CHECK(describe_instant(run, 0.7, 1e-9).find("slips") != std::string::npos);
  }
}

TEST_CASE("between its rows a time step is followed as a time step") {
  constexpr const char* thrown = R"toml(
zwang = 1
masses.ball = { mass = 1, at = [0, 0, 1], velocity = [1, 0, 0] }
forces.gravity = [0, 0, -10]
run = { until = 1, method = "time-stepping", step = 0.1 }
)toml";
  const Folder folder;
  const StoredRun run = stored(thrown, folder / "s.zw");
  // places and velocities of a step under a constant force are exact at its ends: a cubic through
  // them is the parabola
  const StoredRow row = at(run, 0.25);
  CHECK(row.q[0] == doctest::Approx(0.25).epsilon(1e-12));
  CHECK(row.q[2] == doctest::Approx(1.0 - 5.0 * 0.0625).epsilon(1e-12));
  CHECK(row.u[2] == doctest::Approx(-2.5).epsilon(1e-12));
  // of a step that was not stored nothing is told
  const StoredRun sparse = stored(thrown, folder / "e.zw", chosen("0.5"));
  CHECK_THROWS_AS(at(sparse, 0.25), Error);
}
