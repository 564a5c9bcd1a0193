// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Progress on stderr: a bar on a terminal, an occasional line elsewhere.
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

  // Whether it is time for an update.
  bool due();
  // The text after the bar, as a line elsewhere, and as the fields of a JSON object.
  struct Said {
    std::string bar, line, json;
  };
  // Reports that `share` of the work is done.
  void show(double share, const Said& said);
  // Erases the bar without leaving anything behind.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  std::string bar(double share, const std::string& said, double seconds) const;

  Way way_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now(), last_ = start_;
};

// As requested by --progress, -q and --json.
Progress::Way way_of_progress(const Common& common);

}  // namespace zwang::apps
