// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mass, forces, inertia terms and rows of a model, against what is found by hand.

#include "zwang/system/system.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace zwang;
using doctest::Approx;

// T = m/2 (r'² + r² th'²): M = diag(m, m r²), c = (−m r th'², 2 m r r' th')
// Theory 1-1.
TEST_CASE("polar coordinates have their mass and inertia terms") {
  Model model("polar");
  model.parameter("m", 2.0).coordinate("r", {.start = 3, .rate = 0.5});
  model.coordinate("th", {.start = 0.7, .rate = 1.1});
  model.kinetic("m/2*(r'^2 + r^2*th'^2)").potential("-m*9.81*r*cos(th)");
  const System system(model);
  const Snapshot s = system.at(model.start());
  const Matrix mass = s.mass.dense();
  CHECK(mass(0, 0) == Approx(2.0));
  CHECK(mass(1, 1) == Approx(18.0));
  CHECK(mass(0, 1) == 0.0);
  CHECK(s.force[0] == Approx(2.0 * 9.81 * std::cos(0.7)));
  CHECK(s.force[1] == Approx(-2.0 * 9.81 * 3.0 * std::sin(0.7)));
  CHECK(s.net_force[0] - s.force[0] == Approx(2.0 * 3.0 * 1.1 * 1.1));
  CHECK(s.net_force[1] - s.force[1] == Approx(-2.0 * 2.0 * 3.0 * 0.5 * 1.1));
  CHECK(system.kinetic(model.start()) == Approx(0.25 + 9.0 * 1.21));
  CHECK(system.potential(model.start()) == Approx(-2.0 * 9.81 * 3.0 * std::cos(0.7)));
  CHECK_FALSE(system.has_constant_mass());
}

// T in a frame that turns with w: m/2 ((x' − w y)² + (y' + w x)²). Coriolis and centrifugal force.
// Theory 9-1.
TEST_CASE("kinetic terms of first order in the rates give the Coriolis force") {
  Model model("turning");
  model.parameter("w", 0.3).coordinate("x", {.start = 1, .rate = 2});
  model.coordinate("y", {.start = -1, .rate = 0.5});
  model.kinetic("1/2*((x' - w*y)^2 + (y' + w*x)^2)");
  const System system(model);
  const Snapshot s = system.at(model.start());
  CHECK(s.net_force[0] == Approx(0.09 * 1.0 + 2.0 * 0.3 * 0.5));
  CHECK(s.net_force[1] == Approx(0.09 * -1.0 - 2.0 * 0.3 * 2.0));
}

// u1 = x' cos th + y' sin th, u2 = −x' sin th + y' cos th, th' kept. By hand: B = diag(m, m),
// q'' for u' = 0 is th' times the turned velocity, pull = −m G ᵀ q''.
// Theory 9-1.
TEST_CASE("velocity parameters need not be rates") {
  Model model("sleigh");
  model.coordinate("x", {.rate = 0.7}).coordinate("y", {.rate = -0.4});
  model.coordinate("th", {.start = 0.6, .rate = 1.5});
  model.kinetic("2/2*(x'^2 + y'^2) + 3/2*th'^2");
  model.quasi_velocity("along", "x'*cos(th) + y'*sin(th)");
  model.quasi_velocity("across", "-x'*sin(th) + y'*cos(th)");
  // th' occurs in neither: it stays what it is
  CHECK(model.velocity_names() == std::vector<std::string>{"along", "across", "th'"});
  model.constraint("edge", "y'*cos(th) - x'*sin(th) <= 1");
  model.constraint("wall", "x <= 2");
  const System system(model);
  const State state = model.start();
  const double c = std::cos(0.6), n = std::sin(0.6);
  const double u1 = 0.7 * c - 0.4 * n, u2 = -0.7 * n - 0.4 * c;
  CHECK(state.u[0] == Approx(u1));
  CHECK(state.u[1] == Approx(u2));
  const Snapshot s = system.at(state);
  CHECK(s.rates[0] == Approx(0.7));
  CHECK(s.rates[1] == Approx(-0.4));
  CHECK((s.mass.dense() - Matrix(Vector{{2.0, 2.0, 3.0}}.asDiagonal())).norm() < 1e-14);
  // turned velocity: u1' of the free motion is th' u2, u2' is −th' u1
  CHECK(s.net_force[0] == Approx(2.0 * 1.5 * u2));
  CHECK(s.net_force[1] == Approx(-2.0 * 1.5 * u1));
  // the edge is one parameter: row (0, 1, 0), nothing left over
  const auto& edge = s.rows[0];
  CHECK(edge.rate == Approx(u2 - 1.0));
  CHECK(edge.b1 == Approx(-1.0));
  CHECK(edge.a[0] == Approx(0.0));
  CHECK(edge.a[1] == Approx(1.0));
  CHECK(edge.b2 == Approx(0.0));
  // the wall: x' = u1 c − u2 n
  const auto& wall = s.rows[1];
  CHECK(wall.a[0] == Approx(c));
  CHECK(wall.a[1] == Approx(-n));
  CHECK(wall.rate == Approx(0.7));
  CHECK(wall.b2 == Approx(s.drift[0]));
  CHECK_THROWS_AS(
      [] {
        Model half("half");
        half.coordinate("x").coordinate("y").quasi_velocity("a", "x' + y'");
        System s2(half);
      }(),
      Error);
}

// Theory 2-2.
TEST_CASE("a moving point carries its velocity into the constraint") {
  Model model("m");
  model.follows("hand", {"t^2", 0, 0}).mass("p", 1.0, {.at = {1, 0, 0}, .axes = "x"});
  model.constraint("push", "p.x >= hand.x").constraint("rate", "p.x' = hand.x'");
  const System system(model);
  const Snapshot s = system.at({Vector{{1.0}}, Vector{{2.0}}, 1.0});
  CHECK(s.rows[0].f == Approx(0.0));
  CHECK(s.rows[0].rate == Approx(0.0));
  CHECK(s.rows[0].b1 == Approx(2.0));
  CHECK(s.rows[0].b2 == Approx(2.0));
  CHECK(s.rows[1].rate == Approx(0.0));
  CHECK(s.rows[1].b1 == Approx(-2.0));
  CHECK(s.rows[1].b2 == Approx(-2.0));
}

TEST_CASE("forces begin and end, and refer to their mass as r, v, m") {
  Model model("m");
  model.mass("p", 2.0, {.at = {1, 2, 3}, .velocity = {4, 5, 6}}).parameter("m", 7.0);
  model.force("p", "-m*v + r", {.from = 1.0, .until = 2.0});
  model.force_along("p.x", "10*t").gravity({0, 0, -1});
  const System system(model);
  CHECK(system.at(model.start(0.5)).force == Vector{{5.0, 0.0, -2.0}});
  CHECK(system.at(model.start(1.0)).force ==
        Vector{{10.0 - 8.0 + 1.0, -10.0 + 2.0, -2.0 - 12.0 + 3.0}});
  CHECK(system.at(model.start(2.0)).force == Vector{{20.0, 0.0, -2.0}});
}

TEST_CASE("linear potentials are summed with other potentials and with forces") {
  Model model("potentials");
  model.coordinate("x", {.start = 3}).coordinate("y", {.start = 2}).coordinate("z", {.start = 1});
  model.kinetic("x'^2 + y'^2 + z'^2");
  model.potential("2*x - 0.5*(y - 1)").potential("x^2 + t*z").potential("5*x + t").potential("4*z");
  model.force_along("y", "y^3");
  const System system(model);
  State state = model.start();
  state.t = 7.0;
  const Snapshot s = system.at(state);
  CHECK(s.force[0] == -2.0 - 6.0 - 5.0);
  CHECK(s.force[1] == 8.0 + 0.5);
  CHECK(s.force[2] == -7.0 - 4.0);
  CHECK(system.potential(state) == 5.5 + 16.0 + 22.0 + 4.0);
}

TEST_CASE("non-finite values are reported by name") {
  Model model("m");
  model.mass("p", 1.0, {.at = {0, 0, 0}}).constraint("away", "1/p.x <= 2");
  const System system(model);
  const auto domain_error = system.domain_error(system.at(model.start()));
  REQUIRE(domain_error);
  CHECK(std::string(domain_error->what()).find("away") != std::string::npos);
  CHECK(domain_error->code() == Code::E310);
}

TEST_CASE("a slack string whose ends coincide restricts nothing") {
  Model model("m");
  model.mass("a", 1.0, {.at = {1, 1, 1}}).mass("b", 1.0, {.at = {1, 1, 1}});
  model.constraint("string", "|a - b| <= 2").constraint("rod", "|a - b| = 0");
  const System system(model);
  const Snapshot s = system.at(model.start());
  CHECK(s.rows[0].f == -2.0);
  CHECK(s.rows[0].rate == 0.0);
  CHECK(s.rows[0].a == std::vector<double>(6, 0.0));
  const auto domain_error = system.domain_error(s);
  REQUIRE(domain_error);
  CHECK(std::string(domain_error->what()).find("rod") != std::string::npos);
}
