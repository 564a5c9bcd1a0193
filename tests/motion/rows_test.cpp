// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows at a spacing that the user asked for.

#include <doctest/doctest.h>

#include <cmath>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

// Keeps rows and checkpoints, and stops after so many steps.
class Kept : public Recorder {
 public:
  explicit Kept(long steps = 1'000'000) : left_(steps) {}
  void row(const Frame& frame) override { rows.push_back(frame); }
  void checkpoint(const Checkpoint& now) override {
    last = now;
    --left_;
  }
  bool stop() override { return left_ <= 0; }

  std::vector<Frame> rows;
  Checkpoint last;

 private:
  long left_;
};

Model ball() {
  Model model("ball");
  model.mass("p", 2.0, {.at = {0, 0, 1}, .axes = "z"}).gravity({0, 0, -10});
  model.constraint("floor", "p.z >= 0", {.restitution = 1.0});
  return model;
}

}  // namespace

TEST_CASE("rows lie at multiples of the spacing and on both sides of impacts") {
  const Model model = ball();
  const Trajectory motion = run(model, {.until = 1.0, .every = 0.125});
  REQUIRE(motion.usable());
  const double fall = std::sqrt(0.2);
  int spaced = 0;
  for (const Frame& frame : motion.frames) {
    CAPTURE(frame.t);
    const double since = frame.t < fall ? frame.t : frame.t - 2.0 * fall;
    CHECK(std::abs(frame.q[0] - (1.0 - 5.0 * since * since)) < 1e-9);
    CHECK(frame.accelerations[0] == doctest::Approx(-10.0));
    if (frame.side != 0) {
      CHECK(std::abs(frame.t - fall) < 1e-9);
    } else {
      CHECK(std::fmod(frame.t, 0.125) == 0.0);
      ++spaced;
    }
  }
  CHECK(spaced == 9);
  CHECK(motion.frames.size() == 11);
}

TEST_CASE("rows between steps lie on the constraints") {
  Model model("pendulum");
  model.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -9.81});
  model.constraint("rod", "|p| = 1");
  const Trajectory motion = run(model, {.until = 3.0, .tolerance = 1e-11, .every = 0.01});
  REQUIRE(motion.frames.size() == 301);
  for (const Frame& frame : motion.frames) {
    CHECK(std::abs(frame.q.norm() - 1.0) < 4e-16);
    CHECK(std::abs(frame.q.dot(frame.u)) < 4e-15);
    // the tension by the theorem of energy: 3 g times the depth
    CHECK(std::abs(frame.multipliers[0] + 3.0 * 9.81 * frame.q[1]) < 1e-9 * 3.0 * 9.81);
  }
}

TEST_CASE("a resumed run writes the missing rows, bit for bit") {
  const Model model = ball();
  const System system(model);
  Kept whole, begun(7), rest;
  RunOptions options{.until = 3.0, .every = 0.07};
  options.recorder = &whole;
  static_cast<void>(run(system, model.start(), options));
  options.recorder = &begun;
  static_cast<void>(run(system, model.start(), options));
  options.recorder = &rest;
  static_cast<void>(resume(system, begun.last, options));
  begun.rows.insert(begun.rows.end(), rest.rows.begin(), rest.rows.end());
  REQUIRE(begun.rows.size() == whole.rows.size());
  for (std::size_t i = 0; i < whole.rows.size(); ++i) {
    CHECK(begun.rows[i].t == whole.rows[i].t);
    CHECK(begun.rows[i].q == whole.rows[i].q);
    CHECK(begun.rows[i].u == whole.rows[i].u);
  }
}

TEST_CASE("a spacing must be positive") {
  const Model model = ball();
  CHECK_THROWS_AS(run(model, {.until = 1.0, .every = 0.0}), Error);
  CHECK_THROWS_AS(run(model, {.until = 1.0, .every = 1e-12}), Error);
}
