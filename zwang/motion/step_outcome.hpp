// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How one time step ends.
#pragma once

#include <string_view>

namespace zwang {

enum class StepOutcome {
  taken,
  contradictory,  // no velocities obey all conditions
  not_certified,  // the minimum problem was not solved well enough
  no_inertia,     // a direction without inertia
  not_finite,
  apart,       // positions do not return to the conditions
  coinciding,  // two masses of a packing are in one place: no direction parts them
};
std::string_view name(StepOutcome outcome);

}  // namespace zwang
