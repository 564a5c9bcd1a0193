// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion judged from its rows and its model alone: nothing that computed it is asked.
#pragma once

#include <vector>

#include "zwang/io/audit_number.hpp"
#include "zwang/io/stored_run.hpp"

namespace zwang {

// Relative to the terms each number is made of:
//   violation        f of what holds, and f above zero of what is open
//   rate             g1 of what holds
//   multiplier       below zero, of inequalities
//   complementarity  multiplier of what is open
//   equation         g2 of what holds, with accelerations from forces and multipliers
//   succession       a row against the motion from the row before it
//   energy           drift of T + V between events, where forces and conditions keep it
//   momentum         change of momenta that symmetries of the model keep
//   shock_energy     kinetic energy gained in a shock beyond what was supplied
// and those of the events (event_audit.hpp) and the tables (table_audit.hpp). Time steps have other
// numbers (stepped_audit.hpp).
std::vector<AuditNumber> audit(const StoredRun& run);

}  // namespace zwang
