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

}  // namespace zwang
