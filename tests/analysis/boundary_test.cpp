// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Geodesics between given places, judged by the action itself.

#include "zwang/analysis/boundary.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "tests/count.hpp"
#include "zwang/analysis/variation_path.hpp"

namespace {

using namespace zwang;

std::unique_ptr<Model> cart() {
  auto model = std::make_unique<Model>("cart");
  for (const char* name : {"x", "y", "w"}) model->coordinate(name);
  model->kinetic("(x'^2 + y'^2 + 0.5*w'^2)/2").constraint("axle", "cos(w)*y' - sin(w)*x' = 0");
  return model;
}

std::unique_ptr<Model> linear_complex() {
  auto model = std::make_unique<Model>("linear complex");
  for (const char* name : {"x", "y", "z"}) model->coordinate(name);
  model->kinetic("(x'^2 + y'^2 + z'^2)/2").constraint("complex", "y*x' - x*y' + 0.8*z' = 0");
  return model;
}

std::unique_ptr<Model> disc() {
  auto model = std::make_unique<Model>("rolling disc");
  for (const char* name : {"x", "y", "th", "ps"}) model->coordinate(name);
  model->kinetic("(2*(x'^2 + y'^2) + 0.3*th'^2 + 0.4*ps'^2)/2");
  model->constraint("along", "x' - 0.5*cos(th)*ps' = 0");
  model->constraint("across", "y' - 0.5*sin(th)*ps' = 0");
  return model;
}

// The derivative of int (T - U + rho Phi) dt along a variation that vanishes at the ends, by
// Simpson's rule and central differences.
double first_variation(const System& system, const Path& path, const Vector& one,
                       const Vector& two) {
  constexpr int pieces = 400;
  const double whole = path.end() - path.begin(), pi = 3.141592653589793;
  const auto action = [&](double eps) {
    double sum = 0.0;
    for (int i = 0; i <= pieces; ++i) {
      const double s = static_cast<double>(i) / pieces, t = path.begin() + s * whole;
      State state = path.at(t);
      state.q += eps * (std::sin(pi * s) * one + std::sin(2 * pi * s) * two);
      state.u += eps * (pi * std::cos(pi * s) * one + 2 * pi * std::cos(2 * pi * s) * two) / whole;
      double value = system.kinetic(state) - system.potential(state);
      const Snapshot snapshot = system.at(state);
      const Vector rho = path.rho(t);
      for (int k = 0; k < system.constraints(); ++k)
        value += rho[k] * snapshot.rows[static_cast<std::size_t>(k)].rate;
      sum += value * (i == 0 || i == pieces ? 1.0 : i % 2 == 1 ? 4.0 : 2.0);
    }
    return sum * whole / (3.0 * pieces);
  };
  return (action(1e-4) - action(-1e-4)) / 2e-4;
}

}  // namespace

// Theory 10-1, 10-11.
TEST_CASE("between two places the first variation vanishes") {
  const int count = asked_count(20, 1000);
  std::mt19937 random(1905);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (const auto& model : {cart(), linear_complex(), disc()}) {
    const System system(*model);
    const Variation variation(
        system, std::vector<Treatment>(model->constraints().size(), Treatment::geodesic));
    int found = 0;
    double steepest = 0.0, farthest = 0.0;
    for (int i = 0; i < count; ++i) {
      const auto place = [&] {
        return Vector(Vector::NullaryExpr(system.coordinates(), [&] { return number(random); }));
      };
      const Vector from = place(), to = place();
      const BoundaryPath joined = join(variation, from, to, 0.0, 1.0);
      if (!joined.found) continue;
      ++found;
      farthest = std::max(farthest, joined.miss);
      const Path path = follow(variation, joined.start, joined.rho, 1.0, 1e-11);
      for (int k = 0; k < 20; ++k)
        steepest = std::max(steepest, std::abs(first_variation(system, path, place(), place())));
    }
    MESSAGE(system.model().name() << ": " << found << " of " << count << " found, miss " << farthest
                                  << ", first variation " << steepest);
    CHECK(found >= 0.95 * count - 0.1);
    CHECK(steepest < 1e-6);
  }
}
