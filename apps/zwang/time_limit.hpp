// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// --max-time, from reading a model to writing the last file. A run checks after each step; anything
// that does not check, such as reading a model or a step that never ends, is ended by a timer of
// the process. A result being written survives that, as it survives a kill.
#pragma once

#include <chrono>
#include <string>

#include "apps/zwang/verbs.hpp"

namespace zwang::apps {

// One per process at a time; it owns SIGALRM.
class TimeLimit {
 public:
  // `seconds` from now, infinite for no limit. Until a result is open, the process ends when they
  // have passed: E502 on stderr, and its exit code.
  TimeLimit(double seconds, const Common& common);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  bool passed() const { return left() <= 0.0; }
  double left() const;  // s

  // The motion is being computed into this result: the run ends at the limit, the process a second
  // or a tenth of the limit later.
  void stepping(const std::string& result);
  // The motion has ended: half the limit more to judge it and to write result and report.
  void finishing(const std::string& result);

 private:
  using Clock = std::chrono::steady_clock;
  // `more` seconds after the limit the process prints this and ends.
  void arm(double more, const std::string& message) const;

  double seconds_;
  const Common& common_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace zwang::apps
