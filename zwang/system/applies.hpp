// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a constraint applies at a state (theory 9.3).
#pragma once

#include "zwang/system/system.hpp"

namespace zwang {

// Whether a constraint is in force: at this time, and in its domain or, within `near` of the size
// of its places or of 1, on the border of it without leaving.
bool applies(const Constraint& constraint, const Snapshot& at, double near = 1e-10);
// The same, on the border whatever the velocities: an impact may turn who leaves it.
bool may_apply(const Constraint& constraint, const Snapshot& at, double near = 1e-10);

// How far outside of its domain a state is, G; below 0 inside, and without a domain.
double out_of_domain(const Constraint& constraint, const Snapshot& at);

}  // namespace zwang
