// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a condition stands at an instant, level by level (Mayer 1899a, § 1; theory 3).
//
//   open       f < 0                            leaving    f = 0, f' < 0
//   released   f = f' = 0, f'' < 0              closed     f = f' = f'' = 0, λ = 0
//   acting     f = f' = f'' = 0, λ > 0          striking   f = 0, f' > 0: a shock is due
//
// A condition of velocities has g1 for f' and no f. An equation is held. What is more than zero
// where it must not be is violated. Outside its times a condition is absent.
#pragma once

#include <cstdint>
#include <string_view>

#include "zwang/model/system.hpp"

namespace zwang {

enum class Standing {
  absent,
  held,
  open,
  leaving,
  released,
  closed,
  acting,
  striking,
  violated,
};

std::string_view name(Standing standing);

// As results, pages and expectations give it: 0 open, 1 closed, 2 acting, 3 held.
std::uint8_t state_number(Standing standing);

// When a number counts as zero. Levels are tested with related tolerances (theory 16): a length up
// to `length`, a velocity up to `length`/`time`, an acceleration up to `length`/`time`².
struct Nearness {
  // Relative to the largest coordinate that the condition binds, or absolute if all are below 1.
  double length = 1e-9;
  double time = 1.0;  // s, what is short for the system
};

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
