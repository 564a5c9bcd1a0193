// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Who holds after an instant (theory 8.2, stage 2; 8.5 where accelerations leave it open).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/ledger.hpp"

namespace zwang {

// Conditions that hold without a multiplier.
std::vector<char> quiet(const Checkpoint& now);

class Holders {
 public:
  // System and ledger, which hears the warnings, must outlive it.
  Holders(const System& system, const Nearness& nearness, Ledger& ledger)
      : system_(system), nearness_(nearness), ledger_(ledger) {}

  // Standings, who holds and who is armed at the state of `now`, and the multiplier of each
  // condition. `releases` are those whose multiplier has just fallen to zero, in a step with forces
  // up to `pull`. Nothing is changed if the answer is not usable.
  Instant decide(const std::vector<int>& releases, double pull, Checkpoint& now,
                 std::vector<double>& multipliers);

 private:
  void warn(const Regularity& regularity, const State& state);
  void warn_of_dependence(const std::vector<int>& dependent, const State& state);
  std::vector<int> decide_weak(const Vector& accelerations, const std::vector<int>& acting,
                               const std::vector<double>& z, const std::vector<int>& weak,
                               Checkpoint& now);

  const System& system_;
  Nearness nearness_;
  Ledger& ledger_;
  std::optional<std::string> dependence_;  // what is said of rows that depend on each other
};

}  // namespace zwang
