// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The modes of a report are those of the closed forms, and only a run that starts at rest has them.

#include "zwang/report/modes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "tests/folder.hpp"
#include "tests/report/report_file.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/report/report.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using Json = nlohmann::ordered_json;

constexpr double g = 9.81;

// The result of a short run; `start` is its setting of that name.
std::string run_of(const std::string& text, const std::string& path, const std::string& start) {
  ModelFile file = read_model_text(text, "made.toml");
  REQUIRE(file.usable());
  const Prepared prepared = prepare(file, file.model->start());
  RunDescription asked;
  asked.sources = file.sources;
  asked.settings = {{"start", start, start, ""}};
  asked.program = "test";
  asked.method = "event-driven";
  ResultWriter writer(path, asked, *prepared.system);
  file.run.recorder = &writer;
  writer.finish(ending_of(motion_of(file, prepared)));
  return path;
}

Json modes_of(const std::string& text, const std::string& start = "equilibrium") {
  const Folder folder;
  return report_modes(open_run(run_of(text, folder / "r.zw", start)));
}

const std::string gravity = R"(
[forces]
gravity = [0, 0, -9.81]
[run]
until = 0.5
)";

std::string hanging(double length, const std::string& more = "") {
  return fmt::format(R"(zwang = 1
masses.bob = {{ mass = 0.5, at = [0, 0, {0}] }}
constraints.string = {{ holds = "|bob| <= {1}" }}
{2}
{3})",
                     -length, length, more, gravity);
}

std::complex<double> root(const Json& mode) {
  return {mode.at("root").at(0).get<double>(), mode.at("root").at(1).get<double>()};
}
double part(const Json& mode, std::size_t mass, std::size_t axis) {
  CHECK(mode.at("course").at(mass).at(axis).at(1).get<double>() == Approx(0.0));
  return mode.at("course").at(mass).at(axis).at(0).get<double>();
}

}  // namespace

// ω² = g/L in every horizontal direction.
TEST_CASE("a mass on a string has two modes with the frequency of the pendulum") {
  const double length = 2.5, w = std::sqrt(g / length);
  const Json found = modes_of(hanging(length));
  CHECK(found.at("stability") == "stable");
  REQUIRE(found.at("modes").size() == 2);
  for (const Json& mode : found.at("modes")) {
    CHECK(root(mode).real() == 0.0);
    CHECK(root(mode).imag() == Approx(w).epsilon(1e-9));
    CHECK(mode.at("words") == fmt::format("{:.3g} Hz", w / (2.0 * std::numbers::pi)));
    CHECK(part(mode, 0, 2) == Approx(0.0));
  }
  const Json &one = found.at("modes")[0], &two = found.at("modes")[1];
  CHECK(part(one, 0, 0) * part(two, 0, 0) + part(one, 0, 1) * part(two, 0, 1) ==
        Approx(0.0).epsilon(1e-5));
}

// Two equal masses on equal strings: ω² = (2 ∓ √2) g/L and x₂/x₁ = 1 ± √2.
TEST_CASE("two masses on strings oscillate like the double pendulum") {
  const double root2 = std::numbers::sqrt2;
  const Json found = modes_of(R"(zwang = 1
masses.a = { mass = 2, at = [0, 0, -1] }
masses.b = { mass = 2, at = [0, 0, -2] }
constraints.upper = { holds = "|a| <= 1" }
constraints.lower = { holds = "|a - b| <= 1" }
)" + gravity);
  CHECK(found.at("stability") == "stable");
  REQUIRE(found.at("modes").size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const Json& mode = found.at("modes")[k];
    const double sign = k < 2 ? 1.0 : -1.0;
    CHECK(root(mode).imag() == Approx(std::sqrt((2.0 - sign * root2) * g)).epsilon(1e-9));
    for (const std::size_t axis : {0U, 1U})
      CHECK(std::abs(part(mode, 1, axis) - (1.0 + sign * root2) * part(mode, 0, axis)) < 3e-6);
    for (const std::size_t mass : {0U, 1U}) CHECK(part(mode, mass, 2) == Approx(0.0));
  }
}

// λ² + c λ − g/L = 0: one root grows, one decays.
TEST_CASE("a rod that stands on its end falls, and its other root decays") {
  const double c = 0.8;
  const Json found = modes_of(R"(zwang = 1
masses.bob = { mass = 1, at = [0, 0, 1] }
constraints.rod = { holds = "|bob| = 1" }
[[force]]
on = "bob"
vector = "[-0.8*bob.x', -0.8*bob.y', -0.8*bob.z']"
)" + gravity);
  CHECK(found.at("stability") == "unstable");
  REQUIRE(found.at("modes").size() == 4);
  const double half = std::sqrt(0.25 * c * c + g);
  for (std::size_t k = 0; k < 4; ++k) {
    const Json& mode = found.at("modes")[k];
    const double expected = k < 2 ? -0.5 * c + half : -0.5 * c - half;
    CHECK(root(mode).imag() == 0.0);
    CHECK(root(mode).real() == Approx(expected).epsilon(1e-8));
    CHECK(mode.at("words") ==
          fmt::format("{} with e^({:.3g} t)", k < 2 ? "grows" : "dies away", expected));
  }
}

// λ² + c λ + g/L = 0
TEST_CASE("a hanging mass with drag oscillates and decays") {
  const double c = 0.4;
  const Json found = modes_of(hanging(1.0, R"(
[[force]]
on = "bob"
vector = "[-0.2*bob.x', -0.2*bob.y', -0.2*bob.z']"
)"));
  CHECK(found.at("stability") == "stable");
  REQUIRE(found.at("modes").size() == 2);
  for (const Json& mode : found.at("modes")) {
    CHECK(root(mode).real() == Approx(-0.5 * c).epsilon(1e-8));
    CHECK(root(mode).imag() == Approx(std::sqrt(g - 0.25 * c * c)).epsilon(1e-8));
    CHECK(mode.at("words") == "0.497 Hz, dies away with e^(-0.2 t)");
  }
}

TEST_CASE("a mass on a floor stays where it is put") {
  const Json found = modes_of(R"(zwang = 1
masses.p = { mass = 1, at = [0, 0, 0] }
constraints.floor = { holds = "p.z >= 0" }
)" + gravity);
  CHECK(found.at("stability") == "undecided");
  REQUIRE(found.at("modes").size() == 2);
  for (const Json& mode : found.at("modes")) {
    CHECK(root(mode) == 0.0);
    CHECK(mode.at("words") == "no restoring force");
  }
}

TEST_CASE("a constraint closed without force is left out, and the report says so") {
  const Json found = modes_of(hanging(1.0, "constraints.wall = { holds = \"bob.x <= 0\" }"));
  REQUIRE(found.at("modes").size() == 2);
  CHECK(found.at("reason").get<std::string>().ends_with(
      "; wall is closed without force and left out"));
}

// A chain of n links: of 2 n modes a report shows the slowest.
TEST_CASE("a report shows at most twelve modes") {
  std::string text = "zwang = 1\n", constraints;
  for (int i = 1; i <= 9; ++i) {
    text += fmt::format("masses.m{} = {{ mass = 1, at = [0, 0, {}] }}\n", i, -i);
    constraints +=
        i == 1 ? "constraints.s1 = { holds = \"|m1| <= 1\" }\n"
               : fmt::format("constraints.s{0} = {{ holds = \"|m{0} - m{1}| <= 1\" }}\n", i, i - 1);
  }
  const Json found = modes_of(text + constraints + gravity);
  REQUIRE(found.at("modes").size() == 12);
  for (std::size_t k = 1; k < 12; ++k)
    CHECK(root(found.at("modes")[k]).imag() >= root(found.at("modes")[k - 1]).imag());
}

TEST_CASE("without rest, without masses or beyond the linear approximation there are no modes") {
  CHECK(modes_of(hanging(1.0), "model").is_null());
  CHECK(modes_of(R"(zwang = 1
coordinates.x = { start = 0 }
energy.kinetic = "x'^2"
run.until = 1
)")
            .is_null());
  // how string and floor share the weight decides how stiff the string is
  CHECK_FALSE(modes_of(hanging(1.0, "constraints.floor = { holds = \"bob.z >= -2\" }")).is_null());
  CHECK(modes_of(hanging(1.0, "constraints.floor = { holds = \"bob.z >= -1\" }")).is_null());
}

TEST_CASE("the report contains the modes of its run") {
  if (!has_report()) return;
  const Folder folder;
  const ReportFile file(report({run_of(hanging(1.0), folder / "r.zw", "equilibrium")}));
  CHECK(file.run().at("modes").at("modes").size() == 2);
  CHECK(file.run().at("certified").get<bool>());
  const ReportFile other(report({run_of(hanging(1.0), folder / "s.zw", "model")}));
  CHECK(other.run().at("modes").is_null());
}
