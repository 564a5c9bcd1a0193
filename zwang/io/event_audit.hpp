// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The events of a stored motion judged from the rows beside them.
#pragma once

#include <vector>

#include "zwang/io/audit_number.hpp"
#include "zwang/io/stored_run.hpp"

namespace zwang {

// Relative to the terms each number is made of:
//   event     times, kinetic energies and approaches are those of the rows beside it
//   standing  states change at events only, and as these say
//   impulse   impulses make the jump of the velocities, and nothing else jumps
//   shock     who is struck leaves as its restitution says, who pushes is struck
std::vector<AuditNumber> event_audit(const StoredRun& run);

}  // namespace zwang
