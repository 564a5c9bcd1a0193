// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/sweep.hpp"

#include <cmath>
#include <set>

#include "tests/sweep/sweep_case.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/run_choice.hpp"

using namespace zwang;

TEST_CASE("the last parameter of a grid varies fastest") {
  SweepOrder order = ball_over("h", {1.0, 2.0}, {});
  order.names = {"h", "e"};
  order.axes.push_back({0.1, 0.2, 0.3});
  const Sweep sweep(order);
  REQUIRE(sweep.size() == 6);
  CHECK(sweep.parameters(0) == std::vector<double>{1.0, 0.1});
  CHECK(sweep.parameters(2) == std::vector<double>{1.0, 0.3});
  CHECK(sweep.parameters(3) == std::vector<double>{2.0, 0.1});
  CHECK_THROWS_AS(sweep.parameters(6), Error);
  CHECK_THROWS_AS(sweep.parameters(-1), Error);
}

TEST_CASE("points are listed run by run") {
  SweepOrder order = ball_over("h", {}, {"time(impact)"});
  order.names = {"h", "g"};
  order.axes.clear();
  order.points = {1.0, 8.0, 2.0, 16.0, 4.0, 8.0};
  const Sweep sweep(order);
  REQUIRE(sweep.size() == 3);
  CHECK(sweep.parameters(1) == std::vector<double>{2.0, 16.0});
  // sqrt(2h/g): 1/2 twice
  CHECK(sweep.run(0).values[0] == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(sweep.run(1).values[0] == doctest::Approx(0.5).epsilon(1e-12));
  CHECK(std::isnan(sweep.run(2).values[0]));
}

TEST_CASE("a row equals a run of the model with its parameters") {
  SweepOrder order =
      ball_over("h", {0.7, 1.3}, {"ball.z", "ball.z'", "time(impact)", "count(impact)"});
  order.choice.tolerance = "1e-10";
  for (const bool always_read : {false, true}) {
    order.always_read = always_read;
    const Sweep sweep(order);
    CHECK(sweep.reads_once() != always_read);
    for (std::int64_t id = 0; id < 2; ++id) {
      ModelFile file =
          read_model_text(ball, "ball.toml", {.set = {{"h", id == 0 ? "0.7" : "1.3"}}});
      choose(order.choice, file);
      const Ready ready = make_ready(order.choice, file);
      REQUIRE(file.usable());
      const Trajectory motion = motion_of(file, ready.prepared);
      const SweepRow row = sweep.run(id);
      CHECK(row.values[0] == motion.frames.back().q[0]);
      CHECK(row.values[1] == motion.frames.back().u[0]);
      double impacts = 0.0;
      double first = unset;
      for (const Event& event : motion.events)
        if (event.kind == EventKind::impact && impacts++ == 0.0) first = event.t;
      CHECK(row.values[2] == first);
      CHECK(row.values[3] == impacts);
    }
  }
}

TEST_CASE("a run that cannot start is a row with its code") {
  for (const bool always_read : {false, true}) {
    SweepOrder order = ball_over("h", {-1.0, 1.0}, {"ball.z", "count(impact)"});
    order.always_read = always_read;
    const Sweep sweep(order);
    const SweepRow row = sweep.run(0);
    CHECK(row.status == "stopped");
    CHECK((row.code == Code::E201));
    CHECK(row.failed());
    CHECK(!row.certified);
    CHECK(row.values.size() == 2);
    CHECK(std::isnan(row.values[1]));
    CHECK(!sweep.run(1).failed());
  }
}

TEST_CASE("a run whose values make the file invalid is a row with its code") {
  // a restitution beyond 1
  CHECK((Sweep(ball_over("e", {2.0}, {})).run(0).code == Code::E118));
  SweepOrder order = ball_over("h", {1.0, 0.0}, {"ball.z"});
  order.text.replace(order.text.find("\"h\"]"), 4, "\"1/h\"]");
  const Sweep sweep(order);
  CHECK(sweep.reads_once());
  CHECK(!sweep.run(0).failed());
  const SweepRow wrong = sweep.run(1);
  CHECK(wrong.status == "stopped");
  order.always_read = true;
  check_same(wrong, Sweep(order).run(1));
}

TEST_CASE("hashes distinguish runs, not their workers") {
  const SweepOrder order = ball_over("h", {1.0, 2.0, 3.0}, {"ball.z"});
  const Sweep sweep(order);
  std::set<std::string> hashes;
  for (std::int64_t id = 0; id < sweep.size(); ++id) {
    CHECK(sweep.hash(id).size() == 64);
    CHECK(sweep.run(id).hash == sweep.hash(id));
    hashes.insert(sweep.hash(id));
  }
  CHECK(hashes.size() == 3);
  SweepOrder other = order;
  other.axes = {{3.0, 1.0}};
  CHECK(Sweep(other).hash(0) == sweep.hash(2));
  other.choice.until = "2";
  CHECK(Sweep(other).hash(0) != sweep.hash(2));
  other = order;
  other.set = {{"g", "9.81"}};
  CHECK(Sweep(other).hash(0) != sweep.hash(0));
  other = order;
  other.text += "# a remark\n";
  CHECK(Sweep(other).hash(0) != sweep.hash(0));
}

TEST_CASE("errors in an order are reported before anything runs") {
  const auto code = [](const SweepOrder& order) {
    const auto error = refusal(order);
    REQUIRE(error);
    return error->code();
  };
  SweepOrder order = ball_over("hh", {1.0}, {});
  CHECK((code(order) == Code::E103));
  CHECK(refusal(order)->mark() == "did you mean 'h'?");
  order = ball_over("h", {1.0, 2.0, 1.0}, {});
  CHECK((code(order) == Code::E120));
  order = ball_over("h", {}, {});
  CHECK((code(order) == Code::E120));
  order = ball_over("h", {std::nan("")}, {});
  CHECK((code(order) == Code::E120));
  order = ball_over("h", {1e-320}, {});
  CHECK((code(order) == Code::E120));
  order = ball_over("h", {1.0}, {"ball.z", "ball.z"});
  CHECK((code(order) == Code::E112));
  order = ball_over("h", {1.0}, {});
  order.set = {{"h", "2"}};
  CHECK((code(order) == Code::E112));
  order.set = {{"gg", "2"}};
  CHECK((code(order) == Code::E103));
  order.set.clear();
  order.names = {"h", "h"};
  CHECK((code(order) == Code::E112));
  order.names = {"h", "g"};
  CHECK((code(order) == Code::E120));
  order.axes.clear();
  order.points = {1.0, 2.0, 3.0};
  CHECK((code(order) == Code::E120));
  order = ball_over("h", {1.0}, {});
  order.choice.until = "-1";
  CHECK((code(order) == Code::E120));
  order.choice.until.clear();
  order.text = "zwang = 1\n[masses]\n";
  CHECK(refusal(order));
}

TEST_CASE("without swept parameters there is one run") {
  SweepOrder order = ball_over("h", {}, {"time(impact)"});
  order.names.clear();
  order.axes.clear();
  const Sweep sweep(order);
  REQUIRE(sweep.size() == 1);
  CHECK(sweep.run(0).values[0] == doctest::Approx(std::sqrt(2.0 / 9.81)).epsilon(1e-12));
}
