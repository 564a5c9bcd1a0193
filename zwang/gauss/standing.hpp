// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which of the standings a condition has at an instant, and what counts as zero there.
#pragma once

#include "zwang/model/standing.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// When a number counts as zero. Levels are tested with related tolerances (theory 16): a length up
// to `length`, a velocity up to `length`/`time`, an acceleration up to `length`/`time`².
struct Nearness {
  // Relative to the largest coordinate that the condition binds, or absolute if all are below 1.
  double length = 1e-9;
  double time = 1.0;  // s, what is short for the system
};

// How near to zero a gap counts as closed, as a part of the size of the coordinates or of 1. It
// does not depend on the tolerance: neither does what happens.
constexpr double near_contact = 1e-12;

// The first two levels: absent, held, open, leaving, striking, violated; `closed` stands for a
// candidate, f = f' = 0, about which accelerations decide.
Standing first_standing(const System& system, const Snapshot& snapshot, int condition,
                        const Nearness& nearness);

// What counts as zero for f, g1 and g2 of a condition.
struct Zero {
  double f = 0.0;
  double rate = 0.0;
  double second = 0.0;
};
Zero zero_of(const System& system, const Snapshot& snapshot, int condition,
             const Nearness& nearness);

}  // namespace zwang
