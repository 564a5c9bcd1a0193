// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The status of a constraint at an instant, level by level (Mayer 1899a, § 1; theory 3).
//
//   open       f < 0                            leaving    f = 0, f' < 0
//   released   f = f' = 0, f'' < 0              closed     f = f' = f'' = 0, λ = 0
//   active     f = f' = f'' = 0, λ > 0          impacting   f = 0, f' > 0: an impact is due
//
// A velocity constraint has g1 for f' and no f. An equation is held. A constraint that exceeds zero
// where it must not is violated. Outside its times a constraint is absent.
//
// The slip row of a surface that rubs is sticking or slipping while that is active, otherwise
// absent.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace zwang {

enum class ConstraintStatus {
  absent,
  held,
  open,
  leaving,
  released,
  closed,
  active,
  impacting,
  violated,
  sticking,
  slipping,
};

std::string_view name(ConstraintStatus status);

// The number in results, reports and expectations: 0 open, 1 closed, 2 active, 3 held, 4 sticking,
// 5 slipping.
std::uint8_t state_number(ConstraintStatus status);

// In the order of these numbers.
inline constexpr std::array numbered_statuses = {
    ConstraintStatus::open, ConstraintStatus::closed,   ConstraintStatus::active,
    ConstraintStatus::held, ConstraintStatus::sticking, ConstraintStatus::slipping};

}  // namespace zwang
