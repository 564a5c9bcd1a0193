// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/stepping.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/scale/net_pattern.hpp"

using namespace zwang;
using scale::NetPattern;
using scale::Processes;

namespace {

constexpr const char* drag = "-0.002*v";
constexpr const char* ball = "|p| >= 0.4";

NetPattern net(PetscInt n) {
  NetPattern net;
  const double step = 1.4 / static_cast<double>(n - 1);
  net.size = {n, n};
  net.corner = {-0.7, -0.7, 0.45};
  net.along = {step, 0.0, 0.0};
  net.across = {0.0, step, 0.0};
  net.mass = 0.4 / static_cast<double>(n * n);
  net.held = {{0, 0}, {n - 1, n - 1}};
  net.gravity = {0.0, 0.0, -9.81};
  net.add_strings(0.01);
  net.add(scale::family_form("ball", ball, {"p"}), {});
  Model one;
  one.mass("p", 1.0).force("p", drag);
  for (const Force& force : one.forces())
    net.forces.push_back(scale::force_form(force, one.points()[0]));
  return net;
}

// The same as a model of one machine.
Model whole(const NetPattern& net, double slack) {
  Model model;
  model.gravity({net.gravity[0], net.gravity[1], net.gravity[2]});
  const auto name = [](PetscInt n) { return fmt::format("p{}", n); };
  for (PetscInt n = 0; n < net.points(); ++n) {
    const scale::PatternPoint point = net.point(n);
    const Triple at = {point.at[0], point.at[1], point.at[2]};
    if (point.mass == 0.0) {
      model.fixed(name(n), at);
      continue;
    }
    model.mass(name(n), point.mass,
               {.at = at, .velocity = {point.velocity[0], point.velocity[1], point.velocity[2]}});
    if (!net.forces.empty()) model.force(name(n), drag);
  }
  const auto length = [&](const scale::Three& step) {
    return fmt::format("|p - q| <= {:.17g}", std::hypot(step[0], step[1], step[2]) * (1.0 + slack));
  };
  const std::vector<std::string> texts = {length(net.along), length(net.across), ball};
  std::vector<PetscInt> found;
  for (PetscInt n = 0; n < net.points(); ++n)
    for (std::size_t f = 0; f < net.families.size(); ++f) {
      net.members(f, n, found);
      if (found.empty()) continue;
      std::vector<std::pair<std::string, std::string>> words = {{"p", name(found[0])}};
      if (found.size() > 1) words.emplace_back("q", name(found[1]));
      model.constraint(fmt::format("{}_{}", net.families[f].name, n), texts[f], words, {});
    }
  return model;
}

struct Far {
  double apart = 0.0, natural = 0.0;
  long together = 0;  // steps in which constraints acted
  long halved = 0;
};

// Steps of both, and how far they are apart.
Far apart(const NetPattern& net, double slack, int steps, double h) {
  const Processes processes;
  const Model model = whole(net, slack);
  const System system(model);
  zwang::Stepping one(system);
  State truth = model.start();
  const scale::Partition partition(processes, net);
  const scale::SystemPart part(processes, net, partition);
  scale::Stepping many(part);
  State state{part.start(), part.start_velocities(), 0.0};
  // where the coordinates of a point are in the whole
  std::vector<int> place(static_cast<std::size_t>(net.points()), -1);
  for (PetscInt n = 0, next = 0; n < net.points(); ++n)
    if (net.point(n).mass > 0.0) place[static_cast<std::size_t>(n)] = 3 * next++;
  Far far;
  for (int step = 0; step < steps; ++step) {
    const double time = h * (step + 1);
    REQUIRE(one.advance_to(truth, time, [](const State&, double) {}) == StepOutcome::taken);
    REQUIRE(many.advance_to(state, time) == StepOutcome::taken);
    double here = 0.0;
    for (std::size_t k = 0; k < part.points().size(); ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const int there = place[static_cast<std::size_t>(part.points()[k])] + axis;
        const auto mine = static_cast<Eigen::Index>(3 * k) + axis;
        here = std::max(here, std::abs(state.q[mine] - truth.q[there]));
      }
    far.apart = std::max(far.apart, processes.largest(here));
    double active = 0.0;
    for (const double impulse : many.impulses()) active += impulse > 0.0;
    far.together += processes.sum(active) > 0.0;
  }
  far.natural = many.counts().natural;
  far.halved = many.counts().halved;
  CHECK(many.counts().halved == one.counts().halved);
  CHECK(many.counts().dissipative == one.counts().dissipative);
  CHECK(many.book().most == doctest::Approx(one.book().most).epsilon(1e-6));
  CHECK(many.book().rise() <= allowed_rise);
  CHECK(std::abs(many.counts().violation) < 1e-9);
  return far;
}

}  // namespace

TEST_CASE("every point has one owner, and constraints reach no farther than the halo") {
  const Processes processes;
  const NetPattern twenty = net(20);
  const scale::Partition partition(processes, twenty);
  const scale::SystemPart part(processes, twenty, partition);
  CHECK(processes.sum(static_cast<int>(partition.points().size())) == 400);
  CHECK(processes.sum(static_cast<int>(part.points().size())) == 398);
  CHECK(processes.sum(part.constraints()) == 2 * 20 * 19 + 398);
  // about as many each, and a halo like a border
  CHECK(static_cast<int>(partition.points().size()) * processes.count() < 1.2 * 400);
  CHECK((part.unknowns()->size() - part.own()) / 3 <= 45);
  double sum = 0.0;
  for (const PetscInt n : partition.points()) sum += n;
  CHECK(processes.sum(sum) == 400.0 * 399.0 / 2.0);
}

TEST_CASE("a net in parts falls on a ball as on a single machine") {
  const Far far = apart(net(10), 0.01, 110, 2.5e-3);
  CHECK(far.apart < 1e-9);
  CHECK(far.natural <= 1e-10);
  CHECK(far.together > 30);
}

TEST_CASE("steps of a whipping net in parts are halved as on a single machine") {
  NetPattern whip;
  whip.size = {9, 9};
  whip.along = {0.5, 0.0, 0.0};
  whip.across = {0.0, 0.5, 0.0};
  whip.mass = 0.1;
  whip.held = {{0, 0}, {8, 8}};
  whip.velocity = {0.0, 0.0, -6.0};
  whip.gravity = {0.0, 0.0, -9.81};
  whip.add_strings(0.05);
  const Far far = apart(whip, 0.05, 150, 4e-3);
  CHECK(far.apart < 1e-6);
  CHECK(far.halved > 0);
}

TEST_CASE("a curtain that is taut from the start moves in parts as on a single machine") {
  NetPattern curtain;
  curtain.size = {10, 9};
  curtain.along = {0.0, 0.0, -0.1};
  curtain.across = {0.1, 0.0, 0.0};
  for (PetscInt j = 0; j < 9; ++j) curtain.held.push_back({0, j});
  curtain.gravity = {0.0, 0.0, -9.81};
  curtain.kick = 0.1;
  curtain.add_strings(0.0);
  const Far far = apart(curtain, 0.0, 30, 1e-3);
  CHECK(far.apart < 1e-9);
  CHECK(far.natural <= 1e-10);
}

TEST_CASE("features that systems in parts lack are rejected by name") {
  const auto refused = [](const std::string& text) {
    try {
      scale::family_form("odd", text, {"p", "q"});
    } catch (const Error& error) {
      return error.code() == Code::E120;
    }
    return false;
  };
  CHECK(refused("|p - q| <= 1 + t"));
  CHECK(refused("p.x' = q.x'"));
  CHECK(refused("0 <= p.x <= 1"));
  CHECK_FALSE(refused("|p - q| <= 1"));
}
