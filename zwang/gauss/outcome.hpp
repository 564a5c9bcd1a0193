// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How the question about one instant can end. All of it is mechanics, none of it is an Error.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/base/code.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {

enum class InstantOutcome {
  not_run,
  found,
  violated,       // the state breaks a condition: E201, E204
  striking,       // a shock is due before accelerations can be asked for: E202
  singular,       // the linear problem must not be trusted here: E301
  contradictory,  // conditions exclude each other: E302
  indefinite,     // E303
  undetermined,   // a direction without inertia: E304
  unbounded,      // a force on a direction without inertia: E305
  undecided,      // a sign lies within its error bound: E306
  not_finite,     // a force or condition has no value here: E310, E311
};

std::string_view name(InstantOutcome outcome);

InstantOutcome outcome_of(minimum::Outcome outcome);

// A condition and its weight in a proof.
using Weighted = std::pair<int, double>;

}  // namespace zwang
