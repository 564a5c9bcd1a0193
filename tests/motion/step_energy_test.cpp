// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The energy of time steps: booked impulse by impulse, and never above its lowest by much.

#include "zwang/stepping/step_energy.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/motion/ball_and_chain.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/stepping/stepping.hpp"

namespace {

using namespace zwang;

double energy_of(const System& system, const State& state) {
  return system.kinetic(state) + system.potential(state);
}

// The largest rise of the energy above its lowest before.
struct Rise {
  double lowest = always, most = 0.0;

  void note(double energy) {
    lowest = std::min(lowest, energy);
    most = std::max(most, energy - lowest);
  }
};

}  // namespace

// With plain steps of 1 ms 941 J become 4,000 J and 3,400 J.
// Theory 17-3, 17-6.
TEST_CASE("when a ball falls into a chain, energy does not rise and every joule is accounted for") {
  for (const char* const sign : {"<=", "="}) {
    CAPTURE(sign);
    const auto model = ball_and_chain(sign);
    const System system(*model);
    State state = model->start();
    const double start = energy_of(system, state);
    Stepping stepping(system);
    Rise rise;
    double before = start, unbooked = 0.0, shortest = 1.0;
    for (int k = 1; k <= 1000; ++k) {
      const auto outcome = stepping.advance_to(state, 1e-3 * k, [&](const State& after, double h) {
        const double energy = energy_of(system, after);
        unbooked = std::max(unbooked, std::abs(energy - before - stepping.energy().sum()));
        rise.note(energy);
        before = energy;
        shortest = std::min(shortest, h);
      });
      REQUIRE(outcome == StepOutcome::taken);
    }
    CHECK(unbooked < 1e-9 * start);
    CHECK(rise.most < 2e-4 * start);
    CHECK(rise.most == doctest::Approx(stepping.book().most).epsilon(1e-6));
    CHECK(stepping.counts().halved > 0);
    CHECK(shortest < 0.6e-3);
    CHECK(stepping.counts().violation < 1e-10);
    // by plain steps of 16 µs at 1.06 m and 1.01 m
    CHECK(state.q[1] == doctest::Approx(1.03).epsilon(0.1));
  }
}

// Theory 17-6.
TEST_CASE("in a chain with steps of chosen length, energy does not rise") {
  for (const char* const sign : {"<=", "="}) {
    CAPTURE(sign);
    const auto model = ball_and_chain(sign);
    const System system(*model);
    const double start = energy_of(system, model->start());
    const Trajectory motion =
        run(system, model->start(),
            {.until = 0.8, .method = RunOptions::Method::time_stepping, .tolerance = 1e-3});
    REQUIRE(motion.outcome == RunOutcome::finished);
    CHECK(motion.verdict.holds());
    Rise rise;
    for (const Frame& frame : motion.frames)
      rise.note(energy_of(system, {frame.q, frame.u, frame.t}));
    CHECK(rise.most < 2e-4 * start);
  }
}

// Theorem B of theory 17: whatever the velocities, however long the step.
// Theory 17-4, 17-5, 17-6.
TEST_CASE("dissipative rows supply no energy") {
  for (const char* const sign : {"<=", "="}) {
    const auto model = ball_and_chain(sign);
    const System system(*model);
    State state = model->start();
    Stepping stepping(system);
    REQUIRE(stepping.go(state, 0.45, 1e-3) == StepOutcome::taken);
    double most = 0.0;
    for (int k = 0; k < 100; ++k) {
      const Stepping::Memory before = stepping.memory();
      for (const double h : {1e-2, 5e-3, 2e-3}) {
        State next = state;
        if (stepping.advance(next, h, {.dissipative = true}) == StepOutcome::taken)
          most = std::max(most, stepping.energy().gain());
        stepping.return_to(before);
      }
      REQUIRE(stepping.advance_to(state, state.t + 2e-3, [](const State&, double) {}) ==
              StepOutcome::taken);
    }
    CHECK(most < 1e-9);
  }
}
