// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One instant: of all accelerations that the constraints allow, the true one is closest to the free
// one (Gauss; Mayer 1899a, § 2; Stäckel 1919, §§ 5–7; theory 3 to 6).
//
//   Z = |u' − u'_free|²_M → min,   g2 = 0 for equations,   g2 ≤ 0 for candidates (f = f' = 0)
//
// Which constraints are active is part of the solution: neither the state nor the free motion
// reveals it.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "zwang/friction/rubbing.hpp"
#include "zwang/gauss/ostrogradsky.hpp"
#include "zwang/gauss/outcome.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/system/status.hpp"

namespace zwang {

struct InstantOptions {
  Nearness nearness = {};
  RegularityOptions regularity = {};
  minimum::Options minimum = {};
  // Also compute what Ostrogradsky's rule would have given.
  bool ostrogradsky = false;
  // These have left the part of space in which they apply.
  std::vector<int> left = {};
  // Slip rows that are about to slip from rest, and those whose slip has just become 0.
  std::vector<Slip> begin = {};
  std::vector<int> rest = {};
  // Freeze prescribed motions where they are: for statics, at zero velocities.
  bool standstill = false;
  // More constraints at once than this are not solved: `not_run`, with the statuses as far as f and
  // f' decide them.
  std::size_t most_binding = std::numeric_limits<std::size_t>::max();
};

// One constraint at the instant, or in an impact (then only f, `rate` before and `rate_after`).
struct ConstraintAt {
  ConstraintStatus status = ConstraintStatus::absent;
  double f = unset;           // not for velocity constraints
  double rate = unset;        // f', or the value of a velocity constraint
  double second = unset;      // f'' in the true motion
  double free = unset;        // f'' in the free motion
  double rate_after = unset;  // g1 after an impact
  double multiplier = 0.0;
};

struct [[nodiscard]] Instant {
  InstantOutcome outcome = InstantOutcome::not_run;
  Vector accelerations;                          // u'
  Vector free;                                   // of the free motion; empty if a mass is zero
  std::vector<ConstraintAt> constraints;         // one per constraint of the model
  bool unique = true;                            // whether the multipliers are (W304)
  Vector reaction;                               // −Aᵀz, one number per velocity parameter
  std::vector<std::array<double, 3>> reactions;  // on each point of the model, N
  double zwang = unset;                          // Z
  double bound = unset;                          // |u' − true u'|_M is at most this
  Regularity regularity;
  Vector linearised;  // if singular: what the linear problem alone gives, as d'Alembert's principle
  minimum::Certificate certificate;
  std::vector<Weighted> proof;        // if contradictory: constraints and their weights
  std::optional<Error> domain_error;  // if not finite: where and why
  std::optional<Ostrogradsky> ostrogradsky;
  minimum::Precision precision = minimum::Precision::machine;
  std::vector<int> held;              // constraints the solution was computed with
  Rubbing rubbing;                    // of surfaces with friction that are closed
  const System* system = nullptr;     // its system; must outlive it, unless it is `own`
  std::shared_ptr<const System> own;  // if made from a model
  State state;

  bool usable() const { return outcome == InstantOutcome::found; }
  std::string brief() const;    // one line
  std::string summary() const;  // for people: which constraints are active, which not, and why
};

// The system, or the model, must outlive summary().
Instant accelerations(const System& system, const State& state, const InstantOptions& options = {});
Instant accelerations(const Model& model, const State& state, const InstantOptions& options = {});

}  // namespace zwang
