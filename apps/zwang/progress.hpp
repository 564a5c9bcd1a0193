// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far a run is, on stderr: a bar on a terminal, now and then a line elsewhere.
#pragma once

#include <chrono>
#include <string>

namespace zwang::apps {

class Progress {
 public:
  enum class Way { bar, lines, json, none };

  Progress(Way way, double from, double until);
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double t, long events);
  // The line of the bar; nothing is left behind.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  std::string bar(double t, long events, double seconds) const;

  Way way_;
  double from_, until_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

// "auto", "always", "never", "json".
Progress::Way way_of_progress(const std::string& asked);

}  // namespace zwang::apps
