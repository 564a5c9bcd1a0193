// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Many constraints at once: long chains against the same motion in joint angles, and strings that
// hang together by the hundred.

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "tests/motion/rigid_chain.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;

struct Tip {
  double x = 0.0, y = 0.0;
};

Tip expected_tip(int links) {
  std::ifstream file(ZWANG_REFERENCE "/rigid_chain.csv");
  std::string line;
  while (std::getline(file, line)) {
    int found = 0;
    double t = 0.0;
    Tip tip;
    const int read = std::sscanf(line.c_str(), "%d,%lf,%lf,%lf", &found, &t, &tip.x, &tip.y);
    if (read == 4 && found == links && t == 1.0) return tip;
  }
  return {};
}

double energy(const System& system, const State& state) {
  const Snapshot at = system.at(state);
  double sum = 0.5 * at.mass.square(state.u);
  const int links = system.coordinates() / 3;
  for (int i = 0; i < links; ++i) sum += 9.81 / links * state.q[3 * i + 1];
  return sum;
}

// Prints the cost of a simulated second with ZWANG_SHOW.
void follow_chain(int links) {
  CAPTURE(links);
  const auto model = rigid_chain(links);
  const System system(*model);
  const auto begin = std::chrono::steady_clock::now();
  const Trajectory motion = run(system, model->start(), {.until = 1.0, .keep_course = false});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  REQUIRE(motion.outcome == RunOutcome::finished);
  CHECK(motion.verdict.holds());
  const State& end = motion.last.state;
  const double half = 0.5 / links;
  const Tip wanted = expected_tip(links);
  const double x = end.q[3 * links - 3] + half * std::sin(end.q[3 * links - 1]);
  const double y = end.q[3 * links - 2] - half * std::cos(end.q[3 * links - 1]);
  const double off = std::hypot(x - wanted.x, y - wanted.y);
  CHECK(off < 1e-6);
  double gap = 0.0, gained = 0.0;
  const double first = energy(system, model->start());
  for (const Frame& frame : motion.frames) {
    const State state{frame.q, frame.u, frame.t};
    for (const Row& row : system.at(state).rows) gap = std::max(gap, std::abs(row.f));
    gained = std::max(gained, std::abs(energy(system, state) - first));
  }
  CHECK(gap < 1e-12);
  CHECK(gained < 1e-10 * 9.81);
  if (std::getenv("ZWANG_SHOW"))
    MESSAGE(links << " links: " << seconds << " s, " << motion.steps << " steps, tip " << off
                  << ", gap " << gap << ", energy " << gained / 9.81);
}

}  // namespace

TEST_CASE("chains of rigid links follow the reference") {
  follow_chain(10);
  if (std::getenv("ZWANG_SLOW")) return;
  follow_chain(100);
  // a minute
  if (std::getenv("ZWANG_LONG")) follow_chain(1000);
}

TEST_CASE("a hundred coupled constraints start at once") {
  // masses on strings in one line under gravity: the upper string carries all of them
  constexpr int count = 400;
  Model model("line");
  model.gravity({0.0, 0.0, -10.0});
  for (int i = 0; i < count; ++i)
    model.mass(fmt::format("m{}", i), 1.0, {.at = {0.0, 0.0, -0.01 * (i + 1)}, .axes = "xz"});
  for (int i = 0; i < count; ++i)
    model.constraint(
        fmt::format("s{}", i),
        fmt::format("|m{} - {}| <= 0.01", i, i == 0 ? "[0, 0, 0]" : fmt::format("m{}", i - 1)));
  const Instant instant = accelerations(model, model.start());
  REQUIRE(instant.usable());
  CHECK(instant.certificate.holds(1e-9));
  CHECK(instant.accelerations.cwiseAbs().maxCoeff() < 1e-8);
  for (int i = 0; i < count; ++i)
    CHECK(instant.constraints[static_cast<std::size_t>(i)].multiplier ==
          doctest::Approx(10.0 * (count - i)).epsilon(1e-9));
}
