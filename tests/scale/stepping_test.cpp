// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/stepping.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <set>

#include "zwang/scale/grid.hpp"

using namespace zwang;
using scale::Grid;
using scale::Processes;

namespace {

Grid net(PetscInt n) {
  Grid grid;
  grid.size = {n, n};
  grid.corner = {-0.7, -0.7, 0.45};
  grid.along = {1.4, 0.0, 0.0};
  grid.across = {0.0, 1.4, 0.0};
  grid.mass = 0.4;
  grid.slack = 0.01;
  grid.held = Grid::Held::two_corners;
  grid.gravity = {0.0, 0.0, -9.81};
  grid.drag = 0.002;
  grid.on_points("ball", "|p| >= 0.4");
  grid.tie();
  return grid;
}

// The same as a model of one machine, conditions in another order.
Model whole(const Grid& grid) {
  Model model;
  model.gravity({grid.gravity[0], grid.gravity[1], grid.gravity[2]});
  const auto name = [](PetscInt n) { return fmt::format("p{}", n); };
  for (PetscInt n = 0; n < grid.points(); ++n) {
    const scale::PatternPoint point = grid.point(n);
    const Triple at = {point.at[0], point.at[1], point.at[2]};
    if (point.mass == 0.0) {
      model.fixed(name(n), at);
      continue;
    }
    model.mass(name(n), point.mass,
               {.at = at, .velocity = {point.velocity[0], point.velocity[1], point.velocity[2]}});
    if (grid.drag > 0.0) model.force(name(n), fmt::format("-{}*v", grid.drag));
  }
  std::vector<PetscInt> found;
  for (PetscInt n = 0; n < grid.points(); ++n)
    for (std::size_t f = 0; f < grid.families().size(); ++f) {
      grid.members(f, n, found);
      if (found.empty()) continue;
      const scale::FamilyForm& form = grid.families()[f];
      std::vector<std::pair<std::string, std::string>> words;
      for (std::size_t k = 0; k < found.size(); ++k)
        words.emplace_back(form.points[k], name(found[k]));
      model.condition(fmt::format("{}_{}", form.name, n), form.text, words, {});
    }
  return model;
}

struct Far {
  double apart = 0.0, natural = 0.0;
  long together = 0;  // steps in which conditions acted
};

// Steps of both, and how far they are apart.
Far apart(const Grid& grid, int steps, double h) {
  const Processes processes;
  const Model model = whole(grid);
  const System system(model);
  zwang::Stepping one(system);
  State truth = model.start();
  const scale::Partition partition(processes, grid);
  const scale::SystemPart part(processes, grid, partition);
  scale::Stepping many(part);
  State state{part.start(), part.start_velocities(), 0.0};
  // where the coordinates of a point are in the whole
  std::vector<int> place(static_cast<std::size_t>(grid.points()), -1);
  for (PetscInt n = 0, next = 0; n < grid.points(); ++n)
    if (grid.point(n).mass > 0.0) place[static_cast<std::size_t>(n)] = 3 * next++;
  Far far;
  for (int step = 0; step < steps; ++step) {
    REQUIRE(one.advance(truth, h) == StepOutcome::taken);
    REQUIRE(many.advance(state, h) == StepOutcome::taken);
    double here = 0.0;
    for (std::size_t k = 0; k < part.points().size(); ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const int there = place[static_cast<std::size_t>(part.points()[k])] + axis;
        const auto mine = static_cast<Eigen::Index>(3 * k) + axis;
        here = std::max(here, std::abs(state.q[mine] - truth.q[there]));
      }
    far.apart = std::max(far.apart, processes.largest(here));
    double acting = 0.0;
    for (const double impulse : many.impulses()) acting += impulse > 0.0;
    far.together += processes.sum(acting) > 0.0;
  }
  far.natural = many.counts().natural;
  CHECK(std::abs(many.counts().violation) < 1e-9);
  return far;
}

}  // namespace

TEST_CASE("every point has one owner, and conditions reach no farther than the halo") {
  const Processes processes;
  const Grid grid = net(20);
  const scale::Partition partition(processes, grid);
  const scale::SystemPart part(processes, grid, partition);
  CHECK(processes.sum(static_cast<int>(partition.points().size())) == 400);
  CHECK(processes.sum(static_cast<int>(part.points().size())) == 398);
  CHECK(processes.sum(part.conditions()) == 2 * 20 * 19 + 398);
  // about as many each, and a halo like a border
  CHECK(static_cast<int>(partition.points().size()) * processes.count() < 1.2 * 400);
  CHECK((part.unknowns()->size() - part.own()) / 3 <= 45);
  double sum = 0.0;
  for (const PetscInt n : partition.points()) sum += n;
  CHECK(processes.sum(sum) == 400.0 * 399.0 / 2.0);
}

TEST_CASE("a net falls on a ball in parts as it does on one machine") {
  const Far far = apart(net(12), 150, 2e-3);
  CHECK(far.apart < 1e-9);
  CHECK(far.natural <= 1e-10);
  CHECK(far.together > 50);
}

TEST_CASE("a curtain hangs, taut from the start") {
  Grid grid;
  grid.size = {10, 9};
  grid.along = {0.0, 0.0, -1.0};
  grid.across = {0.9, 0.0, 0.0};
  grid.held = Grid::Held::first_row;
  grid.gravity = {0.0, 0.0, -9.81};
  grid.kick = 0.1;
  grid.tie();
  const Far far = apart(grid, 100, 1e-3);
  CHECK(far.apart < 1e-9);
  CHECK(far.natural <= 1e-10);
}
