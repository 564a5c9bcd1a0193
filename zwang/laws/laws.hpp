// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the judge of a motion gets in addition to rows and events.
#pragma once

#include "zwang/audit/account.hpp"
#include "zwang/laws/variation.hpp"

namespace zwang {

// Momenta conserved through impacts; none for many coordinates, where it takes long to find them,
// nor if a force is code or there is an external impulse. The system must outlive them.
Laws laws_of(const System& system);
// The equations of a variational problem.
Laws laws_of(const Variation& variation);

}  // namespace zwang
