// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model that is described and its system do not change: eight threads query, analyse, run and
// resume one at the same time, and any number of queries leave it as it was. Built with the preset
// `tsan` the thread sanitizer looks on.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <thread>
#include <vector>

#include "zwang/analysis/phase_flow.hpp"
#include "zwang/laws/conserved.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/system/quantity.hpp"

using namespace zwang;

namespace {

// A bead on a hoop that turns, thrown so that it bounces from a stop: T as a formula, one equation,
// one inequality.
Model bead() {
  Model model("bead");
  model.coordinate("r", {.start = 1.0, .rate = 0.3})
      .coordinate("phi", {.start = 0.2, .rate = 1.03});
  model.kinetic("(r'^2 + r^2*phi'^2)/2").potential("r^2/4 + sin(phi)");
  model.constraint("stop", "r <= 1.2", {.restitution = 0.5}).constraint("turn", "phi' = 1 + r'/10");
  return model;
}

// Stops at t = 0.5.
class Half : public Recorder {
 public:
  void checkpoint(const Checkpoint& checkpoint) override { last = checkpoint; }
  bool stop() override { return last.state.t >= 0.5; }
  Checkpoint last;
};

// All that is told of the system by one thread.
std::vector<double> told(const System& system) {
  std::vector<double> numbers;
  const State start = system.model().start();
  for (int i = 0; i < 40; ++i) {
    const Query asked(system, fmt::format("kinetic*{} + sin(r*{})*stop.gap", i, i + 1));
    numbers.push_back(asked.value({start, {0.0, 0.0}, {0, 0}}));
  }
  const auto flow = PhaseFlow(system).at(start);
  REQUIRE(flow.has_value());
  numbers.push_back(flow->accelerations[0]);
  numbers.push_back(static_cast<double>(conserved(system).size()));
  const Trajectory whole = run(system, start, {.until = 1.0});
  Half half;
  REQUIRE(run(system, start, {.until = 1.0, .recorder = &half}).outcome == RunOutcome::stopped);
  const Trajectory rest = resume(system, half.last, {.until = 1.0});
  REQUIRE(whole.outcome == RunOutcome::finished);
  REQUIRE(rest.outcome == RunOutcome::finished);
  for (const Trajectory* const one : {&whole, &rest})
    for (const double q : one->last.state.q) numbers.push_back(q);
  return numbers;
}

}  // namespace

TEST_CASE("eight threads query, analyse, run and resume one system") {
  const Model model = bead();
  const System system(model);
  const std::size_t size = model.graph().size();
  const std::vector<double> alone = told(system);
  CHECK(alone[0] == 0.0 + std::sin(1.0) * (1.0 - 1.2));
  std::array<std::vector<double>, 8> all;
  {
    std::vector<std::jthread> threads;
    for (auto& one : all) threads.emplace_back([&] { one = told(system); });
  }
  for (const auto& one : all) CHECK(one == alone);
  CHECK(model.graph().size() == size);
}

// A graph may have a million nodes; each query has a layer of its own and adds none to the model.
TEST_CASE("any number of queries leave the model unchanged") {
  const Model model = bead();
  const System system(model);
  const std::size_t size = model.graph().size();
  double sum = 0.0;
  for (int i = 0; i < 400000; ++i)
    sum += Query(system, fmt::format("r + {}.5", i)).value({model.start(), {0.0, 0.0}, {0, 0}});
  CHECK(sum == 400000 * 1.5 + 400000.0 * 399999.0 / 2.0);
  CHECK(model.graph().size() == size);
}
