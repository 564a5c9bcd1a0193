// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What holds after an instant (theory 8.2, stage 2; 8.5 where accelerations leave it open).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/cause.hpp"
#include "zwang/motion/run_log.hpp"

namespace zwang {

// Constraints that hold without a multiplier.
std::vector<char> quiet(const Checkpoint& now);

class Holders {
 public:
  // The system and the log, which receives the warnings, must outlive it.
  Holders(const System& system, const Nearness& nearness, RunLog& log)
      : system_(system), nearness_(nearness), log_(log) {}

  // Statuses, what holds and what is armed at the state of `now`, and the multiplier of each
  // constraint, in a step with forces up to `pull`. Nothing changes if the result is not usable.
  Instant decide(const Cause& cause, bool struck, double pull, Checkpoint& now,
                 std::vector<double>& multipliers);

 private:
  void warn(const Regularity& regularity, const State& state);
  void warn_of_dependence(const std::vector<int>& dependent, const State& state);
  std::vector<int> decide_weak(const Instant& instant, const std::vector<int>& active,
                               const std::vector<double>& z, const std::vector<int>& weak,
                               Checkpoint& now);
  void tell_of_friction(const Cause& cause, bool struck, const Checkpoint& now,
                        InstantOptions& options) const;
  std::vector<Slip> led(const Instant& instant, const State& state) const;
  void decide_friction(const Instant& instant, Checkpoint& now) const;

  const System& system_;
  Nearness nearness_;
  RunLog& log_;
  std::optional<std::string> dependence_;  // the warning about dependent rows
};

}  // namespace zwang
