// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A force or constraint that fails in the middle of a run: a named outcome, and everything before
// it is kept, bit for bit.

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

enum class Fault { nan, infinity, exception };

struct Trigger {
  long calls = 0;
  long at = std::numeric_limits<long>::max();
  Fault fault = Fault::nan;

  // What a force adds: nothing, until the fault.
  double operator()() {
    if (++calls < at) return 0.0;
    if (fault == Fault::exception) throw std::runtime_error("the measuring device is gone");
    return fault == Fault::nan ? std::numeric_limits<double>::quiet_NaN()
                               : std::numeric_limits<double>::infinity();
  }
};

std::unique_ptr<Model> pendulum(const std::shared_ptr<Trigger>& force,
                                const std::shared_ptr<Trigger>& constraint) {
  auto model = std::make_unique<Model>("pendulum");
  model->mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xy"});
  model->gravity({0, -9.81, 0});
  model->force([force](double, const Vector&, const Vector&, Vector& q) { q[0] += (*force)(); });
  model->equation("rod", {"p.x", "p.y"}, Function::of<2>([constraint](const auto& x) {
                    using std::sqrt;
                    return sqrt(x[0] * x[0] + x[1] * x[1]) - 1.0 + (*constraint)();
                  }));
  model->constraint("wall", "p.x >= -0.5", {.restitution = 1.0});
  return model;
}

bool same_frame(const Frame& a, const Frame& b) {
  return a.t == b.t && a.side == b.side && a.q == b.q && a.u == b.u &&
         a.multipliers == b.multipliers;
}

}  // namespace

TEST_CASE("a fault in a force or constraint ends a long run and is named") {
  // a judge would call the functions too
  const RunOptions options = {.until = 90.0, .tolerance = 1e-8, .judge = false};
  const auto none = std::make_shared<Trigger>();
  const auto counted_force = std::make_shared<Trigger>();
  const auto counted_constraint = std::make_shared<Trigger>();
  const auto model = pendulum(counted_force, counted_constraint);
  const Trajectory whole = run(*model, options);
  REQUIRE(whole.usable());
  CHECK(whole.steps > 1000);
  int faults = 0, unnamed = 0, different = 0, unchanged = 0;
  for (const bool in_force : {true, false})
    for (const Fault fault : {Fault::nan, Fault::infinity, Fault::exception}) {
      const long calls = in_force ? counted_force->calls : counted_constraint->calls;
      for (long at = 1; at < calls; at += calls / 61 + 1) {
        const auto trigger = std::make_shared<Trigger>();
        trigger->at = at;
        trigger->fault = fault;
        const auto still = std::make_shared<Trigger>();
        const auto faulty = in_force ? pendulum(trigger, still) : pendulum(still, trigger);
        Trajectory motion;
        try {
          motion = run(*faulty, options);
        } catch (...) {
          ++unnamed;
          continue;
        }
        ++faults;
        if (!code(motion.outcome) || motion.message.empty()) ++unnamed;
        if (motion.frames.size() > whole.frames.size()) {
          ++different;
          continue;
        }
        bool equal = true;
        // the two rows of an instant that was interrupted may be one
        for (std::size_t i = 0; i < motion.frames.size(); ++i)
          equal = equal && same_frame(motion.frames[i], whole.frames[i]);
        if (!equal) ++different;
        if (motion.frames.size() == whole.frames.size()) ++unchanged;
      }
    }
  CHECK(faults > 300);
  CHECK(unnamed == 0);
  CHECK(different == 0);
  CHECK(unchanged == 0);
}

// Theory 8.1-1.
TEST_CASE("a run resumes from any checkpoint bit for bit") {
  struct Keep : Recorder {
    std::vector<Checkpoint> checkpoints;
    std::vector<Frame> frames;
    void checkpoint(const Checkpoint& c) override { checkpoints.push_back(c); }
    void row(const Frame& f) override { frames.push_back(f); }
  };
  Model model("bounce");
  model.mass("p", 1.0, {.at = {0.3, 1, 0}, .velocity = {0.4, 0, 0}, .axes = "xy"});
  model.gravity({0, -9.81, 0}).force("p", "-0.1*v");
  model.constraint("floor", "p.y >= 0.1*p.x^2", {.restitution = 0.7});
  model.constraint("string", "|p| <= 1.2");
  const System system(model);
  Keep whole;
  const Trajectory motion =
      run(system, model.start(), {.until = 3.0, .tolerance = 1e-9, .recorder = &whole});
  REQUIRE(motion.usable());
  int different = 0;
  for (std::size_t i = 0; i < whole.checkpoints.size(); i += 5) {
    Keep rest;
    const Trajectory later =
        resume(system, whole.checkpoints[i], {.until = 3.0, .tolerance = 1e-9, .recorder = &rest});
    REQUIRE(later.usable());
    const State a = motion.at(3.0), b{later.last.state};
    if (!(a.q == b.q && a.u == b.u)) ++different;
    const std::size_t skipped = whole.frames.size() - rest.frames.size();
    for (std::size_t k = 0; k < rest.frames.size(); ++k)
      if (!same_frame(rest.frames[k], whole.frames[skipped + k])) {
        ++different;
        break;
      }
  }
  CHECK(different == 0);
}

TEST_CASE("a run resumes between the last impact and the end of infinitely many, bit for bit") {
  struct Keep : Recorder {
    std::vector<Checkpoint> checkpoints;
    std::vector<std::pair<std::size_t, std::size_t>> before;  // rows and events
    std::vector<Frame> frames;
    std::vector<Event> events;
    void checkpoint(const Checkpoint& c) override {
      checkpoints.push_back(c);
      before.emplace_back(frames.size(), events.size());
    }
    void row(const Frame& f) override { frames.push_back(f); }
    void event(const Event& e) override { events.push_back(e); }
  };
  Model model("bounce");
  model.mass("p", 1.0, {.at = {0.3, 1, 0}, .velocity = {0.4, 0, 0}, .axes = "xy"});
  model.gravity({0, -9.81, 0}).force("p", "-0.1*v");
  model.constraint("floor", "p.y >= 0.1*p.x^2", {.restitution = 0.7});
  model.constraint("string", "|p| <= 1.2");
  const System system(model);
  RunOptions options = {.until = 3.0, .tolerance = 1e-9};
  Keep whole;
  options.recorder = &whole;
  const Trajectory motion = run(system, model.start(), options);
  REQUIRE(motion.usable());
  int between = 0, different = 0;
  for (std::size_t i = 0; i < whole.checkpoints.size(); ++i) {
    const bool settling = !whole.checkpoints[i].settling.empty();
    between += settling;
    if (!settling && i % 7 != 0) continue;
    Keep rest;
    options.recorder = &rest;
    const Trajectory later = resume(system, whole.checkpoints[i], options);
    REQUIRE(later.usable());
    const auto [rows, events] = whole.before[i];
    bool equal = rest.frames.size() == whole.frames.size() - rows &&
                 rest.events.size() == whole.events.size() - events;
    for (std::size_t k = 0; equal && k < rest.frames.size(); ++k)
      equal = same_frame(rest.frames[k], whole.frames[rows + k]) &&
              rest.frames[k].statuses == whole.frames[rows + k].statuses;
    for (std::size_t k = 0; equal && k < rest.events.size(); ++k) {
      const Event& a = rest.events[k];
      const Event& b = whole.events[events + k];
      equal = a.kind == b.kind && a.t == b.t && a.located == b.located && a.q == b.q &&
              a.before == b.before && a.after == b.after && a.parts.size() == b.parts.size();
      for (std::size_t p = 0; equal && p < a.parts.size(); ++p)
        equal = a.parts[p].constraint == b.parts[p].constraint &&
                a.parts[p].before == b.parts[p].before && a.parts[p].after == b.parts[p].after &&
                a.parts[p].impulse == b.parts[p].impulse &&
                a.parts[p].multiplier == b.parts[p].multiplier;
    }
    if (!equal) ++different;
    CHECK(later.steps == motion.steps);
    CHECK(later.evaluations == motion.evaluations);
    CHECK(later.arcs == motion.arcs);
    CHECK(later.audit.position_drift == motion.audit.position_drift);
    CHECK(later.audit.velocity_drift == motion.audit.velocity_drift);
    CHECK(later.audit.certificate == motion.audit.certificate);
    CHECK(later.audit.interpolation == motion.audit.interpolation);
    CHECK(std::abs(later.audit.energy - motion.audit.energy) < 1e-13);
  }
  CHECK(between > 0);
  CHECK(different == 0);
}

// Voss: with all velocities reversed a smooth motion runs back along its path (theory 12).
// Theory 12-2.
TEST_CASE("reversed velocities lead back to the start") {
  Model model("double pendulum");
  model.mass("a", 1.0, {.at = {1, 0, 0}, .velocity = {0, 0, 1}});
  model.mass("b", 2.0, {.at = {1, 1, 0}, .velocity = {0, 0, -0.5}});
  model.gravity({0, 0, -9.81});
  model.constraint("upper", "|a| = 1").constraint("lower", "|a - b| = 1");
  const System system(model);
  const State start = model.start();
  const Trajectory there = run(system, start, {.until = 2.0, .tolerance = 1e-12});
  REQUIRE(there.usable());
  State turned = there.last.state;
  turned.u = -turned.u;
  turned.t = 0.0;
  const Trajectory back = run(system, turned, {.until = 2.0, .tolerance = 1e-12});
  REQUIRE(back.usable());
  CHECK((back.last.state.q - start.q).norm() < 1e-9);
  CHECK((back.last.state.u + start.u).norm() < 1e-9);
}

// A free point seen from a frame that turns: its path is a straight line, x + iy turned back. The
// kinetic energy there has terms of degree one and zero in the rates, so no balance is claimed.
// Theory 12-1.
TEST_CASE("in a rotating frame the motion is right and no energy balance is claimed") {
  Model model("turning");
  model.parameter("w", 0.7).coordinate("x", {.start = 1, .rate = 0.2});
  model.coordinate("y", {.start = 0, .rate = -0.4});
  model.kinetic("1/2*((x' - w*y)^2 + (y' + w*x)^2)");
  const Trajectory motion = run(model, {.until = 3.0, .tolerance = 1e-12});
  REQUIRE(motion.usable());
  CHECK(motion.verdict.holds());
  CHECK(std::isnan(motion.audit.energy));
  // at the start both frames agree: velocity there is (x' - w y, y' + w x)
  const double c = std::cos(0.7 * 3.0), s = std::sin(0.7 * 3.0);
  const double px = 1.0 + 0.2 * 3.0, py = (-0.4 + 0.7) * 3.0;
  const State end = motion.at(3.0);
  CHECK(std::abs(end.q[0] - (c * px + s * py)) < 1e-10);
  CHECK(std::abs(end.q[1] - (-s * px + c * py)) < 1e-10);
}

// Theory 8.2-1.
TEST_CASE("drift is audited at three levels") {
  Model model("pendulum");
  model.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -9.81});
  model.constraint("rod", "|p| = 1");
  const Trajectory motion = run(model, {.until = 10.0});
  CHECK(motion.audit.position_drift < 1e-15);
  CHECK(motion.audit.velocity_drift < 1e-15);
  CHECK(motion.audit.acceleration_drift > 0.0);
  CHECK(motion.audit.acceleration_drift < 1e-14);
  CHECK(motion.audit.energy < 1e-7);
}
