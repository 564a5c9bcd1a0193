// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a run ends: the first reason counts, and what a function of the model throws is one.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

#include "zwang/motion/run.hpp"
#include "zwang/motion/start.hpp"

namespace zwang {

class Ending {
 public:
  // The motion must outlive it.
  explicit Ending(Trajectory& motion) : motion_(motion) {}

  bool running() const { return motion_.outcome == RunOutcome::not_run; }

  void end(RunOutcome outcome, std::string message) {
    if (!running()) return;
    motion_.outcome = outcome;
    motion_.message = std::move(message);
  }

  // Whether there is another step to make; ends the run if there is none.
  bool goes_on(const RunOptions& options, const Checkpoint& now) {
    if (!running()) return false;
    if (options.recorder && options.recorder->stop())
      end(RunOutcome::stopped, "");
    else if (now.state.t >= options.until)
      end(RunOutcome::finished, "");
    else if (now.events >= options.max_events)
      end(RunOutcome::too_many_events, fmt::format("more than {} events", options.max_events));
    return running();
  }

  template <class Work>
  void guarded(Work&& work) {
    try {
      work();
    } catch (const Error& error) {
      end(outcome_of(error), error.what());
    } catch (const std::exception& error) {
      end(RunOutcome::outside_domain,
          fmt::format("a function of the model threw: {}", error.what()));
    }
  }

 private:
  Trajectory& motion_;
};

}  // namespace zwang
