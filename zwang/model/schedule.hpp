// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a model has laid down for certain times: conditions and forces that begin or end, impulses.
#pragma once

#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

// Those times after `from`, up to `until`, ascending.
std::vector<double> schedule(const Model& model, double from, double until);

// The impulse along the coordinates at a time; empty if there is none.
Vector impulse_at(const Model& model, double t);
// The state after the impulse at its time, if there is one and nothing holds: u + M⁻¹J.
State after_impulse(const System& system, State state);

}  // namespace zwang
