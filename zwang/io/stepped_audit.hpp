// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Stored time steps judged from their rows and the model alone (theory 17). Every step whose two
// ends are stored is set up anew:
//
//   violation   f after the step
//   multiplier  below zero, of inequalities
//   balance     M (u⁺ − u) = h (Q − c) − Aᵀp at its middle, u after an impulse at its beginning
//   rate        A u⁺ + b1 with the bend, the open gap or the restitution that the step owes each
//               condition: 0 for equations and where p is above 0, not above 0 elsewhere
//   way         places against those the velocities lead to: what is left beyond a way back onto
//               the conditions, nearest in the metric of the mass, as a part of the way
#pragma once

#include <vector>

#include "zwang/io/audit_number.hpp"
#include "zwang/io/stored_run.hpp"

namespace zwang {

std::vector<AuditNumber> stepped_audit(const StoredRun& run);

}  // namespace zwang
