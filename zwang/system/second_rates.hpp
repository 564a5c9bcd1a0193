// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// q'' of a motion whose multipliers are known: M u' = Q − c − Aᵀz, then q'' = G u' + G'u + g'.
#pragma once

#include <span>

#include "zwang/system/system.hpp"

namespace zwang {

// `added` is a force in addition to those of the model, or empty; a constraint with `states` 2 or 3
// holds. Forces are those of the time `phase`. Where a mass is 0 the multipliers do not determine
// u', and the constraints that hold must. Not finite where neither does.
Vector second_rates(const System& system, const State& state, double phase,
                    std::span<const double> multipliers, std::span<const int> states,
                    const Vector& added);

// q'' with these u', after evaluate().
Vector second_rates(const System& system, const Snapshot& snapshot, const Vector& accelerations);

}  // namespace zwang
