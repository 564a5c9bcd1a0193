// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a sweep costs beside its runs: the pendulum of the examples over its start velocity, against
// a bare loop of run(system, start, options) with the same starts, in turns in one process; then
// whole sweeps with one and two workers.
//
// usage: sweep-speed [RUNS]

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>
#include <vector>

#include "zwang/model_file/read_model.hpp"
#include "zwang/sweep/sweep.hpp"
#include "zwang/sweep/workers.hpp"

namespace {

using namespace zwang;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

SweepOrder pendulum(std::int64_t runs) {
  SweepOrder order;
  order.path = ZWANG_ROOT "/examples/pendulum.toml";
  order.text = read_source(order.path).text;
  order.names = {"v"};
  order.axes = {{}};
  for (std::int64_t i = 0; i < runs; ++i)
    order.axes[0].push_back(6.0 * static_cast<double>(i) / static_cast<double>(runs));
  order.want = {"bob.z", "count(impact)"};
  return order;
}

// Start velocities as the file has them: 0.6 v, 0.3, 0.8 v.
State start_of(const Model& model, double v) {
  State state = model.start();
  state.u[0] = 0.6 * v;
  state.u[2] = 0.8 * v;
  return state;
}

void compare(const Sweep& sweep, const char* what) {
  const ModelFile file = read_model_text(sweep.order().text, sweep.order().path);
  const System system(*file.model);
  RunOptions options = file.run;
  options.keep_frames = options.keep_course = false;
  constexpr std::int64_t turn = 50;
  double bare = 0.0, swept = 0.0;
  bool same = true;
  std::vector<double> ends;
  for (std::int64_t first = 0; first < sweep.size(); first += turn) {
    const std::int64_t end = std::min(first + turn, sweep.size());
    auto clock = Clock::now();
    for (std::int64_t id = first; id < end; ++id)
      ends.push_back(
          run(system, start_of(*file.model, sweep.parameters(id)[0]), options).last.state.q[2]);
    bare += seconds_since(clock);
    clock = Clock::now();
    for (std::int64_t id = first; id < end; ++id)
      same = sweep.run(id).values[0] == ends[static_cast<std::size_t>(id)] && same;
    swept += seconds_since(clock);
  }
  const double each = 1e6 / static_cast<double>(sweep.size());
  fmt::print("{:<28} bare loop {:7.1f} us, sweep {:7.1f} us a run: ratio {:.3f}{}\n", what,
             bare * each, swept * each, swept / bare, same ? "" : "   NOT THE SAME NUMBERS");
}

}  // namespace

int main(int argc, char** argv) {
  std::int64_t runs = 4000;
  if (argc > 1) {
    const std::string_view given = argv[1];
    const auto read = std::from_chars(given.data(), given.data() + given.size(), runs);
    if (read.ec != std::errc() || runs < 1) {
      fmt::print(stderr, "usage: sweep-speed [RUNS]\n");
      return 2;
    }
  }
  SweepOrder order = pendulum(runs);
  const Sweep sweep(order);
  compare(sweep, sweep.reads_once() ? "model read once" : "model read for each run");
  order.want.emplace_back("max(string.tension)");
  compare(Sweep(order), "with a value over all rows");
  order.want.pop_back();
  order.always_read = true;
  compare(Sweep(order), "model read for each run");
  std::vector<std::int64_t> ids;
  for (std::int64_t id = 0; id < runs; ++id) ids.push_back(id);
  for (const int jobs : {1, 2}) {
    const auto clock = Clock::now();
    run_on_workers(sweep, ids, [](const SweepRow&) {}, {.jobs = jobs});
    const double rate = static_cast<double>(runs) / seconds_since(clock);
    fmt::print("{} worker{} {:.0f} runs a second, {:.0f} a minute\n", jobs,
               jobs == 1 ? ": " : "s:", rate, 60.0 * rate);
  }
  return 0;
}
