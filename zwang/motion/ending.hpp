// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a run ends: the first reason counts, and what a function of the model throws is one.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>
#include <utility>

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
