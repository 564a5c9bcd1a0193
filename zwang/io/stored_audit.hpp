// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion judged from its rows and its model alone: nothing that computed it is asked.
#pragma once

#include <vector>

#include "zwang/io/audit_number.hpp"
#include "zwang/io/stored_run.hpp"

namespace zwang {

// All of what follows that applies. Numbers are relative to the terms they are made of.
std::vector<AuditNumber> audit(const StoredRun& run);

//   violation        f of what holds, and f above zero of what is open
//   rate             g1 of what holds
//   multiplier       below zero, of inequalities
//   complementarity  multiplier of what is open
//   equation         g2 of what holds, with accelerations from forces and multipliers
//   succession       a row against the motion from the row before it
//   energy           drift of T + V between events, where forces and conditions keep it
//   momentum         change of momenta that symmetries of the model keep
std::vector<AuditNumber> arc_audit(const StoredRun& run);

//   shock_energy  kinetic energy gained in a shock beyond what was supplied
//   event         times, kinetic energies and approaches are those of the rows beside it
//   standing      states change at events only, and as these say
//   impulse       impulses make the jump of the velocities, and nothing else jumps
//   shock         who is struck leaves as its restitution says, who pushes is struck
std::vector<AuditNumber> event_audit(const StoredRun& run);

// Every time step whose two ends are stored is set up anew (theory 17):
//   violation   f after the step
//   multiplier  below zero, of inequalities
//   balance     M (u⁺ − u) = h (Q − c) − Aᵀp at its middle, u after an impulse at its beginning
//   rate        A u⁺ + b1 with the bend, the open gap or the restitution that the step owes each
//               condition: 0 for equations and where p is above 0, not above 0 elsewhere
//   way         places against those the velocities lead to: what is left beyond a way back onto
//               the conditions, nearest in the metric of the mass, as a part of the way
//   energy      how far it rises above its lowest before, beside the work of forces and moving
//               conditions, as a part of the largest
std::vector<AuditNumber> stepped_audit(const StoredRun& run);

// How many of masses, conditions, parameters and first and last time differ from the model's text.
AuditNumber table_audit(const StoredRun& run);

}  // namespace zwang
