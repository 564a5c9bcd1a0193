// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Dry friction that was written as a force which jumps with the sign of a velocity: no step follows
// it where that is 0.
#pragma once

#include <string>

#include "zwang/system/system.hpp"

namespace zwang {

// What to write instead, "friction.x = { bound = 3, slip = "x'" }", of the forces that jump where
// the rate of their coordinate is near 0 at the state; empty if none does.
std::string friction_by_hand(const System& system, const State& state);

}  // namespace zwang
