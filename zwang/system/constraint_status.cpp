// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/constraint_status.hpp"

namespace zwang {

std::string_view name(ConstraintStatus status) {
  switch (status) {
    case ConstraintStatus::absent: return "absent";
    case ConstraintStatus::held: return "held";
    case ConstraintStatus::open: return "open";
    case ConstraintStatus::leaving: return "leaving";
    case ConstraintStatus::released: return "released";
    case ConstraintStatus::closed: return "closed";
    case ConstraintStatus::active: return "active";
    case ConstraintStatus::impacting: return "impacting";
    case ConstraintStatus::sticking: return "sticking";
    case ConstraintStatus::slipping: return "slipping";
    case ConstraintStatus::violated: break;
  }
  return "violated";
}

std::uint8_t state_number(ConstraintStatus status) {
  switch (status) {
    case ConstraintStatus::closed: return 1;
    case ConstraintStatus::active: return 2;
    case ConstraintStatus::held: return 3;
    case ConstraintStatus::sticking: return 4;
    case ConstraintStatus::slipping: return 5;
    case ConstraintStatus::absent:
    case ConstraintStatus::open:
    case ConstraintStatus::leaving:
    case ConstraintStatus::released:
    case ConstraintStatus::impacting:
    case ConstraintStatus::violated: break;
  }
  return 0;
}

}  // namespace zwang
