// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's conjugate parameters and oblique projection against tests/reference, p16.

#include "zwang/analysis/conjugate.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::accuracy;
using reference::Json;
using reference::off;

Json reduced_case(const std::string& name) {
  for (const Json& one : reference::cases("p16_maurer_problems"))
    if (one["name"] == name) return one;
  return {};
}

// Rows and mass of p16 as a model: numbers become formulas.
std::unique_ptr<Model> constant_model(const Json& one) {
  auto model = std::make_unique<Model>("conjugate");
  const Matrix mass = reference::matrix(one["mass_matrix"]);
  const Matrix rows = reference::matrix(one["constraint_rows"]);
  std::string kinetic = "0";
  for (Eigen::Index i = 0; i < mass.rows(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    model->coordinate(fmt::format("q{}", i), {.rate = one["velocity_free"][at].get<double>()});
    model->force_along(fmt::format("q{}", i), one["force"][at].get<double>());
    for (Eigen::Index j = 0; j < mass.cols(); ++j)
      kinetic += fmt::format(" + {}/2*q{}'*q{}'", mass(i, j), i, j);
  }
  model->kinetic(kinetic);
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    std::string text = "0";
    for (Eigen::Index i = 0; i < rows.cols(); ++i)
      text += fmt::format(" + ({})*q{}'", rows(k, i), i);
    model->constraint(fmt::format("row{}", k), fmt::format("{} = 0", text));
  }
  return model;
}

}  // namespace

// Theory 7.5-1.
TEST_CASE("p16: a sudden equation keeps the conjugate parameters") {
  const Json one = reduced_case("conjugate_parameters");
  const Json& expect = one["expect"];
  const auto expected = [&](const char* key) { return reference::vector(expect[key]); };
  const auto model = constant_model(one);
  const System system(*model);
  State state = model->start();
  const ConjugateParameters given(system, state, {0, 1},
                                  reference::matrix(one["kernel_basis_columns"]));
  CHECK(off(given.parameters().first, reference::matrix(expect["P1"])) < accuracy);
  CHECK(off(given.parameters().energy, reference::matrix(expect["B"])) < accuracy);
  CHECK(off(given.first(state.u), expected("u1")) < accuracy);
  CHECK(off(given.second(state.u), expected("u2_before")) < accuracy);
  CHECK(off(given.after(state.u), expected("velocity_after")) < accuracy);
  CHECK(off(given.first(given.after(state.u)), expected("u1")) < accuracy);
  CHECK(off(given.second(given.after(state.u)), Vector::Zero(2)) < accuracy);
  // impulses: M (u+ - u-) = -A^T l
  const Matrix mass = reference::matrix(one["mass_matrix"]);
  const Matrix rows = reference::matrix(one["constraint_rows"]);
  CHECK(off(mass * (given.after(state.u) - state.u), -rows.transpose() * expected("impulses_l")) <
        accuracy);

  state.u = given.after(state.u);
  const Reduced without = reduced(system, system.at(state), {0, 1}, given.basis());
  CHECK(off(without.accelerations, expected("w_dot")) < accuracy);
  CHECK(off(without.full(), expected("accelerations")) < accuracy);
  const Vector z = expected("multipliers_z");
  CHECK(off(mass * without.full(), reference::vector(one["force"]) - rows.transpose() * z) <
        accuracy);
}

// Theory 9-2.
TEST_CASE("p16: any basis of the kernel gives conjugate parameters") {
  const Json one = reduced_case("conjugate_parameters");
  const auto model = constant_model(one);
  const System system(*model);
  const State state = model->start();
  const ConjugateParameters own(system, state, {0, 1});
  // B has no mixed block, and for this basis T = |u1|^2/2 + ...
  const Matrix& energy = own.parameters().energy;
  CHECK(off(energy.topRightCorner(2, 2), Matrix::Zero(2, 2)) < accuracy);
  CHECK(off(energy.topLeftCorner(2, 2), Matrix::Identity(2, 2)) < accuracy);
  const Matrix expected = reference::matrix(one["expect"]["B"]);
  CHECK(off(energy.bottomRightCorner(2, 2), expected.bottomRightCorner(2, 2)) < accuracy);
  CHECK(off(own.after(state.u), reference::vector(one["expect"]["velocity_after"])) < accuracy);
  CHECK(off(reduced(system, system.at(state), {0, 1}).full(),
            reference::vector(one["expect"]["accelerations"])) < accuracy);
}

// A belt x' = v0 + y: p0 = -v0 = -2. By hand, with M = 1 and u = (5, 1): A = (1, -1), so u1 is the
// sum of both rates, 6; x' - y' = 2 makes them 4 and 2.
TEST_CASE("with a moving constraint u2 has its own rate") {
  Model model("belt");
  model.coordinate("x", {.rate = 5}).coordinate("y", {.rate = 1});
  model.kinetic("(x'^2 + y'^2)/2").constraint("belt", "x' - y' - 2 = 0");
  const System system(model);
  const State start = model.start();
  const ConjugateParameters parameters(system, start, {0});
  CHECK(off(parameters.second(start.u), Vector::Constant(1, 2.0)) < accuracy);
  CHECK(off(parameters.after(start.u), Vector{{4.0, 2.0}}) < accuracy);
  CHECK(off(parameters.after(start.u), impact(system, start).after) < accuracy);
}

// Theory 9-3.
TEST_CASE("p16: the oblique projection matches the reference") {
  const Json one = reduced_case("oblique_projection");
  Graph graph;
  Scope scope(graph);
  std::vector<SymbolId> coordinates;
  for (const char* name : {"x1", "x2", "x3"}) {
    scope.coordinate(name);
    coordinates.push_back(graph[scope.find(name)->levels[0][0]].a);
  }
  const auto node = [&](const Json& text) {
    return Formula::read(reference::text_of(text), scope).node();
  };
  std::vector<NodeId> field, direction;
  for (const Json& text : one["X"]) field.push_back(node(text));
  for (const Json& text : one["p"]) direction.push_back(node(text));
  const SingularIntegral integral(graph, coordinates, field, {node(one["phi"])}, {direction});
  const Projected found = integral.at(reference::vector(one["point"]));
  CHECK(off(found.rho, Vector::Constant(1, one["expect"]["rho"].get<double>())) < accuracy);
  CHECK(off(found.field, reference::vector(one["expect"]["field"])) < accuracy);
  // a direction within the sphere cannot lead back to it
  CHECK_THROWS_AS(integral.at(Vector{{1.0, 1.0, 0.0}}), Error);
  CHECK_THROWS_AS(SingularIntegral(graph, coordinates, field, {node(one["phi"])}, {}), Error);

  // (1, 0, x2) and (0, 1, 0) have the bracket (0, 0, -1), which is none of them; (1, 0, x1) and
  // (0, 1, 0) have none.
  const auto incompleteness = [&](const char* third) {
    const std::vector<NodeId> first = {node(1), node(0), node(third)};
    const std::vector<NodeId> second = {node(0), node(1), node(0)};
    return SingularIntegral(graph, coordinates, field, {node("x1"), node("x2")}, {first, second})
        .incompleteness(Vector{{0.3, 0.4, 0.5}});
  };
  CHECK(incompleteness("x1") < accuracy);
  // outside of both: (0, 0, 1) less its part along (1, 0, 0.4)
  CHECK(incompleteness("x2") == doctest::Approx(1.0 / std::sqrt(1.16)));
}

// Maurer's theorem (no. 11) on problem B of p16: the free motion in (q, u), led back along
// (0, M^-1 A^T).
// Theory 9-3.
TEST_CASE("p16: the constrained motion is an oblique projection of the free one, with rho = -z") {
  const Json one = reduced_case("problem_B");
  Model model("rolling disc");
  for (std::size_t i = 0; i < 4; ++i)
    model.coordinate(
        one["coordinates"][i].get<std::string>(),
        {.start = one["state"]["q"][i].get<double>(), .rate = one["state"]["v"][i].get<double>()});
  model.kinetic("(2*(x'^2 + y'^2) + 0.3*th'^2 + 0.4*ps'^2)/2");
  model.constraint("one", "x' - 0.5*cos(th)*ps' = 0").constraint("two", "y' - 0.5*sin(th)*ps' = 0");
  const System system(model);
  const State start = model.start();
  const Snapshot snapshot = system.at(start);
  const Matrix inverse = snapshot.mass.dense().inverse();
  Vector field(8), row;
  field << start.u, inverse * snapshot.net_force;
  Matrix differentials = Matrix::Zero(2, 8), directions = Matrix::Zero(8, 2);
  for (int k = 0; k < 2; ++k) {
    system.write_row(snapshot, k, row);
    // d(A u) = A du + (dA u) dq, and the second along q' is b2
    differentials.row(k).tail(4) = row;
    directions.col(k).tail(4) = inverse * row;
  }
  // dA/dth u: x' - cos(th) ps'/2 gives sin(th) ps'/2, y' - sin(th) ps'/2 gives -cos(th) ps'/2
  differentials(0, 2) = 0.5 * std::sin(start.q[2]) * start.u[3];
  differentials(1, 2) = -0.5 * std::cos(start.q[2]) * start.u[3];
  const Projected bound = oblique_projection(field, differentials, directions);
  CHECK(off(bound.field.head(4), start.u) < accuracy);
  CHECK(off(bound.field.tail(4), reference::vector(one["expect"]["accelerations_at_start"])) <
        accuracy);
  CHECK(off(-bound.rho, reference::vector(one["expect"]["rho_dot_or_sigma_at_start"])) < accuracy);
}

TEST_CASE("dependent constraints have no conjugate parameters") {
  Model model("twice");
  model.mass("a", 1.0).constraint("one", "a.z' = 0").constraint("two", "2*a.z' = 0");
  const System system(model);
  CHECK_THROWS_AS(ConjugateParameters(system, model.start(), {0, 1}), Error);
  CHECK(off(ConjugateParameters(system, model.start(), {0}).after(Vector{{1.0, 2.0, 3.0}}),
            Vector{{1.0, 2.0, 0.0}}) < accuracy);
  CHECK_THROWS_AS(
      ConjugateParameters(system, model.start(), {0}, Matrix::Identity(3, 2) + Matrix::Ones(3, 2)),
      Error);
}

// A disc that rolls up a slope, its free motion in pieces of length h: a parabola, after which the
// velocities are changed as by sudden equations. The smaller the pieces, the nearer to rolling.
// Theory 9-5.
TEST_CASE("Maurer no. 12: rolling is at every moment a free motion with changed velocities") {
  Model model("rolling disc");
  model.coordinate("x", {.rate = 0.5 * 1.2 * std::cos(0.3)});
  model.coordinate("y", {.rate = 0.5 * 1.2 * std::sin(0.3)});
  model.coordinate("th", {.start = 0.3, .rate = 0.9}).coordinate("ps", {.rate = 1.2});
  model.kinetic("(2*(x'^2 + y'^2) + 0.3*th'^2 + 0.4*ps'^2)/2");
  model.force_along("x", -1.5).force_along("y", 0.7);
  model.constraint("one", "x' - 0.5*cos(th)*ps' = 0").constraint("two", "y' - 0.5*sin(th)*ps' = 0");
  const System system(model);
  const Vector free{{-0.75, 0.35, 0.0, 0.0}};
  const auto pieces = [&](int count) {
    State state = model.start();
    const double h = 1.0 / count;
    for (int i = 0; i < count; ++i) {
      state.q += h * state.u + h * h / 2.0 * free;
      state.u += h * free;
      const ConjugateParameters parameters(system, state, {0, 1});
      const Vector first = parameters.first(state.u);
      state.u = parameters.after(state.u);
      CHECK(off(parameters.first(state.u), first) < accuracy);
    }
    return state;
  };
  const Trajectory rolling = run(model, {.until = 1.0, .tolerance = 1e-11});
  REQUIRE(rolling.usable());
  const auto missed = [&](const State& state) {
    return std::max(off(state.q, rolling.at(1.0).q), off(state.u, rolling.at(1.0).u));
  };
  const State coarse = pieces(400), middle = pieces(800), fine = pieces(1600);
  // of first order; freed of h and h^2, it is rolling
  CHECK(missed(coarse) > 1e-5);
  CHECK(missed(fine) < 0.3 * missed(coarse));
  State limit = fine;
  limit.q = (8.0 * fine.q - 6.0 * middle.q + coarse.q) / 3.0;
  limit.u = (8.0 * fine.u - 6.0 * middle.u + coarse.u) / 3.0;
  MESSAGE("pieces of 1/1600: off by " << missed(fine) << ", extrapolated " << missed(limit));
  CHECK(missed(limit) < 1e-8);
}
