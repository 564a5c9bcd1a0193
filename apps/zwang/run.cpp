// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "apps/zwang/watch.hpp"
#include "zwang/base/text.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/motion/comparison.hpp"
#include "zwang/motion/uncertainty.hpp"
#include "zwang/prepare/branch.hpp"
#include "zwang/prepare/run_choice.hpp"
#include "zwang/report/report.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang::apps {
namespace {

// E103 with the nearest word if --stop-on names nothing.
Limits limits_of(const RunOrder& order, const System& system) {
  Limits limits;
  limits.bytes = half_of_the_memory();
  if (!order.max_memory.empty()) {
    const auto bytes = bytes_of(order.max_memory);
    if (!bytes)
      throw Error(Code::E120, fmt::format("--max-memory {}: not a size", order.max_memory));
    limits.bytes = *bytes;
  }
  if (order.stop_on.empty()) return limits;
  limits.kind = event_kind_named(order.stop_on);
  if (limits.kind) return limits;
  limits.constraint = static_cast<int>(constraint_named(
      "--stop-on", order.stop_on, system.model(), "neither a kind of event nor a constraint"));
  return limits;
}

double max_time_of(const RunOrder& order) {
  return order.max_time.empty() ? always : given_number("--max-time", order.max_time);
}

// The same run by time steps, as a line to type; nothing if there is none.
std::string by_steps(const ModelFile& file, const RunOrder& order) {
  if (file.run.method == RunOptions::Method::time_stepping || !file.problem.is_mechanical() ||
      !order.resume.empty())
    return {};
  std::string line = fmt::format("zwang run {}", file.sources[0].path);
  if (!order.until.empty()) line += fmt::format(" --until {}", order.until);
  for (const auto& [name, value] : order.set) line += fmt::format(" --set {}={}", name, value);
  return line + " --method time-stepping";
}

ResultOptions storing(const RunOrder& order) {
  ResultOptions options;
  options.force = order.force;
  if (!order.sync.empty()) options.sync = given_number("--sync", order.sync);
  return options;
}

std::string heading(const std::string& path, const Model& model) {
  const auto& constraints = model.constraints();
  return fmt::format("{}   {}, {}{}\n", path, plural(model.coordinate_names().size(), "coordinate"),
                     plural(constraints.size(), "constraint"),
                     constraints.size() == 1
                         ? fmt::format(" ({}: {})", constraints[0].name, constraints[0].kind())
                         : "");
}

std::string in_words(const EquilibriumPoint& rest) {
  if (!rest.usable()) return {};
  return fmt::format("equilibrium found in {}, relative residual acceleration {}\n",
                     plural(static_cast<std::size_t>(rest.steps), "step"),
                     fmt::format("{:.1e}", rest.acceleration));
}

// One run, from its start or from a checkpoint, into its result.
class Process {
 public:
  Process(ModelFile& file, const Prepared& prepared, ResultWriter& writer, const RunOrder& order,
          TimeLimit& time, const Common& common)
      : file_(file),
        prepared_(prepared),
        system_(*prepared.system),
        writer_(writer),
        order_(order),
        time_(time),
        common_(common) {}

  // `resumed`: the result that it goes on with, if there is one.
  int go(const EquilibriumPoint& rest, const Resumed* resumed, const std::string& hash,
         const std::string& result) {
    const State& start = prepared_.start;
    const Checkpoint* const checkpoint =
        resumed && resumed->checkpoint ? &*resumed->checkpoint : nullptr;
    Watch watch(system_, checkpoint ? checkpoint->state.t : file_.run.from, file_.run.until,
                limits_of(order_, system_), time_, by_steps(file_, order_), common_, writer_);
    if (!checkpoint && !common_.json && common_.quiet == 0) {
      fmt::print("{}{}", heading(file_.sources[0].path, *file_.model), in_words(rest));
      std::fflush(stdout);
    }
    const auto clock = std::chrono::steady_clock::now();
    file_.run.recorder = &watch;
    // the result has them
    file_.run.keep_course = file_.run.keep_frames = false;
    time_.stepping(result);
    std::optional<FinerRun> finer;
    if (file_.run.uncertainty)
      file_.run.finer = &finer.emplace(finer_run(system_, start, file_.run));
    decided(watch, checkpoint ? checkpoint->state : start);
    const Trajectory motion =
        resumed ? go_on(*resumed, prepared_, file_.run) : motion_of(file_, prepared_);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
    watch.erase();
    time_.finishing(result);
    RunSummary ending = ending_of(motion);
    const std::string limit = beyond_limit(watch.reason(), ending);
    writer_.finish(ending);
    std::vector<std::string> files = {result};
    if (order_.report)
      files.push_back(
          write_report({result}, {.output = order_.report_file, .force = order_.force}));
    const FinishedRun run{file_, motion, ending, hash, files, seconds};
    if (common_.json)
      fmt::print("{}\n", json(run));
    else if (common_.quiet == 0)
      print_motion(run, order_.all_events, common_);
    if (order_.compare && motion.usable() && !common_.json && common_.quiet == 0)
      fmt::print("{}", compare_methods(system_, start, file_.run).text(system_));
    if (ending.code && motion.verdict.fault())
      print_error(Code::E340, why(motion.verdict, system_), common_);
    if (ending.code)
      return print_error(*ending.code, limit.empty() ? motion.message : limit, common_);
    if (watch.reason() == Watch::Reason::signal) {
      if (common_.quiet == 0 && !common_.json)
        fmt::print(stderr, "interrupted; to continue: zwang run --resume {}\n", result);
      return 128 + signal_that_came();
    }
    if (motion.verdict.holds()) return 0;
    return print_error(Code::E340, why(motion.verdict, system_), common_);
  }

 private:
  void decided(Watch& watch, const State& state) const {
    const RunOptions& run = file_.run;
    watch.say(
        fmt::format("method {}, rows {}",
                    run.method == RunOptions::Method::event_driven
                        ? fmt::format("event-driven, tolerance {}", run.tolerance)
                    : run.step > 0.0 ? fmt::format("time-stepping, steps of {} s", run.step)
                                     : fmt::format("time-stepping, tolerance {}", run.tolerance),
                    run.every > 0.0 ? fmt::format("every {} s", run.every) : "at every step"));
    if (common_.verbose == 0 && common_.log.empty()) return;
    if (!file_.problem.is_mechanical()) return;
    const Instant instant = accelerations(system_, state);
    for (int i = 0; i < system_.constraints() && instant.usable(); ++i) {
      const ConstraintAt& at = instant.constraints[static_cast<std::size_t>(i)];
      if (state_number(at.status) >= state_number(ConstraintStatus::active))
        watch.say(fmt::format("at {} s {} is {}, multiplier {:.9g}", state.t,
                              system_.constraint(i).name, name(at.status), at.multiplier));
    }
  }

  // E501, E502: the result so far stands and can be resumed.
  static std::string beyond_limit(Watch::Reason reason, RunSummary& ending) {
    if (reason != Watch::Reason::time && reason != Watch::Reason::memory) return {};
    ending.status = RunStatus::stopped;
    ending.code = reason == Watch::Reason::time ? Code::E502 : Code::E501;
    return reason == Watch::Reason::time ? "the limit of --max-time was reached"
                                         : "the limit of --max-memory was reached";
  }

  ModelFile& file_;
  const Prepared& prepared_;
  const System& system_;
  ResultWriter& writer_;
  const RunOrder& order_;
  TimeLimit& time_;
  const Common& common_;
};

// Goes on where a result ends.
int resume_one(const RunOrder& order, const Common& common) {
  TimeLimit time(max_time_of(order), common);
  std::optional<double> until;
  if (!order.until.empty()) until = given_number("--until", order.until);
  fold(order.resume);
  Resumed resumed = resume_result(order.resume, storing(order), until);
  ModelFile file = stored_model(resumed.description);
  if (!file.problem.is_mechanical())
    throw Error(Code::E120,
                fmt::format("{}: a run of the {} problem cannot be resumed; run it again",
                            order.resume, name(file.problem.kind)));
  if (!file.usable())
    return print_mistakes(file, common.json ? "json" : "full", common.quiet, stderr);
  file.run.until = resumed.until;
  file.run.threads = order.threads;
  bool projected = false;
  for (const Setting& one : resumed.description.settings) {
    if (one.name == "every" && one.used != "auto")
      file.run.every = given_number(one.name, one.used);
    if (one.name == "uncertainty") file.run.uncertainty = true;
    if (one.name == "start") projected = one.used == "projected";
  }
  auto system = std::make_shared<const System>(*file.model);
  Beginning begin = beginning(file, *system);
  if (projected) begin.state = projected_start(*system, begin.state);
  const Prepared prepared = prepare(file, std::move(system), begin.state);
  resumed.writer.check(*prepared.system);
  return Process(file, prepared, resumed.writer, order, time, common)
      .go(begin.equilibrium, &resumed, resumed.description.model_hash(), order.resume);
}

int run_one(const std::string& path, const RunOrder& order, const Common& common) {
  TimeLimit time(max_time_of(order), common);
  ModelFile file = read_model(path, {.set = order.set, .knows_end = !order.until.empty()});
  const auto mistaken = [&] {
    return print_mistakes(file, common.json ? "json" : "full", common.quiet, stderr);
  };
  if (!file.usable()) return mistaken();
  try {
    choose(order, file);
  } catch (const Error& error) {
    file.mistakes.push_back(error);
    return mistaken();
  }
  const Ready ready = make_ready(order, file);
  if (!file.mistakes.empty()) return mistaken();
  limits_of(order, *ready.system);  // mistakes there come before a file is made
  print_warnings(file, ready.warnings, common);
  const std::string result =
      order.output.empty() ? std::filesystem::path(path).stem().string() + ".zw" : order.output;
  const RunDescription asked = description_of(file, order, ZWANG_VERSION);
  ResultWriter writer(result, asked, *ready.prepared.system, storing(order));
  return Process(file, ready.prepared, writer, order, time, common)
      .go(ready.equilibrium, nullptr, asked.model_hash(), result);
}

// Every minimum of a singular start, each into a result of its own.
int run_branches(const std::string& path, const RunOrder& order, const Common& common) {
  int count = 0;
  {
    ModelFile file = read_model(path, {.set = order.set, .knows_end = !order.until.empty()});
    if (!file.usable())
      return print_mistakes(file, common.json ? "json" : "full", common.quiet, stderr);
    const System system(*file.model);
    count = branches_at(system, beginning(file, system).state);
  }
  if (count == 0)
    return print_error(Code::E120,
                       fmt::format("--branches: {} has no singular start with known minima", path),
                       common);
  const std::filesystem::path output =
      order.output.empty() ? std::filesystem::path(path).stem().string() + ".zw" : order.output;
  int result = 0;
  for (int number = 1; number <= count && signal_that_came() == 0; ++number) {
    RunOrder one = order;
    one.branch = fmt::format("{}", number);
    std::filesystem::path own = output;
    own.replace_filename(
        fmt::format("{}-{}{}", output.stem().string(), number, output.extension().string()));
    one.output = own.string();
    const int here = run_one(path, one, common);
    if (result == 0) result = here;
  }
  return result;
}

}  // namespace

int run(const RunOrder& order, const Common& common) {
  if (order.report) demand_report();  // before the motion is computed
  heed_signals();
  if (!order.resume.empty()) return resume_one(order, common);
  int result = 0;
  for (const std::string& path : order.files) {
    const int here =
        order.branches ? run_branches(path, order, common) : run_one(path, order, common);
    if (result == 0) result = here;
    if (signal_that_came() != 0) break;
  }
  return result;
}

}  // namespace zwang::apps
