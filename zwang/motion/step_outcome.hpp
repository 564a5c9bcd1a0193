// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How one time step ends.
#pragma once

#include <string_view>

#include "zwang/minimum/sparse.hpp"

namespace zwang {

enum class [[nodiscard]] StepOutcome {
  taken,
  contradictory,  // no velocities obey all conditions
  not_certified,  // the minimum problem was not solved well enough
  no_inertia,     // a direction without inertia
  not_finite,
  apart,       // positions do not return to the conditions
  coinciding,  // two masses of a packing are in one place: no direction parts them
};
std::string_view name(StepOutcome outcome);
// How a step ends whose minimum problem was answered like this.
StepOutcome outcome_of(minimum::SparseOutcome outcome);

}  // namespace zwang
