// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's trials, the set that d'Alembert-Fourier's principle allows and Stäckel's cones: against
// tests/reference, and against what must hold of every instant.

#include "zwang/gauss/principles.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/gauss/polyhedron.hpp"

namespace {

using namespace zwang;
using reference::accuracy;
using reference::Json;
using reference::off;
using reference::vector;

std::vector<std::string> names(const System& system, const std::vector<int>& constraints) {
  std::vector<std::string> out;
  for (const int i : constraints) out.push_back(system.constraint(i).name);
  return out;
}

// Every expected vector is found exactly once.
void check_same_set(const std::vector<Vector>& found, const Json& expected) {
  REQUIRE(found.size() == expected.size());
  for (const Json& one : expected)
    CHECK(std::ranges::count_if(
              found, [&](const Vector& v) { return off(v, vector(one)) < accuracy; }) == 1);
}

void check_cone(const System& system, const Cone& cone, const Json& expected) {
  CHECK(names(system, cone.of) == expected["of"].get<std::vector<std::string>>());
  REQUIRE(cone.rows.rows() == static_cast<Eigen::Index>(expected["rows"].size()));
  for (Eigen::Index i = 0; i < cone.rows.rows(); ++i)
    CHECK(off(cone.rows.row(i).transpose(), vector(expected["rows"][static_cast<std::size_t>(i)])) <
          accuracy);
}

// A point of mass 1 in as many dimensions as X, at the origin, with inequalities g·q ≤ 0.
struct Corner {
  Model model{"corner"};
  explicit Corner(const Vector& force, const Matrix& walls, int equations = 0) {
    std::string kinetic;
    for (Eigen::Index i = 0; i < force.size(); ++i) {
      model.coordinate(fmt::format("q{}", i));
      kinetic += fmt::format("{}q{}'^2/2", i == 0 ? "" : " + ", i);
    }
    model.kinetic(kinetic);
    for (Eigen::Index i = 0; i < force.size(); ++i)
      model.force_along(fmt::format("q{}", i), Value(force[i]));
    for (Eigen::Index k = 0; k < walls.rows(); ++k) {
      std::string sum;
      for (Eigen::Index i = 0; i < force.size(); ++i)
        sum += fmt::format("{}({:.17g})*q{}", i == 0 ? "" : " + ", walls(k, i), i);
      model.constraint(fmt::format("f{}", k + 1), sum + (k < equations ? " = 0" : " <= 0"));
    }
  }
  Principles principles() {
    auto system = std::make_shared<const System>(model);
    Principles found = zwang::principles(*system, model.start());
    found.instant.own = system;
    return found;
  }
};

}  // namespace

// Theory 4.2-4.
TEST_CASE("p38: Mayer's trials match the reference, verdict by verdict") {
  int lists = 0;
  for (const Json& one : reference::cases("p38_dalembert_fourier")) {
    const Json& expect = one["expect"];
    if (!expect.contains("trials")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const System system(*model);
    const Principles found = principles(system, reference::state(one["state"]));
    REQUIRE(found.trials);
    CHECK(found.trials->all);
    REQUIRE(found.trials->tried.size() == expect["trials"].size());
    for (std::size_t i = 0; i < found.trials->tried.size(); ++i) {
      const Trial& trial = found.trials->tried[i];
      const Json& wanted = expect["trials"][i];
      CAPTURE(i);
      CHECK(names(system, trial.set) == wanted["set"].get<std::vector<std::string>>());
      CHECK(zwang::name(trial.verdict()) == wanted["verdict"].get<std::string>());
      if (trial.dependent) continue;
      CHECK(names(system, trial.broken) == wanted["broken"].get<std::vector<std::string>>());
      CHECK(names(system, trial.negative) == wanted["negative"].get<std::vector<std::string>>());
      CHECK(off(trial.accelerations, vector(wanted["accelerations"])) < accuracy);
      CHECK(off(trial.multipliers, vector(wanted["multipliers"])) < accuracy);
      CHECK(off(trial.second, vector(wanted["f2"])) < accuracy);
      CHECK(std::abs(trial.zwang - wanted["Z"].get<double>()) < accuracy * 100.0);
    }
    std::vector<std::vector<std::string>> accepted;
    for (const Trial* const trial : found.trials->accepted())
      accepted.push_back(names(system, trial->set));
    CHECK(accepted == expect["accepted"].get<std::vector<std::vector<std::string>>>());
    CHECK(names(system, found.instant.ostrogradsky->kept) ==
          expect["ostrogradsky_set"].get<std::vector<std::string>>());
    ++lists;
  }
  CHECK(lists == 5);
}

// Theory 4.6-2, 4.6-3.
TEST_CASE("p38: the set that d'Alembert-Fourier's principle allows has its vertices and rays") {
  int instants = 0;
  for (const Json& one : reference::cases("p38_dalembert_fourier")) {
    const Json& expect = one["expect"];
    if (!expect.contains("dalembert_fourier")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const System system(*model);
    const Principles found = principles(system, reference::state(one["state"]));
    REQUIRE(found.allowed);
    CHECK(found.allowed->enumerated);
    CHECK_FALSE(found.allowed->in_doubt);
    const Json& set = expect["dalembert_fourier"];
    CHECK(found.allowed->determined() == set["determined"].get<bool>());
    REQUIRE(found.allowed->vertices.size() == set["vertices"].size());
    for (const Json& wanted : set["vertices"]) {
      const auto vertex =
          std::ranges::find_if(found.allowed->vertices, [&](const AllowedVertex& v) {
            return off(v.accelerations, vector(wanted["a"])) < accuracy;
          });
      REQUIRE(vertex != found.allowed->vertices.end());
      CHECK(std::abs(vertex->zwang - wanted["Z"].get<double>()) < accuracy * 100.0);
      CHECK(vertex->gauss == wanted["is_gauss"].get<bool>());
      CHECK(off(vertex->multipliers, vector(wanted["z"][0])) < accuracy);
    }
    check_same_set(found.allowed->rays, set["rays"]);
    REQUIRE(found.cones);
    check_cone(system, found.cones->displacements, expect["virtual_displacements"]);
    check_cone(system, found.cones->changes, expect["changes_of_acceleration"]);
    CHECK(found.cones->equations.rows() ==
          static_cast<Eigen::Index>(expect["virtual_displacements"]["equations"].size()));
    // a change of the accelerations that is no displacement obeys (34) and not (35)
    const bool differ = found.cones->changes.of.size() < found.cones->displacements.of.size();
    CHECK(found.cones->only_change.has_value() == differ);
    if (differ) {
      const Vector& u = *found.cones->only_change;
      if (found.cones->changes.rows.rows() > 0)
        CHECK((found.cones->changes.rows * u).maxCoeff() < accuracy);
      CHECK((found.cones->displacements.rows * u).maxCoeff() > 0.1);
      if (found.cones->equations.rows() > 0)
        CHECK((found.cones->equations * u).cwiseAbs().maxCoeff() < accuracy);
    }
    ++instants;
  }
  CHECK(instants == 8);
}

// Rounded rows and forces, so that no multiplier is zero by accident.
// Theory 4.2-4.
TEST_CASE("Mayer 1899a § 2: one trial of every instant is accepted, and it is Gauss's minimum") {
  std::mt19937 random(20260101);
  std::normal_distribution<double> normal;
  const auto draw = [&](Eigen::Index rows, Eigen::Index cols) {
    Matrix m(rows, cols);
    for (double& x : m.reshaped()) x = normal(random);
    return m;
  };
  for (int k = 0; k < 60; ++k) {
    CAPTURE(k);
    const int n = 2 + k % 4;
    const int walls = 1 + k % 6;
    const int equations = k % 3 == 2 && walls > 1 ? 1 : 0;
    Corner corner(draw(n, 1), draw(walls, n), equations);
    const Principles found = corner.principles();
    REQUIRE(found.trials);
    CHECK(found.trials->tried.size() == 1U << static_cast<unsigned>(walls - equations));
    REQUIRE(found.instant.usable());
    const auto accepted = found.trials->accepted();
    REQUIRE(accepted.size() >= 1);
    for (const Trial* const trial : accepted)
      CHECK(off(trial->accelerations, found.instant.accelerations) < 1e-10);
    if (walls <= n) {
      REQUIRE(accepted.size() == 1);
      CHECK(std::abs(accepted[0]->zwang - found.instant.zwang) < 1e-9);
    }
    // the way from the free motion ends with an accepted trial too
    const KineticFrame frame = kinetic_frame(*found.instant.system, found.instant);
    const Trials way = trials(frame, {.most_for_all = -1});
    CHECK_FALSE(way.all);
    REQUIRE(!way.tried.empty());
    CHECK(way.tried.front().set.empty());
    CHECK(way.tried.back().accepted());
    for (std::size_t i = 0; i + 1 < way.tried.size(); ++i) CHECK_FALSE(way.tried[i].accepted());
  }
}

TEST_CASE("of many inequalities one way to the true motion is shown") {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  Vector force(12);
  for (double& x : force) x = normal(random);
  Matrix walls(10, 12);
  for (double& x : walls.reshaped()) x = normal(random);
  Corner corner(force, walls);
  const Principles found = corner.principles();
  REQUIRE(found.trials);
  CHECK_FALSE(found.trials->all);
  CHECK(found.trials->possible() == 1024.0);
  CHECK(found.trials->tried.size() < 40);
  const Trial& last = found.trials->tried.back();
  REQUIRE(last.accepted());
  CHECK(off(last.accelerations, found.instant.accelerations) < 1e-10);
  CHECK_FALSE(found.allowed->enumerated);
  CHECK(found.summary().find("1024 sets") != std::string::npos);
}

// By another route: z in place of u'. With independent rows the set is {z ≥ 0, Φ z ≥ Φ⁰}.
// Theory 4.6-2.
TEST_CASE("the vertices and rays are those found among the multipliers") {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 40; ++k) {
    CAPTURE(k);
    const int n = 1 + k % 4;
    Vector force(n);
    for (double& x : force) x = normal(random);
    Matrix walls(n, n);
    for (double& x : walls.reshaped()) x = normal(random);
    Corner corner(force, walls);
    const Principles found = corner.principles();
    REQUIRE(found.allowed);
    const Matrix phi = walls * walls.transpose();
    Matrix rows(2 * n, n);
    rows << -Matrix::Identity(n, n), -phi;
    Vector limits = Vector::Zero(2 * n);
    limits.tail(n) = -walls * force;
    // every choice of n rows, by Cramer's rule
    std::vector<Vector> vertices;
    for (unsigned bits = 0; bits < 1U << static_cast<unsigned>(2 * n); ++bits) {
      std::vector<int> choice;
      for (int i = 0; i < 2 * n; ++i)
        if ((bits >> static_cast<unsigned>(i) & 1U) != 0) choice.push_back(i);
      if (static_cast<int>(choice.size()) != n) continue;
      const Matrix chosen = rows(choice, Eigen::all);
      if (std::abs(chosen.determinant()) < 1e-9) continue;
      const Vector z = chosen.inverse() * Vector(limits(choice));
      if ((rows * z - limits).maxCoeff() > 1e-9) continue;
      vertices.push_back(force - walls.transpose() * z);
    }
    CHECK(found.allowed->vertices.size() == vertices.size());
    for (const Vector& a : vertices)
      CHECK(std::ranges::count_if(found.allowed->vertices, [&](const AllowedVertex& v) {
              return off(v.accelerations, a) < 1e-8;
            }) == 1);
    // Gauss's point is a vertex, and no vertex has a smaller Z
    CHECK(std::ranges::count(found.allowed->vertices, true, &AllowedVertex::gauss) == 1);
    CHECK(found.allowed->vertices.front().gauss);
    // along a ray a vertex stays allowed
    for (const Vector& ray : found.allowed->rays) {
      const Vector further = found.instant.accelerations + ray;
      CHECK((walls * further).maxCoeff() < 1e-9);
      CHECK((walls.transpose().inverse() * (force - further)).minCoeff() > -1e-9);
    }
  }
}

TEST_CASE("corners of a cube, of a cone and of nothing") {
  Matrix rows(6, 3);
  rows << Matrix::Identity(3, 3), -Matrix::Identity(3, 3);
  const Corners cube = corners(rows, Vector::Ones(6));
  CHECK(cube.vertices.size() == 8);
  CHECK(cube.rays.empty());
  CHECK_FALSE(cube.in_doubt);
  // four planes through the top of a pyramid: one vertex, four rays
  Matrix pyramid(4, 3);
  pyramid << 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 1;
  const Corners top = corners(pyramid, Vector::Ones(4));
  REQUIRE(top.vertices.size() == 1);
  CHECK(off(top.vertices[0], Vector{{0.0, 0.0, 1.0}}) < accuracy);
  CHECK(top.rays.size() == 4);
  // x ≤ 0 and x ≥ 1
  CHECK(corners(Matrix{{1.0}, {-1.0}}, Vector{{0.0, -1.0}}).vertices.empty());
  // two corners 5e-9 apart count as one, and that is said
  const Corners close =
      corners(Matrix{{1.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}}, Vector{{1.0, 1.0, 2.0 - 5e-9}});
  CHECK(close.vertices.size() == 1);
  CHECK(close.in_doubt);
}

// Theory 4.6-3.
TEST_CASE("Stäckel 1919 § 10: a wall that follows from another makes no difference to the cones") {
  // x ≤ 0 acts; 2x ≤ t² is behind it, with the same direction
  Model model("two walls");
  model.coordinate("x");
  model.kinetic("x'^2/2");
  model.force_along("x", Value(3.0));
  model.constraint("near", "x <= 0");
  model.constraint("far", "2*x - t^2 <= 0");
  const System system(model);
  const Principles found = principles(system, model.start());
  REQUIRE(found.cones);
  CHECK(found.cones->displacements.of.size() == 2);
  CHECK(names(system, found.cones->changes.of) == std::vector<std::string>{"near"});
  CHECK_FALSE(found.cones->only_change);
  // by hand: near carries 3; far has f'' = -2; the set is x'' ≤ 0
  REQUIRE(found.allowed->vertices.size() == 1);
  CHECK(found.allowed->rays.size() == 1);
  CHECK(found.trials->accepted().size() == 1);
}

TEST_CASE("a heavy and a light mass side by side have each its own zero") {
  Model model("train and mosquito");
  model.coordinate("x");
  model.coordinate("y");
  model.kinetic("1e9*x'^2/2 + 1e-9*y'^2/2");
  model.force_along("x", Value(1e9));
  model.force_along("y", Value(1e-9));
  model.constraint("wx", "x <= 0");
  model.constraint("wy", "y <= 0");
  const System system(model);
  const Principles found = principles(system, model.start());
  for (const Trial& trial : found.trials->tried) CHECK(trial.accepted() == (trial.set.size() == 2));
  REQUIRE(found.allowed->vertices.size() == 1);
  CHECK(found.allowed->vertices[0].gauss);
  CHECK(off(found.allowed->vertices[0].accelerations, Vector::Zero(2)) < accuracy);
  CHECK(off(found.allowed->vertices[0].multipliers, Vector{{1e9, 1e-9}}) < accuracy);
  CHECK_FALSE(found.allowed->in_doubt);
}

// The force presses against the wall alone; that the floor carries nothing is true but for
// rounding.
TEST_CASE("a constraint that holds without force is accepted in the set and out of it") {
  for (int k = 0; k < 50; ++k) {
    CAPTURE(k);
    const double c = std::cos(0.1 * k), s = std::sin(0.1 * k);
    Corner corner(7.0 * Vector{{c, s}}, Matrix{{c, s}, {-s, c}});
    const Principles found = corner.principles();
    const auto accepted = found.trials->accepted();
    REQUIRE(accepted.size() == 2);
    CHECK(accepted[0]->set == std::vector<int>{0});
    CHECK(accepted[1]->set == std::vector<int>{0, 1});
    CHECK(accepted[1]->multipliers[1] == 0.0);
    CHECK(found.cones->changes.of.size() == 2);
    CHECK(found.allowed->vertices.size() == 1);
    CHECK(found.summary().find("f2 can hold without force") != std::string::npos);
  }
}

// 8 t − 9.81 is rounding where the floor lets go: force and multiplier are zero then.
TEST_CASE("forces that cancel leave a constraint without force") {
  Model model("lifted");
  model.coordinate("z");
  model.kinetic("z'^2/2");
  model.force_along("z", Value("8*t - 9.81"));
  model.constraint("floor", "-z <= 0");
  const System system(model);
  for (const double t :
       {9.81 / 8.0, std::nextafter(9.81 / 8.0, 0.0), std::nextafter(9.81 / 8.0, 2.0)}) {
    const Principles found = principles(system, model.start(t));
    CHECK(found.trials->accepted().size() == 2);
    REQUIRE(found.allowed->vertices.size() == 1);
    CHECK(found.allowed->vertices[0].gauss);
  }
  // a thousandth of a second before, the floor carries 0.008, after it nothing
  CHECK(principles(system, model.start(9.81 / 8.0 - 1e-3)).trials->accepted()[0]->set.size() == 1);
  CHECK(principles(system, model.start(9.81 / 8.0 + 1e-3)).trials->accepted()[0]->set.empty());
}

// Theory 4.6-2.
TEST_CASE("without inequalities the principle determines the accelerations") {
  Model model("pendulum");
  model.coordinate("x");
  model.coordinate("z", {.start = -1.0});
  model.kinetic("(x'^2 + z'^2)/2");
  model.force_along("z", Value(-9.81));
  model.constraint("rod", "x^2 + z^2 = 1");
  const System system(model);
  const Principles found = principles(system, model.start());
  REQUIRE(found.trials);
  CHECK(found.trials->tried.size() == 1);
  CHECK(found.trials->tried[0].accepted());
  CHECK(found.allowed->determined());
  CHECK(found.summary().find("nothing to try") != std::string::npos);
}

TEST_CASE("where there is no linear problem there are no trials, and the summary says why") {
  Model model("floor");
  model.coordinate("z", {.start = 0.0, .rate = -1.0});
  model.kinetic("z'^2/2");
  model.constraint("floor", "-z <= 0");
  const System system(model);
  const Principles found = principles(system, model.start());
  CHECK_FALSE(found.trials);
  CHECK_FALSE(found.allowed);
  CHECK(found.summary().find("impact") != std::string::npos);
}

// Theory 4.2-4.
TEST_CASE("theory 4.5: constraints that contradict each other reject every trial") {
  // x ≤ 0 and x ≥ t²: f'' ≤ 0 asks for x'' ≤ 0 and x'' ≥ 2
  Model model("press");
  model.coordinate("x");
  model.kinetic("x'^2/2");
  model.constraint("lid", "x <= 0");
  model.constraint("floor", "t^2 - x <= 0");
  const System system(model);
  const Principles found = principles(system, model.start());
  REQUIRE(found.instant.outcome == InstantOutcome::contradictory);
  REQUIRE(found.trials);
  CHECK(found.trials->accepted().empty());
  CHECK(found.trials->tried.back().dependent);
  CHECK_FALSE(found.allowed);
  CHECK(found.summary().find("No set is accepted") != std::string::npos);
}
