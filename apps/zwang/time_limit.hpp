// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// --max-time, from the reading of a model to the last file that is written. A run asks after each
// step; whatever asks nobody, a model that is read or a step that does not come to its end, is
// ended from outside by a timer of the process. A result that is being written survives that, as
// it survives a kill.
#pragma once

#include <chrono>
#include <string>

#include "apps/zwang/verbs.hpp"

namespace zwang::apps {

// One at a time in a process; it owns SIGALRM.
class TimeLimit {
 public:
  // `seconds` from now, infinite for none. Until a result is open the process ends when they have
  // passed: E502 on stderr, and its exit code.
  TimeLimit(double seconds, const Common& common);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  bool passed() const { return left() <= 0.0; }
  double left() const;  // s

  // The motion is computed into this result: who asks ends at the limit, the process a second or a
  // tenth of the limit later.
  void stepping(const std::string& result);
  // The motion has ended: half of the limit more to judge it, and to write result and page.
  void finishing(const std::string& result);

 private:
  using Clock = std::chrono::steady_clock;
  // `more` seconds behind the limit the process says this and ends.
  void arm(double more, const std::string& message) const;

  double seconds_;
  const Common& common_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace zwang::apps
