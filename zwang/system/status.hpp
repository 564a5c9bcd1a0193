// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The status of a constraint at an instant, and what counts as zero there.
#pragma once

#include "zwang/system/constraint_status.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// When a number counts as zero. The levels have related tolerances (theory 16): a length up to
// `length`, a velocity up to `length`/`time`, an acceleration up to `length`/`time`².
struct Nearness {
  // Relative to the largest coordinate that the constraint binds, or absolute if all are below 1.
  double length = 1e-9;
  double time = 1.0;  // s, a short time for the system
};

// How close to zero a gap counts as closed, relative to the size of the coordinates or to 1. It
// does not depend on the tolerance, so neither does what happens.
constexpr double near_contact = 1e-12;

// The first two levels: absent, held, open, leaving, impacting, violated; `closed` stands for a
// candidate, f = f' = 0, on which accelerations decide.
ConstraintStatus first_status(const System& system, const Snapshot& snapshot, int constraint,
                              const Nearness& nearness);

// What counts as zero for f, g1 and g2 of a constraint.
struct Zero {
  double f = 0.0;
  double rate = 0.0;
  double second = 0.0;
};
Zero zero_of(const System& system, const Snapshot& snapshot, int constraint,
             const Nearness& nearness);

}  // namespace zwang
