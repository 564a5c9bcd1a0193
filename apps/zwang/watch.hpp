// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sits between a run and its result file: shows progress, writes the log, and stops the run on a
// signal, an event or a limit.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "apps/zwang/progress.hpp"
#include "apps/zwang/time_limit.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/model/constraint.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/motion/outlook.hpp"

namespace spdlog {
class logger;
}

namespace zwang::apps {

struct Limits {
  double bytes = always;
  std::optional<EventKind> kind;  // that ends the run
  int constraint = -1;            // likewise, one that took part
};

class Watch : public Recorder {
 public:
  // `from` is where this process begins; `faster` is what to type if its end is not in sight, or
  // empty. The time limit must outlive it.
  Watch(const System& system, double from, double until, const Limits& limits,
        const TimeLimit& time, std::string faster, const Common& common, Recorder& result);

  void row(const Frame& frame) override { result_.row(frame); }
  void event(const Event& event) override;
  void checkpoint(const Checkpoint& now) override;
  bool stop() override;

  // Decisions, for -v and the log.
  void say(const std::string& text);
  void erase() { progress_.erase(); }

  enum class Reason { none, signal, event, time, memory };
  Reason reason() const { return reason_; }

 private:
  using Clock = std::chrono::steady_clock;
  void look_ahead(const Checkpoint& now);

  const System& system_;
  Limits limits_;
  const TimeLimit& time_;
  std::string faster_;
  const Common& common_;
  Recorder& result_;
  Descriptions descriptions_;
  double from_, until_;
  Outlook outlook_;
  Progress progress_;
  std::shared_ptr<spdlog::logger> log_;
  Reason reason_ = Reason::none;
  long events_ = 0;
  Clock::time_point start_ = Clock::now(), measured_ = start_;
};

// SIGINT and SIGTERM stop the run; a second one ends the process at once.
void heed_signals();
// The number of the signal received, or 0.
int signal_that_came();

// "512M", "2 GB", "1GiB": bytes.
std::optional<double> bytes_of(const std::string& text);
double half_of_the_memory();

}  // namespace zwang::apps
