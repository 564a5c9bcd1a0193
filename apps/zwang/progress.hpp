// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far the work is, on stderr: a bar on a terminal, now and then a line elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "apps/zwang/verbs.hpp"

namespace zwang::apps {

class Progress {
 public:
  enum class Way { bar, lines, json, none };

  explicit Progress(Way way) : way_(way) {}
  ~Progress() { erase(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether it is time to say something again.
  bool due();
  // What is said behind the bar, as a line elsewhere, and as the fields of an object.
  struct Said {
    std::string bar, line, json;
  };
  // `share` of the work is done.
  void show(double share, const Said& said);
  // The line of the bar; nothing is left behind.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  std::string bar(double share, const std::string& said, double seconds) const;

  Way way_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

// As --progress, -q and --json ask for it.
Progress::Way way_of_progress(const Common& common);

}  // namespace zwang::apps
