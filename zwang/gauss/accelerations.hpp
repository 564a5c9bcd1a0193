// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One instant: of all accelerations that the conditions allow the true one lies nearest to the free
// one (Gauss; Mayer 1899a, § 2; Stäckel 1919, §§ 5–7; theory 3 to 6).
//
//   Z = |u' − u'_free|²_M → min,   g2 = 0 for equations,   g2 ≤ 0 for candidates (f = f' = 0)
//
// Which conditions act is part of the answer: it cannot be read from the state, nor from the free
// motion.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/gauss/ostrogradsky.hpp"
#include "zwang/gauss/outcome.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/gauss/standing.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {

struct InstantOptions {
  Nearness nearness = {};
  RegularityOptions regularity = {};
  minimum::Options minimum = {};
  // Also say what Ostrogradsky's rule would have given.
  bool ostrogradsky = false;
  // Prescribed motions stand still where they are: for statics, at velocities of zero.
  bool standstill = false;
  // More conditions at once than this are not solved: `not_run`, with the standings as far as f and
  // f' tell.
  std::size_t most_binding = std::numeric_limits<std::size_t>::max();
};

// One condition at the instant.
struct ConditionAt {
  Standing standing = Standing::absent;
  double f = unset;       // not of velocity conditions
  double rate = unset;    // f', or the value of a velocity condition
  double second = unset;  // f'' in the true motion
  double free = unset;    // f'' in the free motion
  double multiplier = 0.0;
};

struct [[nodiscard]] Instant {
  InstantOutcome outcome = InstantOutcome::not_run;
  Vector accelerations;                          // u'
  Vector free;                                   // of the free motion; empty if a mass is zero
  std::vector<ConditionAt> conditions;           // one per condition of the model
  bool unique = true;                            // whether the multipliers are (W304)
  Vector reaction;                               // −Aᵀz, one number per velocity parameter
  std::vector<std::array<double, 3>> reactions;  // on each point of the model, N
  double constraint = unset;                     // Z
  double bound = unset;                          // |u' − true u'|_M is at most this
  Regularity regularity;
  minimum::Certificate certificate;
  std::vector<Weighted> proof;     // if contradictory: conditions and their weights
  std::optional<Error> complaint;  // if not finite: who and why
  std::optional<Ostrogradsky> ostrogradsky;
  minimum::Rung rung = minimum::Rung::machine;
  std::vector<int> held;              // conditions the answer was computed with
  const System* system = nullptr;     // whose it is; must live as long, unless it is `own`
  std::shared_ptr<const System> own;  // if it was made of a model
  State state;

  bool usable() const { return outcome == InstantOutcome::found; }
  std::string brief() const;   // one line
  std::string report() const;  // for a person: who acts, who does not, and why
};

// The system, or the model, must outlive report().
Instant accelerations(const System& system, const State& state, const InstantOptions& options = {});
Instant accelerations(const Model& model, const State& state, const InstantOptions& options = {});

}  // namespace zwang
