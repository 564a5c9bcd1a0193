// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a model that is read once for all runs is what each run would have read.

#include "zwang/sweep/starts.hpp"

#include <fmt/format.h>

#include "tests/sweep/sweep_case.hpp"

using namespace zwang;

namespace {

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), with);
}

bool reads_once(const std::string& text, const std::string& name,
                const std::vector<std::string>& want = {"ball.z"}) {
  SweepOrder order = ball_over(name, {0.5, 0.75}, want);
  order.text = text;
  return Sweep(order).reads_once();
}

// Both ways give the same rows.
void check_both_ways(SweepOrder order, bool once) {
  const Sweep first(order);
  order.always_read = true;
  const Sweep second(order);
  CHECK(first.reads_once() == once);
  CHECK(!second.reads_once());
  CHECK(first.description() == second.description());
  for (std::int64_t id = 0; id < first.size(); ++id) check_same(first.run(id), second.run(id));
}

SweepOrder example(const std::string& file, const std::string& name, std::vector<double> values,
                   std::vector<std::string> want) {
  SweepOrder order;
  order.path = fmt::format("{}/examples/{}", ZWANG_ROOT, file);
  order.text = read_source(order.path).text;
  order.names = {name};
  order.axes = {std::move(values)};
  order.want = std::move(want);
  return order;
}

}  // namespace

TEST_CASE("a parameter that only affects starts is read once, any other one is not") {
  CHECK(reads_once(ball, "h"));
  CHECK(!reads_once(ball, "e"));
  CHECK(!reads_once(ball, "g"));
  // a parameter that depends on it counts as well
  CHECK(!reads_once(replaced(ball, "\"-g\"", "\"-w\""), "h"));
  CHECK(reads_once(replaced(ball, "\"h\"]", "\"w + h\"]"), "h"));
  // a text anywhere that may name it
  CHECK(!reads_once(ball, "h", {"max(ball.z/h)"}));
  CHECK(!reads_once(ball + "[[expect]]\nvalue = \"ball.z\"\nat = 0\nis = \"h\"\n", "h"));
  CHECK(!reads_once(replaced(ball, "0.8", "\"h\""), "h"));
  CHECK(!reads_once(replaced(ball, "ball.z >= 0", "ball.z >= 0*h"), "h"));
  // along an axis that it does not have a mass stays where it is put
  CHECK(!reads_once(replaced(ball, "[0, 0, \"h\"]", "[\"h\", 0, \"h\"]"), "h"));
  CHECK(!reads_once(
      replaced(ball, "[forces]", "[masses.nail]\nfixed = true\nat = [0, 0, \"h\"]\n[forces]"),
      "h"));
  // letters that are another spelling of a name
  CHECK(!reads_once(replaced(replaced(ball, "w =", "omega ="), "\"-g\"", "\"-ω\""), "h"));
  // a start that follows from its velocity constraints
  CHECK(!reads_once(replaced(ball, "[run]", "[constraints.slow]\nholds = \"ball.z' <= 9\"\n[run]"),
                    "h"));
  CHECK(!reads_once(replaced(ball, "until = 0.8", "until = 0.8\nstart = \"equilibrium\""), "h",
                    {"t"}));
  // titles say nothing
  CHECK(reads_once(replaced(ball, "zwang = 1", "zwang = 1\ntitle = \"h\""), "h"));
}

TEST_CASE("a model that is read once gives the bits of one that is read for each run") {
  check_both_ways(ball_over("h", {0.1, 0.3, 1.0 / 3.0, 2e-3, -1.0, 0.0, 1e9},
                            {"ball.z", "time(impact)", "max(ball.z')", "mean(ball.z)",
                             "final(floor.multiplier)", "at(0.3, ball.z)", "count(impact)"}),
                  true);
  check_both_ways(example("pendulum.toml", "v", {0.0, 1.0, 3.3, 4.2, 5.7, -2.0},
                          {"bob.x", "max(string.tension)", "time(slack)", "count(impact string)",
                           "energy", "final(string.tension)"}),
                  true);
  check_both_ways(example("pendulum.toml", "L", {0.5, 1.0}, {"bob.x", "time(slack)"}), false);
  check_both_ways(example("bounce.toml", "h", {0.5, 1.0}, {"ball.z", "time(settle)"}), false);
  SweepOrder steps = ball_over("h", {0.4, 0.9}, {"ball.z", "max(ball.z)", "floor.multiplier"});
  steps.choice.method = "time-stepping";
  steps.choice.step = "0.001";
  check_both_ways(steps, true);
  SweepOrder projected = ball_over("h", {-1.0, 0.9}, {"ball.z"});
  projected.choice.project_start = true;
  check_both_ways(projected, false);
}

TEST_CASE("parameters between the swept one and the starts are followed") {
  SweepOrder order = ball_over("h", {0.2, 0.3, 0.7}, {"ball.z", "time(impact)"});
  order.text = replaced(ball, "w = \"2*h\"", "w = \"2*k\"\nk = \"h^2 + g/100\"");
  order.text = replaced(order.text, "[0, 0, \"h\"]", "[0, 0, \"w - k\"]\nvelocity = [0, 0, \"k\"]");
  check_both_ways(order, true);
  order.set = {{"k", "3*h"}};
  check_both_ways(order, true);
}
