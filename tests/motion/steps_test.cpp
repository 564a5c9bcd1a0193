// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whole motions in time steps: their events beside those of the exact method, steps chosen from a
// tolerance, rows, schedules, and going on after an interruption.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "tests/motion/ball_and_chain.hpp"
#include "zwang/base/error.hpp"
#include "zwang/motion/comparison.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using Method = RunOptions::Method;

// Thrown upwards on a string of 1 m: slack, taut with an impact, slack again.
Model& pendulum() {
  static Model model("pendulum");
  if (!model.points().empty()) return model;
  model.mass("bob", 0.5, {.at = {0.8, 0.0, -0.6}, .velocity = {2.52, 0.3, 3.36}});
  model.gravity({0.0, 0.0, -9.81}).constraint("string", "|bob| <= 1");
  return model;
}

// Keeps everything, and stops once.
class Listener : public Recorder {
 public:
  explicit Listener(double until) : until_(until) {}
  void row(const Frame& frame) override { rows.push_back(frame); }
  void event(const Event& event) override { events.push_back(event); }
  void checkpoint(const Checkpoint& checkpoint) override { last = checkpoint; }
  bool stop() override { return last.state.t >= until_; }

  std::vector<Frame> rows;
  std::vector<Event> events;
  Checkpoint last;

 private:
  double until_;
};

bool same(const Frame& a, const Frame& b) {
  return a.t == b.t && a.q == b.q && a.u == b.u && a.multipliers == b.multipliers &&
         a.statuses == b.statuses;
}

// A run in two parts is bit for bit the run in one.
void interrupt(const Model& model, RunOptions options, double at) {
  const System system(model);
  Listener whole(always), first(at), second(always);
  options.recorder = &whole;
  const Trajectory one = run(system, model.start(), options);
  REQUIRE(one.outcome == RunOutcome::finished);
  options.recorder = &first;
  REQUIRE(run(system, model.start(), options).outcome == RunOutcome::stopped);
  options.recorder = &second;
  const Trajectory two = resume(system, first.last, options);
  REQUIRE(two.outcome == RunOutcome::finished);
  CHECK(two.steps == one.steps);
  CHECK(two.evaluations == one.evaluations);
  CHECK(two.audit.certificate == one.audit.certificate);
  CHECK(two.audit.energy == one.audit.energy);
  REQUIRE(first.rows.size() + second.rows.size() == whole.rows.size());
  for (std::size_t i = 0; i < whole.rows.size(); ++i)
    CHECK(same(whole.rows[i],
               i < first.rows.size() ? first.rows[i] : second.rows[i - first.rows.size()]));
  REQUIRE(first.events.size() + second.events.size() == whole.events.size());
  for (std::size_t i = 0; i < whole.events.size(); ++i) {
    const Event& event =
        i < first.events.size() ? first.events[i] : second.events[i - first.events.size()];
    CHECK(event.t == whole.events[i].t);
    CHECK(event.kind == whole.events[i].kind);
    CHECK(event.dissipated == whole.events[i].dissipated);
  }
}

}  // namespace

TEST_CASE("the impact that ends a free fall is as late as `located` says, or less") {
  for (int i = 0; i < 40; ++i) {
    const double height = 0.3 + 0.0137 * i, h = i % 2 == 0 ? 1e-3 : 3e-3;
    Model model("fall");
    model.mass("ball", 1.0, {.at = {0.0, 0.0, height}, .axes = "z"});
    model.gravity({0.0, 0.0, -9.81});
    model.constraint("floor", "ball.z >= 0");
    const Trajectory motion =
        run(model, {.until = 0.6, .method = Method::time_stepping, .step = h});
    const auto impact = std::ranges::find(motion.events, EventKind::impact, &Event::kind);
    REQUIRE(impact != motion.events.end());
    CHECK(std::abs(impact->t - std::sqrt(2.0 * height / 9.81)) <= impact->located);
    CHECK(impact->located <= 1.5 * h * (1.0 + 1e-9));
  }
}

TEST_CASE("events of time-stepping are those of the event-driven method, to within four steps") {
  const RunOptions exact{.until = 2.5};
  const Trajectory truth = run(pendulum(), exact);
  constexpr double h = 1e-4;
  const Trajectory motion = run(
      pendulum(), {.until = 2.5, .method = Method::time_stepping, .step = h, .keep_course = false});
  REQUIRE(motion.outcome == RunOutcome::finished);
  CHECK(motion.verdict.holds());
  CHECK(motion.steps == 25000);
  std::vector<Event> wanted, found;
  for (const Event& event : truth.events)
    if (event.kind == EventKind::impact || event.kind == EventKind::release)
      wanted.push_back(event);
  for (const Event& event : motion.events)
    if (event.kind == EventKind::impact || event.kind == EventKind::release) found.push_back(event);
  REQUIRE(wanted.size() == 4);
  REQUIRE(found.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(found[i].kind == wanted[i].kind);
    CHECK(std::abs(found[i].t - wanted[i].t) < 4.0 * h);
    if (found[i].kind != EventKind::impact) continue;
    CHECK(found[i].parts[0].impulse == doctest::Approx(wanted[i].parts[0].impulse).epsilon(0.01));
    CHECK(found[i].parts[0].rate_before ==
          doctest::Approx(wanted[i].parts[0].rate_before).epsilon(0.01));
    CHECK(found[i].dissipated == doctest::Approx(wanted[i].dissipated).epsilon(0.01));
  }
  CHECK((motion.last.state.q - truth.last.state.q).norm() < 1e-5);
}

TEST_CASE("both methods are compared") {
  const System system(pendulum());
  const Comparison all = compare_methods(system, pendulum().start(), {.until = 2.5, .step = 1e-3});
  REQUIRE(all.usable());
  CHECK(all.impacts == 2);
  CHECK(all.found == 2);
  CHECK(all.impulse < 0.05);
  CHECK(all.at_end <= all.farthest);
  CHECK(all.farthest < 0.02);
  CHECK(all.order > 0.5);
  // free fall: time steps are exact
  Model ball("ball");
  ball.mass("p", 1.0, {.velocity = {1.0, 0.0, 2.0}}).gravity({0.0, 0.0, -9.81});
  const System falling(ball);
  const Comparison same = compare_methods(falling, ball.start(), {.until = 1.0});
  CHECK(same.farthest < 1e-12);
  CHECK(std::isnan(same.order));
}

// Theory 17-1.
TEST_CASE("a velocity inequality cuts a rebound short, and a moving piston supplies energy") {
  // (7.4): thrown back with (-1, 0.5), then x' + y' ≥ -0.2 takes 0.15 of both
  Model bounded("bounded");
  bounded.mass("ball", 1.0, {.velocity = {2.0, 0.5, 0.0}, .axes = "xy"});
  bounded.constraint("wall", "ball.x <= 1", {.restitution = 0.5});
  bounded.constraint("bound", "ball.x' + ball.y' >= -0.2");
  // at rest, struck by 1 m/s and thrown off with 1.5 m/s: 2.25 J
  Model driven("driven");
  driven.mass("ball", 2.0, {.at = {1.0, 0.0, 0.0}, .axes = "x"});
  driven.constraint("piston", "ball.x >= t", {.restitution = 0.5});
  for (const Method method : {Method::event_driven, Method::time_stepping}) {
    CAPTURE(int(method));
    const double step = method == Method::time_stepping ? 1e-3 : unset;
    const auto impact_of = [&](const Model& model) {
      const Trajectory motion = run(model, {.until = 1.5, .method = method, .step = step});
      REQUIRE(motion.outcome == RunOutcome::finished);
      for (const Event& event : motion.events)
        if (event.kind == EventKind::impact) return event;
      FAIL("no impact");
      return Event{};
    };
    const Event cut = impact_of(bounded);
    CHECK(cut.after[0] == doctest::Approx(-0.85).epsilon(1e-12));
    CHECK(cut.after[1] == doctest::Approx(0.65).epsilon(1e-12));
    CHECK(cut.energy_before == doctest::Approx(2.125).epsilon(1e-12));
    CHECK(cut.energy_after == doctest::Approx(0.5725).epsilon(1e-12));
    const Event given = impact_of(driven);
    CHECK(given.after[0] == doctest::Approx(1.5).epsilon(1e-12));
    CHECK(given.energy_before == 0.0);
    CHECK(given.energy_after == doctest::Approx(2.25).epsilon(1e-12));
    CHECK(given.supplied == doctest::Approx(3.0).epsilon(1e-12));
  }
}

TEST_CASE("steps chosen from a tolerance are short near an impact and long elsewhere") {
  const Trajectory truth = run(pendulum(), {.until = 2.5});
  double before = 1.0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    CAPTURE(tolerance);
    const Trajectory motion =
        run(pendulum(), {.until = 2.5, .method = Method::time_stepping, .tolerance = tolerance});
    REQUIRE(motion.outcome == RunOutcome::finished);
    const double error = (motion.last.state.q - truth.last.state.q).norm();
    // local errors of one tolerance each add up over the steps
    CHECK(error < tolerance * static_cast<double>(motion.steps));
    CHECK(error < before);
    before = error;
    double shortest = 1.0, longest = 0.0;
    for (std::size_t i = 1; i < motion.frames.size(); ++i) {
      shortest = std::min(shortest, motion.frames[i].t - motion.frames[i - 1].t);
      longest = std::max(longest, motion.frames[i].t - motion.frames[i - 1].t);
    }
    CHECK(longest > 10.0 * shortest);
    CHECK(motion.at(1.0).q.norm() < 1.001);
  }
}

TEST_CASE("an interrupted time-stepping run resumes bit for bit") {
  interrupt(pendulum(), {.until = 1.2, .method = Method::time_stepping, .step = 1e-3}, 0.855);
  interrupt(pendulum(),
            {.until = 1.2, .method = Method::time_stepping, .step = 1e-3, .every = 7e-3}, 0.7);
  interrupt(pendulum(), {.until = 1.2, .method = Method::time_stepping, .tolerance = 1e-5}, 0.8);
  Model heap("heap");
  heap.gravity({0.0, 0.0, -9.81});
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) {
    names.push_back(fmt::format("m{}", i));
    heap.mass(names.back(), 1.0, {.at = {0.013 * (i % 3), 0.017 * (i % 2), 0.2 + 0.25 * i}});
    heap.constraint(fmt::format("floor{}", i), fmt::format("m{}.z >= 0.1", i));
  }
  heap.packing("balls", names, 0.2);
  interrupt(heap, {.until = 0.6, .method = Method::time_stepping, .step = 2e-3}, 0.33);
  interrupt(heap, {.until = 0.4, .method = Method::time_stepping, .tolerance = 1e-4}, 0.21);
  // where steps are taken in halves
  const auto chain = ball_and_chain("<=");
  for (const double at : {0.42, 0.55, 0.6})
    interrupt(*chain, {.until = 0.7, .method = Method::time_stepping, .step = 2e-3, .every = 0.03},
              at);
  interrupt(*chain, {.until = 0.6, .method = Method::time_stepping, .step = 2e-3}, 0.5);
}

TEST_CASE("rows at a spacing come with the row before them") {
  const Trajectory motion =
      run(pendulum(), {.until = 0.1, .method = Method::time_stepping, .step = 1e-3, .every = 0.02});
  REQUIRE(motion.frames.size() == 11);
  for (std::size_t i = 1; i < 11; i += 2) {
    CHECK(motion.frames[i + 1].t == doctest::Approx(0.01 * static_cast<double>(i + 1)));
    CHECK(motion.frames[i + 1].t - motion.frames[i].t == doctest::Approx(1e-3));
  }
  CHECK_THROWS_AS(run(pendulum(), {.until = 0.1, .method = Method::time_stepping, .every = 0.02}),
                  Error);
  CHECK_THROWS_AS(run(pendulum(), {.until = 0.1, .method = Method::time_stepping, .step = -1.0}),
                  Error);
}

TEST_CASE("time-stepping follows scheduled events") {
  // pushed at 0.35 s, pulled from 0.5 to 0.75 s, held in y from 0.9 s on
  Model model("schedule");
  model.mass("p", 2.0, {.at = {0.0, 0.0, 0.0}, .velocity = {1.0, 1.0, 0.0}, .axes = "xy"});
  model.impulse("p", {3.0, 0.0, 0.0}, 0.35);
  model.force("p", {"4", "0", "0"}, {.from = 0.5, .until = 0.75});
  model.constraint("line", "p.y = 0.9", {.from = 0.9});
  const Trajectory motion =
      run(model, {.until = 1.5, .method = Method::time_stepping, .step = 0.04});
  REQUIRE(motion.outcome == RunOutcome::finished);
  const State& end = motion.last.state;
  CHECK(end.u[0] == doctest::Approx(1.0 + 1.5 + 0.5).epsilon(1e-13));
  CHECK(end.q[0] == doctest::Approx(1.5 + 1.5 * 1.15 + 0.0625 + 0.5 * 0.75).epsilon(1e-13));
  CHECK(end.q[1] == doctest::Approx(0.9).epsilon(1e-12));
  CHECK(std::abs(end.u[1]) < 1e-12);
  std::vector<std::pair<EventKind, double>> found;
  for (const Event& event : motion.events) found.emplace_back(event.kind, event.t);
  const std::vector<std::pair<EventKind, double>> wanted = {
      {EventKind::start, 0.0}, {EventKind::impulse, 0.35},        {EventKind::jump, 0.5},
      {EventKind::jump, 0.75}, {EventKind::sudden_equation, 0.9}, {EventKind::end, 1.5}};
  CHECK(found == wanted);
}

TEST_CASE("a start with an impact or a violation is rejected, as in the event-driven method") {
  Model model("wall");
  model.mass("p", 1.0, {.at = {0.0, 0.0, 0.0}, .velocity = {0.0, 0.0, -1.0}, .axes = "z"});
  model.constraint("floor", "p.z >= 0");
  const RunOptions options{.until = 1.0, .method = Method::time_stepping, .step = 0.01};
  CHECK(run(model, options).outcome == RunOutcome::start_strikes);
  RunOptions impact = options;
  impact.impact_at_start = true;
  const Trajectory motion = run(model, impact);
  CHECK(motion.outcome == RunOutcome::finished);
  CHECK(std::abs(motion.last.state.q[0]) < 1e-12);
  Model below("below");
  below.mass("p", 1.0, {.at = {0.0, 0.0, -0.1}, .axes = "z"}).constraint("floor", "p.z >= 0");
  CHECK(run(below, options).outcome == RunOutcome::start_violates);
}

TEST_CASE("of a large family only the first to become active and the last to release are events") {
  Model model("rain");
  model.gravity({0.0, 0.0, -10.0});
  for (int i = 0; i < 20; ++i) {
    model.mass(fmt::format("m[{}]", i), 1.0, {.at = {0.1 * i, 0.0, 0.1 + 0.01 * i}, .axes = "z"});
    model.constraint(fmt::format("floor[{}]", i), fmt::format("m[{}].z >= 0", i));
  }
  const Trajectory motion =
      run(model, {.until = 0.5, .method = Method::time_stepping, .step = 1e-3});
  REQUIRE(motion.outcome == RunOutcome::finished);
  REQUIRE(motion.events.size() == 3);  // start, the first impact, end
  CHECK(motion.events[1].kind == EventKind::impact);
  CHECK(motion.events[1].parts.size() == 1);
  CHECK(motion.events[1].t == doctest::Approx(std::sqrt(0.02)).epsilon(0.02));
}
