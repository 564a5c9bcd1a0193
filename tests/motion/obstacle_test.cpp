// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small obstacles, tangential shots, releases with a triple zero: nothing is missed, nothing
// invented.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

int count(int usual) {
  const char* const asked = std::getenv("ZWANG_COUNT");
  return asked ? std::atoi(asked) : usual;
}

const Event* first_of(const Trajectory& motion, EventKind kind) {
  for (const Event& event : motion.events)
    if (event.kind == kind) return &event;
  return nullptr;
}

// First contact of (vx t, vy t - g t²/2) with the circle of radius r about c, by closed form: roots
// of a quartic, bracketed on a fine grid of its stationary points in long double.
std::optional<double> first_contact(double vx, double vy, double g, double cx, double cy, double r,
                                    double until) {
  // p(t) = |x(t) - c|² - r²
  using L = long double;
  const L a[5] = {L(cx) * cx + L(cy) * cy - L(r) * r, -2.0L * (L(vx) * cx + L(vy) * cy),
                  L(vx) * vx + L(vy) * vy + L(g) * cy, -L(vy) * g, 0.25L * L(g) * g};
  const auto p = [&](L t) { return (((a[4] * t + a[3]) * t + a[2]) * t + a[1]) * t + a[0]; };
  const auto dp = [&](L t) { return ((4 * a[4] * t + 3 * a[3]) * t + 2 * a[2]) * t + a[1]; };
  // p' is a cubic: its roots between those of p''
  const L disc = 9 * a[3] * a[3] - 24 * a[4] * a[2];
  std::vector<L> cuts = {0.0L};
  if (disc > 0) {
    const L s = std::sqrt(disc);
    for (const L root : {(-3 * a[3] - s) / (12 * a[4]), (-3 * a[3] + s) / (12 * a[4])})
      if (root > 0 && root < until) cuts.push_back(root);
  }
  cuts.push_back(until);
  std::vector<L> stations = {0.0L};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    L left = cuts[i], right = cuts[i + 1];
    if (dp(left) * dp(right) < 0) {
      const bool falling = dp(left) < 0;
      for (int k = 0; k < 120; ++k) {
        const L m = 0.5L * (left + right);
        ((dp(m) < 0) == falling ? left : right) = m;
      }
      stations.push_back(left);
    }
    stations.push_back(cuts[i + 1]);
  }
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    L left = stations[i], right = stations[i + 1];
    if (!(p(left) > 0 && p(right) <= 0)) continue;
    for (int k = 0; k < 120; ++k) {
      const L m = 0.5L * (left + right);
      (p(m) > 0 ? left : right) = m;
    }
    return static_cast<double>(left);
  }
  return std::nullopt;
}

}  // namespace

// Theory 8.4-2.
TEST_CASE("throws at circles of radius 0.5, 0.05, 0.005 miss no contact and invent none") {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  int contacts = 0, missed = 0, invented = 0, unclear = 0;
  double worst = 0.0;
  const int all = count(6000);
  for (int i = 0; i < all; ++i) {
    const double r = i % 3 == 0 ? 0.5 : i % 3 == 1 ? 0.05 : 0.005;
    const double vx = 2.0 + 2.0 * uniform(random), vy = 3.0 + 2.0 * uniform(random);
    const double g = 9.81;
    // a point of the path, and the obstacle near it: three of four are hit
    const double t = 0.5 + 0.3 * uniform(random);
    const double aside = 1.3 * r * uniform(random);
    const double dx = vx, dy = vy - g * t;
    const double length = std::hypot(dx, dy);
    const double cx = vx * t - aside * dy / length;
    const double cy = vy * t - 0.5 * g * t * t + aside * dx / length;
    if (std::hypot(cx, cy) < 1.2 * r) continue;
    Model model("throw");
    model.mass("p", 1.0, {.velocity = {vx, vy, 0}, .axes = "xy"});
    model.gravity({0, -g, 0});
    model.parameter("cx", cx).parameter("cy", cy).parameter("r", r);
    model.constraint("circle", "(p.x - cx)^2 + (p.y - cy)^2 >= r^2");
    const Trajectory motion =
        run(model, {.until = 1.0, .max_events = 2, .keep_course = false, .keep_frames = false});
    const Event* const impact = first_of(motion, EventKind::impact);
    const auto expected = first_contact(vx, vy, g, cx, cy, r, 1.0);
    if (expected) ++contacts;
    if (expected && !impact) {
      // only a graze within rounding may be silent
      if (first_of(motion, EventKind::graze) || first_of(motion, EventKind::touch))
        ++unclear;
      else
        ++missed;
    }
    if (!expected && impact) ++invented;
    if (expected && impact) worst = std::max(worst, std::abs(*expected - impact->t));
  }
  if (std::getenv("ZWANG_SHOW"))
    fmt::print("{} throws: {} contacts, missed {}, invented {}, graze {}, time error {:.1e}\n", all,
               contacts, missed, invented, unclear, worst);
  CHECK(contacts > all / 2);
  CHECK(missed == 0);
  CHECK(invented == 0);
  CHECK(unclear <= all / 1000);
}

// A parabola whose top is at height d above the ceiling, seen from below: depth 10^-k.
// Theory 8.4-2.
TEST_CASE(
    "tangential shots are found down to 1e-11, below that found or a graze, and never pass "
    "through") {
  std::mt19937_64 random(15);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const int each = std::max(1, count(1300) / 26);
  int wrong = 0;
  for (int k = 3; k <= 15; ++k)
    for (int i = 0; i < 2 * each; ++i) {
      const double depth = (i % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, -k);
      const double g = 9.81;
      const double vy = 2.0 + 2.0 * uniform(random);
      const double top = vy * vy / (2.0 * g);
      Model model("shot");
      model.mass("p", 1.0, {.velocity = {1.0 + uniform(random), vy, 0}, .axes = "xy"});
      model.gravity({0, -g, 0}).parameter("c", top - depth);
      model.constraint("ceiling", "p.y <= c");
      const Trajectory motion = run(model, {.until = 2.0 * vy / g, .tolerance = 1e-11});
      const bool impact = first_of(motion, EventKind::impact) != nullptr;
      const bool graze = first_of(motion, EventKind::graze) != nullptr ||
                         first_of(motion, EventKind::touch) != nullptr;
      bool right = motion.usable();
      if (k <= 11) right = right && impact == (depth > 0.0) && !graze;
      if (k > 11) right = right && (graze || impact == (depth > 0.0));
      if (!right) {
        ++wrong;
        if (wrong < 4) MESSAGE("depth " << depth << " impact " << impact << " graze " << graze);
      }
    }
  CHECK(wrong == 0);
}

// The string goes slack where cos = -(e - 2)/3, e = v0²/(gl), with f = f' = f'' = 0; the flight is
// a parabola that returns after exactly 4 v_y/g (theory 8.6).
// Theory 8.4-1.
TEST_CASE("nine releases with a triple zero give no false contact and the right flight time") {
  for (const double ratio : {2.5, 4.0, 4.9})
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      CAPTURE(ratio);
      CAPTURE(tolerance);
      const double g = 9.81;
      const double v0 = std::sqrt(ratio * g);
      Model model("pendulum");
      model.mass("p", 1.0, {.at = {0, -1, 0}, .velocity = {v0, 0, 0}, .axes = "xy"});
      model.gravity({0, -g, 0}).constraint("string", "|p| <= 1");
      const Trajectory motion = run(model, {.until = 3.0, .tolerance = tolerance});
      REQUIRE(motion.usable());
      const Event* const release = first_of(motion, EventKind::release);
      const Event* const impact = first_of(motion, EventKind::impact);
      REQUIRE(release);
      REQUIRE(impact);
      const double cosine = -(ratio - 2.0) / 3.0;
      const double speed = std::sqrt(g * -cosine);  // v² = -g l cos at the release
      const double vy = speed * std::sqrt(1.0 - cosine * cosine);
      CHECK(std::abs(release->q[1] - -cosine) < 30.0 * tolerance);
      CHECK(std::abs(impact->t - release->t - 4.0 * vy / g) < 100.0 * tolerance);
      // nothing between the two
      CHECK(&motion.events[1] == release);
      CHECK(&motion.events[2] == impact);
    }
}

// A pendulum against a wall through its lowest point, e = 1: it hits the wall every half period,
// always at the same speed. Period of the plane pendulum by the arithmetic-geometric mean.
TEST_CASE("the thirtieth impact of a pendulum against a wall comes at 59 quarter periods") {
  const double angle = 1.0;
  Model model("pendulum");
  model.mass("p", 1.0, {.at = {"sin(1)", "-cos(1)", 0}, .axes = "xy"});
  model.gravity({0, -9.81, 0}).constraint("rod", "|p| = 1");
  model.constraint("wall", "p.x >= 0", {.restitution = 1.0});
  double a = 1.0, b = std::cos(0.5 * angle);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  const double period = 2.0 * 3.14159265358979323846 / (a * std::sqrt(9.81));
  const Trajectory motion = run(model, {.until = 16.0 * period, .tolerance = 1e-12});
  REQUIRE(motion.usable());
  int impacts = 0;
  for (const Event& event : motion.events) {
    if (event.kind != EventKind::impact || ++impacts != 30) continue;
    CHECK(std::abs(event.t - 14.75 * period) < 1e-10);
  }
  CHECK(impacts >= 30);
}

// A pendulum released at the angle A swings to x = -sin A: a wall stands d before that.
TEST_CASE("in curved motion a wall is hit from a depth of 100 tolerances on, and never crossed") {
  int wrong = 0, through = 0;
  for (const double tolerance : {1e-6, 1e-9, 1e-11})
    for (int k = -2; k <= 6; ++k)
      for (int i = 0; i < 8; ++i) {
        const double depth = (i % 2 == 0 ? 1.0 : -1.0) * tolerance * std::pow(10.0, k);
        const double angle = 0.3 + 0.1 * i;
        if (std::abs(depth) > 0.1) continue;
        Model model("pendulum");
        model.mass("p", 1.0, {.at = {std::sin(angle), -std::cos(angle), 0}, .axes = "xy"});
        model.gravity({0, -9.81, 0}).constraint("rod", "|p| = 1");
        model.parameter("w", -std::sin(angle) + depth).constraint("wall", "p.x >= w");
        const Trajectory motion = run(model, {.until = 3.0, .tolerance = tolerance});
        const bool impact = first_of(motion, EventKind::impact) != nullptr;
        if (!motion.usable() || (k >= 2 && impact != (depth > 0.0))) {
          ++wrong;
          MESSAGE("tolerance " << tolerance << " depth " << depth << " angle " << angle << ": "
                               << motion.summary());
        }
        for (const Frame& frame : motion.frames)
          if (frame.q[0] < -std::sin(angle) + depth - 1e-11) ++through;
      }
  CHECK(wrong == 0);
  CHECK(through == 0);
}
