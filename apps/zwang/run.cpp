// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "apps/zwang/screen.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/io/result.hpp"
#include "zwang/io/start.hpp"

namespace zwang::apps {
namespace {

volatile std::sig_atomic_t asked_to_stop = 0;

extern "C" void on_signal(int number) {
  if (asked_to_stop) _exit(128 + number);  // the second time at once
  asked_to_stop = number;
}

// Progress on a terminal, and Ctrl-C, in front of the result file.
class Watch : public Recorder {
 public:
  Watch(double from, double until, bool shown, Recorder& result)
      : from_(from), until_(until), shown_(shown), result_(result) {}
  ~Watch() override { erase(); }

  void row(const Frame& frame) override { result_.row(frame); }
  void event(const Event& event) override {
    ++events_;
    result_.event(event);
  }
  void checkpoint(const Checkpoint& now) override {
    result_.checkpoint(now);
    if (!shown_) return;
    const auto time = Clock::now();
    if (time - last_ < std::chrono::milliseconds(drawn_ ? 100 : 500)) return;
    last_ = time;
    drawn_ = true;
    const double share = (now.state.t - from_) / (until_ - from_);
    constexpr int width = 20;
    const int full = static_cast<int>(share * width);
    std::string bar;
    for (int i = 0; i < width; ++i) bar += i < full ? "\xe2\x94\x81" : "\xe2\x94\x80";
    const double seconds = std::chrono::duration<double>(time - start_).count();
    fmt::print(stderr, "\r  {:3.0f} %  {}  t {:.4g} / {:.4g} s   {} events   {:.1f} s left \x1b[K",
               100.0 * share, bar, now.state.t, until_, events_,
               share > 0.0 ? seconds * (1.0 - share) / share : 0.0);
    std::fflush(stderr);
  }
  bool stop() override { return asked_to_stop != 0 || result_.stop(); }
  void erase() {
    if (drawn_) fmt::print(stderr, "\r\x1b[K");
    drawn_ = false;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double from_, until_;
  bool shown_;
  Recorder& result_;
  bool drawn_ = false;
  long events_ = 0;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

std::string_view kind_of(const Condition& condition) {
  if (condition.of_velocities)
    return condition.equation ? "non-holonomic equation" : "non-holonomic inequality";
  return condition.equation ? "holonomic equation" : "holonomic inequality";
}

// The lines of the report without its heading, folded after the third if there are many.
std::string events_text(const Trajectory& motion, bool fold) {
  std::string text = motion.report();
  text.erase(0, text.find('\n') + 1);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto is_event = [](const std::string& line) { return line.size() > 2 && line[2] != ' '; };
  const auto total = std::ranges::count_if(lines, is_event);
  std::string out;
  long seen = 0;
  for (const std::string& line : lines) {
    if (is_event(line)) ++seen;
    if (fold && total > 8 && seen > 3) {
      out += fmt::format("  ...                           ({} more: zwang run --events all)\n",
                         total - 3);
      break;
    }
    out += line + "\n";
  }
  return out;
}

std::string json(const ModelFile& file, const Trajectory& motion, double seconds,
                 const std::string& result) {
  std::string events;
  long shocks = 0;
  for (const Event& event : motion.events) {
    if (event.kind == EventKind::shock) ++shocks;
    if (event.kind == EventKind::start || event.kind == EventKind::end) continue;
    std::string of;
    for (const Part& part : event.parts)
      of += fmt::format("{}{}", of.empty() ? "" : ",",
                        json_text(motion.system->condition(part.condition).name));
    events += fmt::format("{}{{\"t\":{:.17g},\"kind\":\"{}\",\"of\":[{}]}}",
                          events.empty() ? "" : ",", event.t, name(event.kind), of);
  }
  const auto why = code(motion.outcome);
  const std::string status = motion.outcome == RunOutcome::stopped ? "interrupted"
                             : why                                 ? "stopped"
                             : motion.audit.holds()                ? "certified"
                                                                   : "finished";
  const std::string code_text = why ? fmt::format(",\"code\":\"{}\"", name(*why)) : "";
  return fmt::format(
      "{{\"zwang\":1,\"model\":{},\"status\":\"{}\"{},\"simulated\":{:.17g},\"wall\":{:.3g},"
      "\"counts\":{{\"events\":{},\"shocks\":{},\"steps\":{}}},"
      "\"certificate\":{{\"violation\":{:.3g},\"rate\":{:.3g},\"solves\":{:.3g}}},\"events\":[{}]}"
      "}",
      json_text(file.sources[0].path), status, code_text, motion.t - file.run.from, seconds,
      motion.events.size(), shocks, motion.steps, motion.audit.position_drift,
      motion.audit.velocity_drift, motion.audit.certificate, events, json_text(result));
}

// What was asked, for the result file.
RunDescription description(const ModelFile& file, const RunOrder& order) {
  RunDescription asked;
  asked.sources = file.sources;
  const auto given = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  };
  const RunOptions& run = file.run;
  asked.settings = {
      {"until", given(order.until), fmt::format("{:.17g}", run.until), "s"},
      {"from", std::nullopt, fmt::format("{:.17g}", run.from), "s"},
      {"tolerance", given(order.tolerance), fmt::format("{:.17g}", run.tolerance), ""},
      {"max_events", std::nullopt, fmt::format("{}", run.max_events), ""},
      {"settle", std::nullopt, run.settle == RunOptions::Settle::stop ? "stop" : "jump", ""},
      {"start", std::nullopt,
       order.project_start  ? "projected"
       : run.shock_at_start ? "shock"
                            : "as given",
       ""}};
  for (const ModelFile::Parameter& one : file.parameters)
    asked.parameters.push_back({one.name, one.value, "", one.text});
  asked.program = ZWANG_VERSION;
  asked.method = "events";
  asked.t_start = run.from;
  return asked;
}

int tell(const ModelFile& file, const Trajectory& motion, double seconds, const std::string& result,
         const RunOrder& order, const Common& common);

// Goes on where a result ends.
int resume_one(const RunOrder& order, const Common& common) {
  std::optional<double> until;
  if (!order.until.empty()) until = Model().number(Value(order.until));
  fold(order.resume);
  Resumed resumed = resume_result(order.resume, {}, until);
  FileOptions options;
  for (const ParameterValue& one : resumed.description.parameters)
    options.set.emplace_back(one.name, one.text);
  ModelFile file = read_model_text(resumed.description.sources[0].text,
                                   resumed.description.sources[0].path, options);
  if (!file.usable()) return tell_mistakes(file, "full", common);
  file.run.until = resumed.until;
  bool projected = false;
  for (const Setting& one : resumed.description.settings) {
    if (one.name == "tolerance") file.run.tolerance = file.model->number(Value(one.used));
    if (one.name == "start") projected = one.used == "projected";
  }
  const System system(*file.model);
  resumed.writer.check(system);
  Watch watch(file.run.from, file.run.until,
              common.quiet == 0 && !common.json && isatty(STDERR_FILENO) != 0, resumed.writer);
  file.run.recorder = &watch;
  const auto start = std::chrono::steady_clock::now();
  State begin = file.model->start(file.run.from);
  if (projected) begin = projected_start(system, begin);
  const Trajectory motion = resumed.checkpoint
                                ? zwang::resume(system, *resumed.checkpoint, file.run)
                                : zwang::run(system, begin, file.run);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  watch.erase();
  resumed.writer.finish(ending_of(motion));
  return tell(file, motion, seconds, order.resume, order, common);
}

int run_one(const std::string& path, const RunOrder& order, const Common& common) {
  ModelFile file = read_model(path, {.set = order.set});
  const auto number = [&](const std::string& option, const std::string& text, double& into) {
    if (text.empty()) return;
    try {
      into = file.model->number(Value(text));
    } catch (const Error& error) {
      file.mistakes.emplace_back(error.code(),
                                 fmt::format("{} {}: {}", option, text, error.message()));
    }
  };
  // the end may be given here instead
  if (!order.until.empty())
    std::erase_if(file.mistakes, [](const Error& error) {
      return error.code() == Code::E111 && error.message().find("'until'") != std::string::npos;
    });
  if (file.model) {
    number("--until", order.until, file.run.until);
    number("--tolerance", order.tolerance, file.run.tolerance);
  }
  if (!file.usable()) return tell_mistakes(file, "full", common);
  try {
    file.run.check();
  } catch (const Error& error) {
    file.mistakes.push_back(error);
    return tell_mistakes(file, "full", common);
  }
  const System system(*file.model);
  State begin = file.model->start(file.run.from);
  if (order.project_start) {
    begin = projected_start(system, begin);
  } else {
    std::vector<Error> warnings;
    for (const Error& error : start_mistakes(file))
      (name(error.code()).front() == 'W' ? warnings : file.mistakes).push_back(error);
    if (!file.mistakes.empty()) return tell_mistakes(file, "full", common);
    tell_warnings(file, warnings, common);
  }
  const std::string result =
      order.output.empty() ? std::filesystem::path(path).stem().string() + ".zw" : order.output;
  ResultWriter writer(result, description(file, order), system, {.force = order.force});
  if (!common.json && common.quiet == 0) {
    const auto& conditions = file.model->conditions();
    fmt::print("{}   {} coordinate{}, {} condition{}{}\n", path,
               file.model->coordinate_names().size(),
               file.model->coordinate_names().size() == 1 ? "" : "s", conditions.size(),
               conditions.size() == 1 ? "" : "s",
               conditions.size() == 1
                   ? fmt::format(" ({}: {})", conditions[0].name, kind_of(conditions[0]))
                   : "");
    std::fflush(stdout);
  }
  Watch watch(file.run.from, file.run.until,
              common.quiet == 0 && !common.json && isatty(STDERR_FILENO) != 0, writer);
  file.run.recorder = &watch;
  const auto start = std::chrono::steady_clock::now();
  const Trajectory motion = zwang::run(system, begin, file.run);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  watch.erase();
  writer.finish(ending_of(motion));
  return tell(file, motion, seconds, result, order, common);
}

int tell(const ModelFile& file, const Trajectory& motion, double seconds, const std::string& result,
         const RunOrder& order, const Common& common) {
  const bool colour = colours_wanted(common.colour, STDOUT_FILENO);
  if (common.json) {
    fmt::print("{}\n", json(file, motion, seconds, result));
  } else if (common.quiet == 0) {
    fmt::print("{}", events_text(motion, !order.all_events && isatty(STDOUT_FILENO) != 0));
    const long shocks = std::ranges::count(motion.events, EventKind::shock, &Event::kind);
    fmt::print(
        "{:.6g} s of motion in {:.2g} s \xc2\xb7 {} shock{} \xc2\xb7 worst violation {:.0e} "
        "\xc2\xb7 {}\n",
        motion.t - file.run.from, seconds, shocks, shocks == 1 ? "" : "s",
        motion.audit.position_drift,
        motion.audit.holds() ? painted("certified", Colour::green, colour)
                             : painted("NOT certified", Colour::red, colour));
    fmt::print("{}\n", result);
  }
  if (const auto why = code(motion.outcome)) {
    if (common.quiet < 2) fmt::print(stderr, "error[{}]: {}\n", name(*why), motion.message);
    return 3;
  }
  if (motion.outcome == RunOutcome::stopped) return 128 + asked_to_stop;
  return motion.audit.holds() ? 0 : 4;
}

}  // namespace

int run(const RunOrder& order, const Common& common) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (!order.resume.empty()) return resume_one(order, common);
  int result = 0;
  for (const std::string& path : order.files) {
    const int here = run_one(path, order, common);
    if (result == 0) result = here;
    if (asked_to_stop) break;
  }
  return result;
}

}  // namespace zwang::apps
