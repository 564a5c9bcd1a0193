// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a model schedules: constraints and forces that begin or end, impulses; and, where there is
// friction, when an equation passes from one branch of `smooth`, `min` or `max` to another by time
// alone.
#pragma once

#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// The scheduled times after `from`, up to `until`, ascending.
std::vector<double> schedule(const Model& model, double from, double until);

// The impulse along the coordinates at time t; empty if there is none.
Vector impulse_at(const Model& model, double t);
// The state after the impulse at its time, if there is one, ignoring constraints: u + M⁻¹J.
State after_impulse(const System& system, State state);

}  // namespace zwang
