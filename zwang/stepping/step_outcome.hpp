// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How one time step ends.
#pragma once

#include <string_view>

#include "zwang/minimum/sparse.hpp"

namespace zwang {

enum class [[nodiscard]] StepOutcome {
  taken,
  contradictory,  // no velocities satisfy all constraints
  not_certified,  // the minimum problem was not solved well enough
  no_inertia,     // a direction without inertia
  not_finite,
  apart,       // positions do not return to the constraints
  coinciding,  // two masses of a packing coincide: no direction separates them
};
std::string_view name(StepOutcome outcome);
// The outcome of a step whose minimum problem ended like this.
StepOutcome outcome_of(minimum::SparseOutcome outcome);

}  // namespace zwang
