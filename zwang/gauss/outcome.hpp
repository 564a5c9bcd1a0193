// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How the problem of one instant can end. All of these are mechanics, none is an Error.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/base/code.hpp"
#include "zwang/friction/rubbing.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {

enum class InstantOutcome {
  not_run,
  found,
  violated,       // the state violates a constraint: E201, E204
  impacting,      // an impact is due before accelerations are defined: E202
  singular,       // the linear problem is not valid here: E301
  contradictory,  // constraints exclude each other: E302
  indefinite,     // E303
  undetermined,   // a direction without inertia: E304
  unbounded,      // a force on a direction without inertia: E305
  undecided,      // a sign lies within its error bound: E306
  nonlinear,      // an impact breaks a constraint that is not linear in the velocities: E307
  not_finite,     // a force or constraint has no value here: E310, E311
  endless,        // impacts in sequence do not end: E332
  none,           // no accelerations obey the law of friction: E308
  several,        // several do: E309
};

std::string_view name(InstantOutcome outcome);

InstantOutcome outcome_of(minimum::Outcome outcome);
InstantOutcome outcome_of(RubbingOutcome outcome);

// A constraint and its weight in a proof.
using Weighted = std::pair<int, double>;

}  // namespace zwang
