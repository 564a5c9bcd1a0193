// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Integrands F(t, q, q') that are no energies (Maurer 1905, no. 5): curves with closed forms, the
// verdict on them, and what refuses such an F.

#include "zwang/system/integrand.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/analysis/boundary.hpp"
#include "zwang/analysis/conjugate.hpp"
#include "zwang/analysis/equilibrium.hpp"
#include "zwang/analysis/explanation.hpp"
#include "zwang/analysis/oscillation.hpp"
#include "zwang/analysis/phase_flow.hpp"
#include "zwang/analysis/variation_path.hpp"
#include "zwang/analysis/variational_run.hpp"
#include "zwang/audit/judge.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/laws/conserved.hpp"
#include "zwang/laws/euler_lagrange.hpp"
#include "zwang/laws/laws.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/prepare/start.hpp"

namespace {

using namespace zwang;

std::string refusal(const std::function<void()>& ask) {
  try {
    ask();
  } catch (const Error& error) {
    return std::string(name(error.code())) + ": " + error.message();
  }
  return "none";
}

// n2 of p34: the length of a curve above the parabola.
struct Parabola {
  Model model{"parabola"};
  std::optional<System> system;

  explicit Parabola(const std::string& integrand = "sqrt(1 + x'^2 + y'^2)") {
    model.coordinate("x", {.start = 4.0 / 3.0, .rate = 0.6});
    model.coordinate("y", {.start = 0.0, .rate = 0.8});
    model.kinetic(integrand).constraint("form", "y' - x*x' = 0");
    system.emplace(model);
  }
};

std::vector<AuditRow> rows_of(const Trajectory& motion) {
  std::vector<AuditRow> rows;
  for (const Frame& frame : motion.frames)
    rows.push_back({.t = frame.t,
                    .q = frame.q,
                    .u = frame.u,
                    .multipliers = frame.multipliers,
                    .states = std::vector<std::uint8_t>(frame.multipliers.size(), 3),
                    .rho = frame.rho});
  return rows;
}

Verdict verdict_on(const Variation& variation, const std::vector<AuditRow>& rows) {
  Judge judge(variation.system(), {.tolerance = 1e-10, .laws = laws_of(variation)});
  for (const AuditRow& row : rows) judge.row(row);
  return judge.verdict(true);
}

}  // namespace

// y = 1 - cos s at t = s - sin s, through the lowest point.
// Theory 10-14.
TEST_CASE("the brachistochrone is a cycloid") {
  Model model("brachistochrone");
  model.coordinate("y", {.start = 1.0 - std::cos(1.0), .rate = 1.0 / std::tan(0.5)});
  model.kinetic("sqrt((1 + y'^2)/y)");
  const System system(model);
  const Variation variation(system, {});
  const double from = 1.0 - std::sin(1.0);
  State start = model.start(from);
  const Path path = follow(variation, start, Vector(), 4.0 - std::sin(4.0), 1e-12);
  for (const double s : {1.5, 2.5, 3.2, 4.0}) {
    const State at = path.at(s - std::sin(s));
    CHECK(at.q[0] == doctest::Approx(1.0 - std::cos(s)).epsilon(1e-10));
    CHECK(at.u[0] == doctest::Approx(1.0 / std::tan(0.5 * s)).epsilon(1e-9));
  }
  const Trajectory motion =
      run(variation, start, Vector(), {.from = from, .until = 3.0, .tolerance = 1e-10});
  CHECK(motion.verdict.holds());
}

// y = cosh(t - 0.5), through both of its ends.
TEST_CASE("the least surface of revolution between two circles is a catenoid") {
  Model model("catenoid");
  model.coordinate("y", {.start = std::cosh(0.5), .rate = 0.0});
  model.kinetic("y*sqrt(1 + y'^2)");
  const System system(model);
  const Variation variation(system, {});
  const BoundaryPath found = join(variation, Vector::Constant(1, std::cosh(0.5)),
                                  Vector::Constant(1, std::cosh(0.5)), 0, 1);
  REQUIRE(found.found);
  CHECK(found.start.u[0] == doctest::Approx(-std::sinh(0.5)).epsilon(1e-8));
  CHECK(follow(variation, found.start, Vector(), 1.0, 1e-11).at(0.5).q[0] ==
        doctest::Approx(1.0).epsilon(1e-8));
}

// Of x'^4/4 - y'^4/4 the second derivatives are no metric; x'^3 and y'^3 are constant.
TEST_CASE("an integrand whose second derivatives are indefinite is followed and judged") {
  Model model("saddle");
  model.coordinate("x", {.start = 0.0, .rate = 1.0}).coordinate("y", {.start = 0.0, .rate = 2.0});
  model.coordinate("z", {.start = 0.0, .rate = 3.0});
  model.kinetic("x'^4/4 - y'^4/4 + z'^4/4").constraint("plane", "x + y - z = 0");
  const System system(model);
  const Variation variation(system, {Treatment::geodesic});
  const Trajectory motion = run(variation, model.start(), Vector::Zero(1), {.until = 2.0});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.holds());
  CHECK((motion.frames.back().q - Vector{{2.0, 4.0, 6.0}}).norm() < 1e-9);
}

TEST_CASE("where the integrand leaves the curve open, it is E301") {
  // the length of a curve with any parameter
  Model model("length");
  model.coordinate("x", {.rate = 1.0}).coordinate("y", {.rate = 0.5});
  model.kinetic("sqrt(x'^2 + y'^2)");
  const System system(model);
  const Trajectory motion = run(Variation(system, {}), model.start(), Vector(), {.until = 1.0});
  CHECK(motion.outcome == RunOutcome::singular);
}

// Along the parabola s = (x sqrt(1 + x^2) + asinh x)/2 = s0 + t, and rho + y'/F is kept.
TEST_CASE("the verdict on a general integrand finds every kind of wrong number") {
  const Parabola n2;
  const Variation variation(*n2.system, {Treatment::geodesic});
  const Trajectory motion = run(variation, n2.model.start(), Vector::Constant(1, 0.5),
                                {.until = 1.0, .tolerance = 1e-10});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.holds());
  bool conserved = false;
  for (const AuditNumber& one : motion.verdict.numbers)
    conserved = conserved || one.number == "energy";
  CHECK(conserved);
  const std::vector<AuditRow> rows = rows_of(motion);
  REQUIRE(rows.size() > 4);
  CHECK(verdict_on(variation, rows).holds());
  const auto spoilt = [&](const std::function<void(AuditRow&)>& spoil) {
    std::vector<AuditRow> wrong = rows;
    spoil(wrong[wrong.size() / 2]);
    return !verdict_on(variation, wrong).holds();
  };
  CHECK(spoilt([](AuditRow& row) { row.q[0] += 1e-6; }));
  CHECK(spoilt([](AuditRow& row) { row.u[1] *= 1.00001; }));
  CHECK(spoilt([](AuditRow& row) { row.rho[0] += 1e-6; }));
  CHECK(spoilt([](AuditRow& row) { row.multipliers[0] *= 1.00001; }));
  // along the parabola, but at a speed that changes; only the integrand forbids it
  std::vector<AuditRow> other = rows;
  for (AuditRow& row : other) row.u *= 1.0 + 1e-5 * row.t;
  CHECK_FALSE(verdict_on(variation, other).holds());
  // the motion of another integrand
  const Parabola energy("(x'^2 + 2*y'^2)/2");
  const Trajectory of_energy =
      run(Variation(*energy.system, {Treatment::geodesic}), energy.model.start(),
          Vector::Constant(1, 0.5), {.until = 1.0, .tolerance = 1e-10});
  CHECK_FALSE(verdict_on(variation, rows_of(of_energy)).holds());
}

TEST_CASE("the judge's own equations are those of the run, for energies too") {
  for (const char* integrand : {"(x'^2 + 2*y'^2)/2", "sqrt(1 + x'^2 + y'^2) + t*x*y'"}) {
    Model model("both");
    model.coordinate("x", {.start = 0.3, .rate = 0.6}).coordinate("y", {.start = 0.2, .rate = 0.5});
    model.coordinate("z", {.start = 0.1, .rate = 0.25})
        .mass("p", 2.0, {.at = {1, 1, 0}, .velocity = {0.5, -0.5, 0.1}});
    model.kinetic(std::string(integrand) + " + z'^2/2").potential("x^2*z + p.x*y");
    model.gravity({0, 0, -9.81}).force_along("x", "-0.3*x'*cos(t)");
    model.constraint("form", "z' = y*x' - 0.05").constraint("ring", "p.x^2 + p.y^2 = 2");
    model.constraint("speed", "p.z'^2 + y'^2 = 0.26");
    const System system(model);
    const Variation variation(system,
                              {Treatment::geodesic, Treatment::geodesic, Treatment::straightest});
    const Vector rho{{0.7, 0.0, 0.0}};
    const State start = model.start();
    const auto found = variation.at(start, rho);
    CHECK((EulerLagrange(variation).accelerations(start, rho, found.multipliers) -
           found.accelerations)
              .norm() < 1e-11);
    Vector y(15), one(15), two(15);
    y << start.q, start.u, rho;
    REQUIRE(variation.rates(0.0, y.data(), one.data()));
    REQUIRE(EulerLagrange(variation).rates(0.0, y.data(), two.data()));
    CHECK((one - two).norm() < 1e-11);
  }
}

TEST_CASE("E205: everything mechanical refuses a general integrand, with the reason") {
  const Parabola n2("x'^3 + y'^2");
  const System& system = *n2.system;
  const State start = n2.model.start();
  const std::vector<std::function<void()>> doors = {
      [&] { (void)run(n2.model, {.until = 1.0}); },
      [&] { (void)run(system, start, {.until = 1.0}); },
      [&] {
        (void)run(system, start,
                  {.until = 1.0, .method = RunOptions::Method::time_stepping, .step = 0.1});
      },
      [&] { (void)accelerations(system, start); },
      [&] { (void)impact(system, start); },
      [&] { (void)equilibrium(system, start); },
      [&] { (void)oscillation(system, start.q, Vector::Zero(1), {0}, 0.0); },
      [&] { (void)conserved(system); },
      [&] { (void)PhaseFlow(system); },
      [&] { (void)ConjugateParameters(system, start, {0}); },
  };
  for (const auto& door : doors)
    CHECK(
        refusal(door) ==
        "E205: the kinetic energy has degree 3 in the rates, at most 2 is allowed; others only in "
        "the geodesic and mixed problems");
  const Parabola root;
  CHECK(
      refusal([&] { (void)accelerations(*root.system, start); }) ==
      "E205: the kinetic energy is not a polynomial in the rates; others only in the geodesic and "
      "mixed problems");
  CHECK(explanation(*root.system, start).find("no mechanical motion") != std::string::npos);
  CHECK(has_general_integrand(root.model));
  CHECK_FALSE(has_general_integrand(Parabola("x'^2/x + t*x'*y' + sin(x)*y'^2").model));
}

TEST_CASE("a file may have a general integrand in the geodesic and mixed problems") {
  const auto codes = [](const std::string& problem) {
    const ModelFile file = read_model_text(
        "zwang = 1\n[coordinates]\nx = { start = 1.0, rate = 0.6 }\ny = { rate = 0.6 }\n[energy]\n"
        "kinetic = \"sqrt(1 + x'^2 + y'^2)\"\n[constraints.form]\nholds = \"y' - x*x' = 0\"\n"
        "[run]\nuntil = 1\nproblem = \"" +
            problem + "\"",
        "m.toml");
    REQUIRE(file.usable());
    const System system(*file.model);
    std::string all;
    for (const Error& error : start_mistakes(file, system, file.model->start()))
      all +=
          fmt::format("{}:{} {}\n", error.place().line, error.place().column, name(error.code()));
    return all;
  };
  CHECK(codes("geodesic").empty());
  CHECK(codes("mixed").empty());
  CHECK(codes("straightest") == "6:11 E205\n");
}

TEST_CASE("a start that breaks a constraint of a general integrand is named") {
  const ModelFile file = read_model_text(
      "zwang = 1\n[coordinates]\nx = { start = 0, rate = 0.6 }\ny = { rate = 0.8 }\n[energy]\n"
      "kinetic = \"sqrt(1 + x'^2 + y'^2)\"\n[constraints]\nform = { holds = \"y' - x*x' = 0\" }\n"
      "wall = { holds = \"x = 1\" }\n[run]\nuntil = 1\nproblem = \"geodesic\"",
      "m.toml");
  REQUIRE(file.usable());
  const System system(*file.model);
  const auto found = start_mistakes(file, system, file.model->start());
  REQUIRE(found.size() == 2);
  CHECK(found[0].code() == Code::E204);
  CHECK(found[1].code() == Code::E201);
  CHECK(found[1].report("").find("nearest allowed start: x = 1.000000") != std::string::npos);
  const State near = projected_start(system, file.model->start());
  CHECK((near.q - Vector{{1.0, 0.0}}).norm() < 1e-12);
  CHECK(near.u.norm() < 1e-12);  // y' = x x' and x' = 0
}
