// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/watch.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <fstream>

#include "apps/zwang/print.hpp"
#include "zwang/base/error.hpp"

namespace zwang::apps {
namespace {

volatile std::sig_atomic_t came = 0;

extern "C" void on_signal(int number) {
  if (came) _exit(128 + number);
  came = number;
}

// stderr says as much as -v asks for, the file everything, with times.
std::shared_ptr<spdlog::logger> make_log(const Common& common) {
  std::vector<spdlog::sink_ptr> sinks;
  if (common.verbose > 0) {
    sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    sinks.back()->set_pattern("%v");
    sinks.back()->set_level(common.verbose > 1 ? spdlog::level::debug : spdlog::level::info);
  }
  if (!common.log.empty()) {
    try {
      sinks.push_back(std::make_shared<spdlog::sinks::basic_file_sink_mt>(common.log));
    } catch (const spdlog::spdlog_ex& error) {
      throw Error(Code::E410, fmt::format("the log cannot be written: {}", error.what()));
    }
    sinks.back()->set_pattern("%Y-%m-%dT%H:%M:%S.%e  %v");
  }
  auto log = std::make_shared<spdlog::logger>("zwang", sinks.begin(), sinks.end());
  log->set_level(sinks.empty() ? spdlog::level::off : spdlog::level::debug);
  log->flush_on(spdlog::level::info);
  return log;
}

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0.0, resident = 0.0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

void heed_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

int signal_that_came() { return came; }

std::optional<double> bytes_of(const std::string& text) {
  double number = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc() || !(number > 0.0)) return std::nullopt;
  std::string unit(read.ptr, text.data() + text.size());
  if (unit.starts_with(' ')) unit.erase(0, 1);
  const bool binary = unit.ends_with("iB");
  if (binary) unit.resize(unit.size() - 2);
  if (unit.ends_with('B')) unit.pop_back();
  const std::string letters = "kMGT";
  if (unit.empty()) return number;
  const auto at = letters.find(unit);
  if (unit.size() != 1 || at == std::string::npos) return std::nullopt;
  for (std::size_t i = 0; i <= at; ++i) number *= binary ? 1024.0 : 1000.0;
  return number;
}

double half_of_the_memory() {
  return 0.5 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGESIZE));
}

Watch::Watch(const System& system, double from, double until, const Limits& limits,
             const TimeLimit& time, std::string faster, const Common& common, Recorder& result)
    : system_(system),
      limits_(limits),
      time_(time),
      faster_(std::move(faster)),
      common_(common),
      result_(result),
      descriptions_(system),
      from_(from),
      until_(until),
      outlook_(from, until, time.left()),
      progress_(way_of_progress(common)),
      log_(make_log(common)) {}

void Watch::say(const std::string& text) { log_->info(text); }

void Watch::event(const Event& event) {
  ++events_;
  result_.event(event);
  if (log_->should_log(spdlog::level::debug)) {
    progress_.erase();
    for (const std::string& line : descriptions_.lines(event)) log_->debug(line);
    for (const Part& part : event.parts)
      if (part.multiplier != 0.0)
        log_->debug("{:32}{}: multiplier {:.9g}", "", system_.constraint(part.constraint).name,
                    part.multiplier);
  }
  const bool asked =
      (limits_.kind && event.kind == *limits_.kind) ||
      (limits_.constraint >= 0 && event.kind != EventKind::start && event.has(limits_.constraint));
  if (asked && reason_ == Reason::none) reason_ = Reason::event;
}

void Watch::checkpoint(const Checkpoint& now) {
  result_.checkpoint(now);
  look_ahead(now);
  if (!progress_.due()) return;
  const double t = now.state.t;
  progress_.show(
      (t - from_) / (until_ - from_),
      {fmt::format("t {:.4g} / {:.6g} s   {} events", t, until_, events_),
       fmt::format("t={:.6g}/{:.6g} events={}", t, until_, events_),
       fmt::format("\"t\":{:.17g},\"until\":{:.17g},\"events\":{}", t, until_, events_)});
}

void Watch::look_ahead(const Checkpoint& now) {
  const double work = std::chrono::duration<double>(Clock::now() - start_).count();
  const auto rest = outlook_.after(now, work);
  if (!rest) return;
  log_->info(rest->text);
  const std::string line = rest->by_events ? faster_ : "";
  if (common_.quiet > 0) return;
  progress_.erase();
  print_outlook(*rest, line, common_);
}

bool Watch::stop() {
  if (reason_ == Reason::none && came != 0) reason_ = Reason::signal;
  if (reason_ == Reason::none) {
    const auto now = Clock::now();
    if (time_.passed()) reason_ = Reason::time;
    if (now - measured_ > std::chrono::milliseconds(100)) {
      measured_ = now;
      if (resident_bytes() > limits_.bytes) reason_ = Reason::memory;
    }
  }
  return reason_ != Reason::none || result_.stop();
}

}  // namespace zwang::apps
