// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions written down by hand, judged: nobody has computed them.

#include "zwang/audit/judge.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "tests/audit/vector.hpp"
#include "zwang/audit/verdict.hpp"

namespace {

using namespace zwang;

constexpr double g = 10.0;

// The numbers that do not hold, in their order.
std::string faults(const Verdict& verdict) {
  std::string out;
  for (const AuditNumber& one : verdict.numbers)
    if (!one.holds()) out += (out.empty() ? "" : " ") + one.number;
  return out;
}

// A ball of 2 kg above a floor, its rows and events as they are written.
struct Ball {
  Model model{"ball"};
  std::unique_ptr<System> system;
  std::unique_ptr<Judge> judge;

  explicit Ball(double restitution, double tolerance = 1e-9) {
    model.mass("ball", 2.0, {.axes = "z"});
    model.gravity({0.0, 0.0, -g});
    model.constraint("floor", "ball.z >= 0", {.restitution = restitution});
    system = std::make_unique<System>(model);
    judge = std::make_unique<Judge>(*system, JudgeOptions{.tolerance = tolerance});
  }

  void row(double t, double z, double v, int side = 0, int state = 0, double multiplier = 0.0) {
    AuditRow row;
    row.t = t;
    row.side = side;
    row.q = vector({z});
    row.u = vector({v});
    row.multipliers = {multiplier};
    row.states = {static_cast<std::uint8_t>(state)};
    judge->row(row);
  }
  // Free flight from z, v, in rows after equal times; not the first row, and the last one on its
  // side.
  void flight(double t, double z, double v, double time, int rows, int side = 0) {
    for (int i = 1; i <= rows; ++i) {
      const double s = time * i / rows;
      row(t + s, i == rows && side < 0 ? 0.0 : z + v * s - 0.5 * g * s * s, v - g * s,
          i == rows ? side : 0);
    }
  }
  void start() { judge->event({.t = 0.0, .row = 0}); }
  void impact(double t, double came, double left, ConstraintStatus after) {
    judge->event({.t = t,
                  .kind = EventKind::impact,
                  .cause = "gap",
                  .row = judge->rows() - 2,
                  .energy_before = came * came,
                  .energy_after = left * left,
                  .supplied = 0.0,
                  .parts = {{.constraint = 0,
                             .before = ConstraintStatus::open,
                             .after = after,
                             .approach = came,
                             .impulse = 2.0 * (came + left)}}});
  }
  void settle(double t) {
    judge->event({.t = t,
                  .kind = EventKind::settle,
                  .cause = "limit",
                  .row = judge->rows() - 1,
                  .parts = {{.constraint = 0,
                             .before = ConstraintStatus::active,
                             .after = ConstraintStatus::active}}});
  }
};

}  // namespace

TEST_CASE("a textbook fall and bounce are certified") {
  for (const int rows : {1, 4, 40}) {
    CAPTURE(rows);
    Ball ball(0.5);
    ball.row(0.0, 0.8, 0.0);
    ball.start();
    ball.flight(0.0, 0.8, 0.0, 0.4, rows, -1);
    ball.row(0.4, 0.0, 2.0, 1);
    ball.impact(0.4, 4.0, 2.0, ConstraintStatus::leaving);
    ball.flight(0.4, 0.0, 2.0, 0.3, rows);
    const Verdict verdict = ball.judge->verdict(true);
    CHECK(faults(verdict) == "");
    CHECK(verdict.certified());
    CHECK(verdict.words() == "certified");
    CHECK(verdict.fault() == nullptr);
  }
}

TEST_CASE("a motion that ended early is certified up to its end") {
  Ball ball(0.5);
  ball.row(0.0, 0.8, 0.0);
  ball.start();
  ball.flight(0.0, 0.8, 0.0, 0.25, 3);
  const Verdict verdict = ball.judge->verdict(false);
  CHECK(verdict.holds());
  CHECK_FALSE(verdict.certified());
  CHECK(verdict.words() == "certified up to 0.25 s");
}

TEST_CASE("without a row there is no verdict") {
  const Verdict verdict = Ball(0.5).judge->verdict(true);
  CHECK_FALSE(verdict.certified());
  CHECK(verdict.words() == "not judged");
}

TEST_CASE("a wrong row is reported with its time, among many rows or few") {
  for (const int rows : {3, 40}) {
    CAPTURE(rows);
    Ball ball(0.5);
    ball.row(0.0, 0.8, 0.0);
    ball.start();
    ball.flight(0.0, 0.8, 0.0, 0.2, rows);
    ball.row(0.3, 0.8 - 0.5 * g * 0.09 + 1e-7, -3.0);
    ball.flight(0.3, 0.8 - 0.5 * g * 0.09 + 1e-7, -3.0, 0.05, rows);
    const Verdict verdict = ball.judge->verdict(true);
    CHECK(faults(verdict) == "succession");
    REQUIRE(verdict.fault());
    CHECK(verdict.fault()->worst == doctest::Approx(1e-7 / 0.8).epsilon(1e-3));
    CHECK(verdict.fault()->t == doctest::Approx(0.3));
    CHECK(verdict.fault()->describe(*ball.system).starts_with("succession is 1.2e-07 at 0.3 s"));
    CHECK(verdict.words() == "NOT certified");
  }
}

TEST_CASE("the bound on succession follows the tolerance, down to rounding") {
  for (const double tolerance : {1e-14, 1e-9, 1e-2}) {
    CAPTURE(tolerance);
    for (const double off : {0.0, 100.0 * tolerance}) {
      Ball ball(0.5, tolerance);
      ball.row(0.0, 0.8, 0.0);
      ball.start();
      ball.flight(0.0, 0.8, 0.0, 0.1, 7);
      ball.row(0.2, 0.6 + off, -2.0);
      const std::string wrong = faults(ball.judge->verdict(true));
      CHECK(wrong.starts_with("succession") == (off > 0.0));
      CHECK(wrong.empty() == (off == 0.0));
    }
  }
}

TEST_CASE("after an impact with restitution a contact may stay only if it would hop below 3e-9") {
  const auto lies = [](Ball& ball, double from, double to) {
    for (const double t : {from, 0.5 * (from + to), to}) ball.row(t, 0.0, 0.0, 0, 2, 20.0);
  };
  // bounces at 0.4 s with e = 1/2, comes again after `time` and stays
  const auto twice = [&](Ball& ball, double came, double time) {
    ball.row(0.0, 0.8, 0.0);
    ball.start();
    ball.flight(0.0, 0.8, 0.0, 0.4, 4, -1);
    ball.row(0.4, 0.0, 2.0, 1);
    ball.impact(0.4, 4.0, 2.0, ConstraintStatus::leaving);
    ball.flight(0.4, 0.0, 2.0, 0.4, 4, -1);
    ball.row(0.8, 0.0, came, 1);
    ball.impact(0.8, 2.0, came, ConstraintStatus::leaving);
    ball.flight(0.8, 0.0, came, time, 4, -1);
    ball.row(0.8 + time, 0.0, 0.0, 1, 2, 20.0);
    ball.impact(0.8 + time, came, 0.0, ConstraintStatus::active);
    lies(ball, 0.9 + time, 1.5 + time);
  };
  SUBCASE("a hop of 5 cm is a fault") {
    Ball ball(0.5);
    twice(ball, 1.0, 0.2);
    const Verdict verdict = ball.judge->verdict(true);
    CHECK(faults(verdict) == "impact");
    CHECK(verdict.fault()->t == doctest::Approx(1.0));
    CHECK(verdict.fault()->constraint == 0);
  }
  SUBCASE("without restitution a contact may stay") {
    Ball ball(0.0);
    ball.row(0.0, 0.8, 0.0);
    ball.start();
    ball.flight(0.0, 0.8, 0.0, 0.4, 4, -1);
    ball.row(0.4, 0.0, 0.0, 1, 2, 20.0);
    ball.impact(0.4, 4.0, 0.0, ConstraintStatus::active);
    lies(ball, 0.5, 0.9);
    CHECK(faults(ball.judge->verdict(true)) == "");
  }
}

TEST_CASE("many bounces end where they are too low to count") {
  // 4 m/s, then a half of it each time: flights of 2v/g, the twentieth 0.4 nm high
  for (const int bounces : {10, 19}) {
    CAPTURE(bounces);
    Ball ball(0.5);
    ball.row(0.0, 0.8, 0.0);
    ball.start();
    ball.flight(0.0, 0.8, 0.0, 0.4, 4, -1);
    double t = 0.4, came = 4.0;
    for (int i = 1; i < bounces; ++i, came *= 0.5) {
      ball.row(t, 0.0, 0.5 * came, 1);
      ball.impact(t, came, 0.5 * came, ConstraintStatus::leaving);
      ball.flight(t, 0.0, 0.5 * came, came / g, 4, -1);
      t += came / g;
    }
    ball.row(t, 0.0, 0.0, 1, 2, 20.0);
    ball.impact(t, came, 0.0, ConstraintStatus::active);
    ball.row(t + 1e-5, 0.0, 0.0, 0, 2, 20.0);
    ball.settle(t + 1e-5);
    ball.row(t + 1.0, 0.0, 0.0, 0, 2, 20.0);
    CHECK(faults(ball.judge->verdict(true)) == (bounces < 15 ? "impact" : ""));
  }
}
