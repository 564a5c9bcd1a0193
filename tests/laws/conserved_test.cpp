// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What motions keep: named by hand, values by hand, and looked after along runs.

#include "zwang/laws/conserved.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using Names = std::vector<std::string>;

Names names(const std::vector<Conserved>& all) {
  Names found;
  for (const Conserved& one : all) found.push_back(one.name());
  return found;
}

bool all_exact(const std::vector<Conserved>& all) {
  return std::ranges::all_of(all, &Conserved::exact);
}

const Conserved& named(const std::vector<Conserved>& all, const std::string& name) {
  const auto at = std::ranges::find(all, name, &Conserved::name);
  REQUIRE(at != all.end());
  return *at;
}

std::vector<State> states(const Trajectory& motion, int pieces = 200) {
  std::vector<State> list;
  for (int i = 0; i <= pieces; ++i) list.push_back(motion.at(motion.t * i / pieces));
  return list;
}

// The worst of all quantities along a run.
double worst_change(const std::vector<Conserved>& all, const Model& model, double until) {
  const Trajectory motion = run(model, {.until = until, .tolerance = 1e-11});
  CAPTURE(motion.summary());
  REQUIRE(motion.usable());
  double worst = 0.0;
  for (const Conserved& one : all) worst = std::max(worst, largest_change(one, states(motion)));
  return worst;
}

}  // namespace

// Theory 12-1.
TEST_CASE("a spherical pendulum conserves energy and angular momentum about the vertical") {
  Model model("spherical pendulum");
  model.mass("bob", 2.0, {.at = {0.6, 0.0, -0.8}, .velocity = {0.0, 1.3, 0.0}});
  model.gravity({0.0, 0.0, -9.81}).constraint("rod", "|bob| = 1");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "angular momentum about z"});
  CHECK(all_exact(all));
  // T + U = 1.69 - 2 * 9.81 * 0.8, m (x y' - y x') = 2 * 0.6 * 1.3
  CHECK(named(all, "energy").value(model.start()) == Approx(1.69 - 15.696));
  CHECK(named(all, "angular momentum about z").value(model.start()) == Approx(1.56));
  const double worst = worst_change(all, model, 5.0);
  MESSAGE("spherical pendulum: change " << worst);
  CHECK(worst < 1e-9);
}

TEST_CASE("the axis of angular momentum goes through the point of suspension") {
  Model model("hook");
  model.fixed("hook", {1, 2, 3});
  model.mass("bob", 1.0, {.at = {1.6, 2.0, 2.2}, .velocity = {0.0, 1.0, 0.0}});
  model.gravity({0.0, 0.0, -9.81}).constraint("string", "|bob - hook| <= 1");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "angular momentum about the axis along z through (1, 2, 0)"});
  CHECK(all_exact(all));
  CHECK(all[1].value(model.start()) == Approx(0.6));
  CHECK(worst_change(all, model, 1.0) < 1e-9);
}

TEST_CASE("two masses on a rod conserve momentum across gravity and angular momentum about it") {
  Model model("dumbbell");
  model.mass("a", 1.0, {.at = {0, 0, 0}, .velocity = {1.0, 0.0, 3.0}});
  model.mass("b", 3.0, {.at = {2, 0, 0}, .velocity = {1.0, 0.5, -1.0}});
  model.gravity({0.0, 0.0, -9.81}).constraint("rod", "|a - b| = 2");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) ==
        Names{"energy", "momentum along x", "momentum along y", "angular momentum about z"});
  CHECK(all_exact(all));
  CHECK(named(all, "momentum along x").value(model.start()) == Approx(4.0));
  CHECK(named(all, "momentum along y").value(model.start()) == Approx(1.5));
  CHECK(named(all, "angular momentum about z").value(model.start()) == Approx(3.0));
  const double worst = worst_change(all, model, 3.0);
  MESSAGE("dumbbell: change " << worst);
  CHECK(worst < 1e-9);
}

TEST_CASE("two masses without a rod each conserve their own momentum") {
  Model model("apart");
  model.mass("a", 1.0).mass("b", 3.0, {.at = {2, 0, 0}}).gravity({0.0, 0.0, -9.81});
  const System system(model);
  CHECK(names(conserved(system)) ==
        Names{"energy", "momentum of a along x", "momentum of a along y",
              // both fall alike: m_b z_a' - m_a z_b'
              "momentum of a along z - 0.333333 * momentum of b along z", "momentum of b along x",
              "momentum of b along y", "angular momentum about z"});
}

TEST_CASE("a knife edge is invariant under translation, but conserves no momentum in the plane") {
  Model model("knife edge");
  model.coordinate("x", {.rate = 0.8}).coordinate("y").coordinate("th", {.rate = 1.7});
  model.kinetic("x'^2 + y'^2 + th'^2/2").constraint("edge", "cos(th)*y' - sin(th)*x' = 0");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "momentum of th"});
  CHECK(all_exact(all));
  CHECK(named(all, "energy").value(model.start()) == Approx(0.64 + 1.445));
  CHECK(worst_change(all, model, 4.0) < 1e-9);
  // its momentum along x does change
  const Trajectory motion = run(model, {.until = 1.0});
  CHECK(std::abs(motion.at(1.0).u[0] - 0.8) > 0.5);
}

TEST_CASE("Chaplygin's sleigh conserves its energy alone") {
  Model model("sleigh");
  model.coordinate("x").coordinate("y").coordinate("th");
  model.kinetic("x'^2 + y'^2 + 3/2*th'^2");
  model.constraint("edge", "-sin(th)*x' + cos(th)*y' - 0.5*th' = 0");
  const System system(model);
  CHECK(names(conserved(system)) == Names{"energy"});
}

// T = ((M + m) s'^2 + 2 m l s' th' cos th + m l^2 th'^2)/2 with M = 3, m = 1, l = 2.
TEST_CASE("the coordinate of a cart with a pendulum is cyclic until a wall is added") {
  Model model("cart");
  model.coordinate("s", {.rate = 0.5}).coordinate("th", {.start = 0.4, .rate = 0.3});
  model.kinetic("2*s'^2 + 2*s'*th'*cos(th) + 2*th'^2").potential("-9.81*2*cos(th)");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "momentum of s"});
  CHECK(all_exact(all));
  CHECK(named(all, "momentum of s").value(model.start()) ==
        Approx(4.0 * 0.5 + 2.0 * 0.3 * std::cos(0.4)));
  CHECK(worst_change(all, model, 5.0) < 1e-9);
  model.constraint("wall", "s <= 3");
  const System walled(model);
  CHECK(names(conserved(walled)) == Names{"energy"});
}

TEST_CASE("a spherical pendulum in angles or with a quasi-velocity conserves the same quantities") {
  for (const bool quasi : {false, true}) {
    Model model("angles");
    model.coordinate("th", {.start = 1.0, .rate = 0.2}).coordinate("ph", {.rate = 0.7});
    model.kinetic("(th'^2 + sin(th)^2*ph'^2)/2").potential("9.81*cos(th)");
    if (quasi) model.quasi_velocity("a", "th' + ph'").quasi_velocity("b", "2*ph'");
    const System system(model);
    const auto all = conserved(system);
    CHECK(names(all) == Names{"energy", "momentum of ph"});
    CHECK(all_exact(all));
    const double sine = std::sin(1.0);
    CHECK(all[1].value(model.start()) == Approx(sine * sine * 0.7));
    CHECK(worst_change(all, model, 3.0) < 1e-9);
  }
}

TEST_CASE("friction takes energy; between two masses it changes no momentum of both") {
  Model model("blocks");
  model.mass("a", 1.0, {.velocity = {1, 0, 0}, .axes = "xz"})
      .mass("b", 2.0, {.axes = "xz"})
      .constraint("on", "b.z >= a.z",
                  {.friction = FrictionOptions{.coefficient = 0.3, .slip = "b.x' - a.x'"}});
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"momentum along x", "momentum along z"});
  CHECK(all_exact(all));
}

// Theory 12-1.
TEST_CASE("a moving constraint does work, and energy is not conserved") {
  Model model("lift");
  model.mass("a", 1.0, {.velocity = {1, 2, "0.1"}}).gravity({0, 0, -9.81});
  model.constraint("lift", "a.z = 0.1*sin(t)");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"momentum along x", "momentum along y", "angular momentum about z"});
  CHECK(worst_change(all, model, 2.0) < 1e-9);
}

// A wall that approaches at 3 m/s, a wire that turns at 2 rad/s: the energy and the momentum that
// they supply are proportional.
TEST_CASE("a uniformly moving constraint conserves energy minus a multiple of momentum") {
  Model wall("wall");
  wall.mass("a", 1.0, {.at = {0, 0, 0}, .velocity = {1, 0, 0}});
  wall.constraint("wall", "a.x >= 3*t - 1");
  const System walled(wall);
  const auto with_wall = conserved(walled);
  CHECK(names(with_wall).front() == "energy - 3 * momentum along x");
  CHECK(all_exact(with_wall));

  Model wire("wire");
  wire.mass("a", 1.0, {.at = {0.5, 0, 0}, .velocity = {0, 1.0, 0}, .axes = "xy"});
  wire.constraint("wire", "a.y*cos(2*t) = a.x*sin(2*t)");
  const System turning(wire);
  const auto all = conserved(turning);
  CHECK(names(all) == Names{"energy - 2 * angular momentum about z"});
  CHECK(all_exact(all));
  // x = cosh(2t)/2 along the wire: T = r'^2/2 + 2 r^2, L = 2 r^2; T - 2 L = -2 r^2 = -1/2 at first
  CHECK(all[0].value(wire.start()) == Approx(-0.5));
  const double worst = worst_change(all, wire, 2.0);
  MESSAGE("turning wire: change " << worst);
  CHECK(worst < 1e-9);
}

TEST_CASE("a bead on a helix conserves a screw momentum") {
  Model model("helix");
  model.mass("a", 2.0, {.at = {1, 0, 0}, .velocity = {0, 0.5, 0.5}});
  model.constraint("cylinder", "a.x^2 + a.y^2 = 1")
      .constraint("turn", "a.x*sin(a.z) = a.y*cos(a.z)");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "angular momentum about z + momentum along z"});
  CHECK(all_exact(all));
  CHECK(all[1].value(model.start()) == Approx(2.0));
  CHECK(worst_change(all, model, 3.0) < 1e-9);
}

TEST_CASE("oblique gravity conserves momentum across it") {
  Model model("aslant");
  model.mass("a", 1.0, {.velocity = {1, 0, 2}}).gravity({3.0, 0.0, 3.0});
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"energy", "momentum along (1, 0, -1)", "momentum along y",
                            "angular momentum about (1, 0, 1)"});
  CHECK(all[1].value(model.start()) == Approx(-1.0));
}

TEST_CASE("drag dissipates energy, a magnetic force does not, and a formula may be a potential") {
  const auto found = [](const Triple& force, const char* potential) {
    Model model("forced");
    model.mass("a", 1.0, {.at = {1, 0, 0}});
    model.force("a", force);
    if (potential) model.potential(potential);
    const System system(model);
    const auto all = conserved(system);
    CHECK(all_exact(all));
    return names(all);
  };
  const Names turns = {"angular momentum about x", "angular momentum about y",
                       "angular momentum about z"};
  CHECK(found({"-0.1*v"}, nullptr) == Names{});
  CHECK(found({"2*a.y'", "-2*a.x'", 0}, nullptr) == Names{"energy", "momentum along z"});
  // not seen to be a potential
  CHECK(found({"-a.x", "-a.y", "-a.z"}, nullptr) == turns);
  Names with_energy = turns;
  with_energy.insert(with_energy.begin(), "energy");
  CHECK(found({0, 0, 0}, "-1/|a|") == with_energy);
}

TEST_CASE("forces at different times are judged separately, and so are impulses") {
  Model model("times");
  model.mass("a", 1.0);
  model.force("a", {1, 0, 0}, {.from = 1.0, .until = 2.0});
  model.force("a", {-1, 0, 0}, {.from = 3.0, .until = 4.0});
  const System system(model);
  // not along x, though the two together vanish
  const auto all = names(conserved(system));
  CHECK(std::ranges::find(all, "momentum along x") == all.end());
  CHECK(std::ranges::find(all, "momentum along y") != all.end());

  Model struck("struck");
  struck.mass("a", 1.0).impulse("a", {0, 0, 2}, 1.0);
  const System hit(struck);
  const auto left = conserved(hit);
  CHECK(names(left) ==
        Names{"energy", "momentum along x", "momentum along y", "angular momentum about z"});
  CHECK(worst_change({left.begin() + 1, left.end()}, struck, 2.0) < 1e-12);
  CHECK(!left[0].through_impacts());
}

TEST_CASE("momenta are conserved through impacts") {
  Model model("bounce");
  model.mass("a", 1.0, {.at = {0, 0, 1}, .velocity = {1, 2, 0}});
  model.mass("b", 2.0, {.at = {1, 0, 1}, .velocity = {1, 0, 0}});
  model.gravity({0, 0, -9.81}).constraint("floor", "a.z >= 0").constraint("floor2", "b.z >= 0");
  model.constraint("string", "|a - b| <= 1.5");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) ==
        Names{"energy", "momentum along x", "momentum along y", "angular momentum about z"});
  CHECK(all[1].through_impacts());
  const std::vector<Conserved> momenta(all.begin() + 1, all.end());
  CHECK(worst_change(momenta, model, 3.0) < 1e-9);
  // the floor takes energy
  const Trajectory motion = run(model, {.until = 3.0});
  CHECK(largest_change(all[0], states(motion)) > 0.1);
}

TEST_CASE("a spring that begins far away is not overlooked") {
  Model model("far");
  model.mass("a", 1.0).potential("max(0, a.x - 50)^2");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) ==
        Names{"energy", "momentum along y", "momentum along z", "angular momentum about x"});
  CHECK(all_exact(all));
}

TEST_CASE("for constraints from code conservation is checked numerically") {
  Model model("code");
  model.mass("a", 1.0, {.at = {1, 0, 0}, .velocity = {0, 1, 0}});
  model.equation("ball", {"a.x", "a.y", "a.z"}, Function::of<3>([](const auto& x) {
                   return x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1.0;
                 }));
  const System system(model);
  const auto all = conserved(system);
  CHECK(all.size() == 4);
  for (const Conserved& one : all) {
    CHECK(!one.exact());
    CHECK(one.residual() < 1e-12);
  }
}

TEST_CASE("in a rotating frame the energy is Jacobi's integral") {
  // T = (x'^2 + y'^2)/2 + 2 (x y' - y x') + 2 (x^2 + y^2): E = (x'^2 + y'^2)/2 - 2 (x^2 + y^2)
  Model model("turning");
  model.coordinate("x", {.start = 1, .rate = 0.3}).coordinate("y", {.rate = 0.4});
  model.kinetic("((x' - 2*y)^2 + (y' + 2*x)^2)/2");
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) == Names{"Jacobi's energy"});
  CHECK(all[0].value(model.start()) == Approx(0.125 - 2.0));
  CHECK(worst_change(all, model, 2.0) < 1e-9);
}

TEST_CASE("a long chain conserves the momenta of all its points together") {
  Model model("chain");
  for (int i = 0; i < 60; ++i) {
    model.mass(fmt::format("m{}", i), 1.0, {.at = {i, 0, 0}, .velocity = {0, i % 3, 0}});
    if (i > 0)
      model.constraint(fmt::format("link{}", i), fmt::format("|m{} - m{}| <= 1", i - 1, i));
  }
  model.gravity({0, 0, -9.81});
  const System system(model);
  const auto all = conserved(system);
  CHECK(names(all) ==
        Names{"energy", "momentum along x", "momentum along y", "angular momentum about z"});
  CHECK(all_exact(all));
  CHECK(named(all, "momentum along y").value(model.start()) == Approx(60.0));
}
