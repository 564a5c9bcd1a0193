// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// N frictionless spheres dropped into a box, zwang: a packing in time steps.
#include "bench/peers/common/spheres.hpp"
#include "bench/peers/common/stopwatch.hpp"
#include "zwang/model/model.hpp"
#include "zwang/stepping/stepping.hpp"
#include "zwang/system/system.hpp"

using namespace zwang;

static void run(int count, double h, double until) {
  const ::Pack pack(count);
  Model model("spheres");
  model.gravity({0.0, 0.0, -9.81});
  model.parameter("r", pack.r).parameter("w", pack.half - pack.r);
  std::vector<std::string> names;
  for (const auto& p : pack.p) {
    const std::string& name = names.emplace_back("m" + std::to_string(names.size()));
    model.mass(name, 1.0, {.at = {p[0], p[1], p[2]}});
    model.constraint(name + "floor", name + ".z >= r");
    model.constraint(name + "x", "-w <= " + name + ".x <= w");
    model.constraint(name + "y", "-w <= " + name + ".y <= w");
  }
  model.packing("spheres", names, "2*r");
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  const long steps = std::lround(until / h), half = steps / 2;
  double cpu = 0;
  for (long k = 0; k < steps; ++k) {
    if (k == half) cpu = cpu_now();
    if (stepping.advance(state, h) != StepOutcome::taken) {
      std::printf("zwang-0.1.0,steps,%g FAILED,%d,%g\n", h, count, until);
      return;
    }
  }
  cpu = (cpu_now() - cpu) / static_cast<double>(steps - half);
  auto x = pack.p;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) x[i][k] = state.q[static_cast<Eigen::Index>(3 * i + k)];
  std::printf("zwang-0.1.0,steps,%g,%d,%g,%zu,%.2e,%.2e,%.4e\n", h, count, until,
              stepping.pair_impulses().size(), pack.penetration(x) / pack.r,
              stepping.counts().natural, cpu);
  std::fflush(stdout);
}

int main() {
  run(1000, 5e-3, 0.3);
  run(1000, 5e-3, 1.0);
  run(1000, 1e-3, 0.3);
}
