// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang-mpi/run.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "zwang/model_file/read_model.hpp"
#include "zwang/parts/net_of.hpp"
#include "zwang/parts/parts.hpp"
#include "zwang/parts/together.hpp"
#include "zwang/prepare/run_choice.hpp"

namespace zwang {
namespace {

// Measured on nets (docs/scale.md): rows, matrices and what a product of them needs; and, where
// most strings act, their factors, and matrices for velocities beside those for positions.
constexpr double bytes_per_constraint = 1100.0, bytes_beside = 1100.0;

double peak_bytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

std::string size_text(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", 1e-6 * bytes)
                     : fmt::format("{:.1f} GB", 1e-9 * bytes);
}

// The model is read by the first process and given to all.
std::string text_of(const scale::Processes& processes, const std::string& path) {
  std::string text;
  together(processes, [&] {
    if (processes.rank() == 0) text = read_source(path).text;
  });
  int length = static_cast<int>(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, processes.comm());
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, processes.comm());
  return text;
}

class PartsRun {
 public:
  PartsRun(const scale::Processes& processes, const MpiOptions& options)
      : processes_(processes), options_(options) {}

  int go() {
    const std::string text = text_of(processes_, options_.file);
    ModelFile file = read_model_text(text, options_.file,
                                     {.knows_end = !options_.until.empty(), .sample = true});
    if (!file.mistakes.empty()) {
      if (processes_.rank() == 0) fmt::print(stderr, "{}", file.summary());
      return 1;
    }
    RunChoice choice;
    choice.until = options_.until;
    choice.every = options_.every;
    choice.method = "time-stepping";
    choice.step = options_.step;
    choose(choice, file);
    const scale::NetPattern net = net_of(file);
    if (!(file.run.step > 0.0))
      throw Error(Code::E120, "a run in parts needs a step length: 'step' in [run], or --step");
    const double constraints = constraints_of(net);
    say(fmt::format("{} x {} points, about {:.0f} constraints, {} processes; about {} to {} in all",
                    net.size[0], net.size[1], constraints, processes_.count(),
                    size_text(bytes_per_constraint * constraints),
                    size_text((bytes_per_constraint + bytes_beside) * constraints)));
    if (options_.estimate) return 0;
    const scale::Partition partition(processes_, net);
    const scale::SystemPart system(processes_, net, partition);
    scale::Stepping stepping(system);
    State state{system.start(), system.start_velocities(), file.run.from};
    const PartsOrder order{text, file.run.step, file.run.until, every(file.run), ZWANG_VERSION};
    Generation now;
    std::optional<Parts> parts;
    if (!options_.output.empty() && options_.resume) {
      parts = Parts::open(processes_, options_.output, order);
      const auto last = parts->recall(system, state, stepping.bonds());
      if (!last) throw Error(Code::E401, fmt::format("{} has no generation", options_.output));
      now = *last;
      stepping.set_changed(now.changed);
      stepping.set_book(now.energy);
      parts->adopt(system, now, stepping.bonds());
      say(fmt::format("continues from t = {:.6g} s", now.t));
    } else if (!options_.output.empty()) {
      parts = Parts::create(processes_, options_.output, order, system);
      parts->commit(now, state, stepping.bonds());
    }
    return follow(file.run, system, stepping, state, now, parts);
  }

 private:
  void say(const std::string& text) const {
    if (processes_.rank() > 0 || options_.quiet) return;
    fmt::print("{}\n", text);
    std::fflush(stdout);
  }

  static double every(const RunOptions& run) { return run.every > 0.0 ? run.every : run.step; }

  static double constraints_of(const scale::NetPattern& net) {
    return static_cast<double>(net.families.size()) * static_cast<double>(net.size[0]) *
           static_cast<double>(net.size[1]);
  }

  // Equal steps from the start to the end; a generation whenever one passes a time of output.
  int follow(const RunOptions& run, const scale::SystemPart& system, scale::Stepping& stepping,
             State& state, Generation& now, std::optional<Parts>& parts) const {
    const double count = std::ceil((run.until - run.from) / run.step * (1.0 - 1e-12));
    const double length = (run.until - run.from) / count;
    const auto passed = [&](double t) { return std::floor((t - run.from) / every(run) + 1e-9); };
    const double from = MPI_Wtime();
    const std::int64_t first = now.steps;
    while (static_cast<double>(now.steps) < count) {
      if (options_.max_steps >= 0 && now.steps - first >= options_.max_steps) break;
      const double before = state.t;
      const auto next = static_cast<double>(now.steps + 1);
      const double time = next >= count ? run.until : run.from + next * length;
      const StepOutcome outcome = stepping.advance_to(state, time);
      if (outcome != StepOutcome::taken) {
        say(fmt::format("the step from t = {:.6g} s failed: {}", before, name(outcome)));
        return 3;
      }
      ++now.steps;
      now.t = time;
      now.changed = stepping.changed();
      now.natural = std::max(now.natural, stepping.counts().natural);
      now.violation = std::max(now.violation, stepping.counts().violation);
      now.energy = stepping.book();
      if (!(passed(time) > passed(before)) && next < count) continue;
      ++now.number;
      if (parts) parts->commit(now, state, stepping.bonds());
      say(fmt::format("t = {:.6g} s, {} steps, {:.1f} s; residual {:.1e}, off by {:.1e} m", now.t,
                      now.steps, MPI_Wtime() - from, now.natural, now.violation));
    }
    const StepCounts& counts = stepping.counts();
    const double constraints = processes_.sum(static_cast<double>(system.constraints()));
    const double steps = static_cast<double>(now.steps - first);
    const double memory = processes_.sum(peak_bytes());
    const double spent = MPI_Wtime() - from;
    say(fmt::format(
        "{:.0f} steps of {:.0f} constraints, up to {} rows: {:.3g} s per step, {:.0f} ns per step "
        "and constraint; {} factorisations, {} products; {}, {:.0f} bytes per constraint",
        steps, constraints, counts.most_rows, spent / std::max(1.0, steps),
        1e9 * spent / std::max(1.0, steps) / constraints, counts.factorisations, counts.products,
        size_text(memory), memory / constraints));
    const bool certified = now.energy.rise() <= allowed_rise;
    say(
        fmt::format("{}: residual {:.1e}, constraints off by at most {:.1e} m, energy rose by at "
                    "most {:.1e}; {} steps taken in halves, {} with rows that cannot gain energy",
                    certified ? "certified" : "NOT certified", now.natural, now.violation,
                    now.energy.rise(), counts.halved, counts.dissipative));
    return certified ? 0 : 4;
  }

  const scale::Processes& processes_;
  const MpiOptions& options_;
};

}  // namespace

int run_parts(const scale::Processes& processes, const MpiOptions& options) {
  return PartsRun(processes, options).go();
}

}  // namespace zwang
