// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a judge of a motion is told beside rows and events.
#pragma once

#include "zwang/audit/account.hpp"
#include "zwang/laws/variation.hpp"

namespace zwang {

// Momenta that the motion keeps through shocks; none for many coordinates, where it takes long to
// find them, nor if a force is code or an impulse comes from outside. The system must live as long.
Laws laws_of(const System& system);
// The equations of a variational problem.
Laws laws_of(const Variation& variation);

}  // namespace zwang
