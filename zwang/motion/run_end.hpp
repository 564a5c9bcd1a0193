// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a run ends: the first reason counts, including exceptions from functions of the model.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

#include "zwang/motion/start.hpp"
#include "zwang/motion/trajectory.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

class RunEnd {
 public:
  // The motion must outlive it.
  explicit RunEnd(Trajectory& motion) : motion_(motion) {}

  bool running() const { return motion_.outcome == RunOutcome::not_run; }

  void end(RunOutcome outcome, std::string message) {
    if (!running()) return;
    motion_.outcome = outcome;
    motion_.message = std::move(message);
  }

  // Whether there is another step to make; ends the run if not.
  bool goes_on(const RunOptions& options, Checkpoint& now) {
    if (!running()) return false;
    if (options.recorder && options.recorder->stop())
      end(RunOutcome::stopped, "");
    else if (now.state.t >= options.until)
      end(RunOutcome::finished, "");
    else if (now.events >= options.max_events)
      end(RunOutcome::too_many_events, fmt::format("more than {} events", options.max_events));
    else
      demand_pace(options, now);
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
  // So many steps without an event that waiting for the remainder is hopeless: a force that jumps
  // back and forth or is noise lets steps of 1e-10 s pass for ever. Steps are counted, not seconds,
  // so that the end is the same on every machine.
  void demand_pace(const RunOptions& options, Checkpoint& now) {
    constexpr long judged = 2'000;
    constexpr double most = 1e9;  // steps that a run may still need
    if (now.events == now.pace.events && now.steps < now.pace.steps + judged) return;
    const double made = now.state.t - now.pace.t;
    const double rest = options.until - now.state.t;
    if (now.events == now.pace.events && made * most < rest * judged)
      end(RunOutcome::step_too_small,
          fmt::format("the steps became too small at t = {}: the last {} covered {:.2g} s of "
                      "motion in total, and {:.2g} s remain",
                      now.state.t, judged, made, rest));
    now.pace = {now.state.t, now.steps, now.events};
  }

  Trajectory& motion_;
};

}  // namespace zwang
