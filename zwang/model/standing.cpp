// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/standing.hpp"

namespace zwang {

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::absent: return "absent";
    case Standing::held: return "held";
    case Standing::open: return "open";
    case Standing::leaving: return "leaving";
    case Standing::released: return "released";
    case Standing::closed: return "closed";
    case Standing::acting: return "acting";
    case Standing::striking: return "striking";
    case Standing::violated: break;
  }
  return "violated";
}

std::uint8_t state_number(Standing standing) {
  switch (standing) {
    case Standing::closed: return 1;
    case Standing::acting: return 2;
    case Standing::held: return 3;
    case Standing::absent:
    case Standing::open:
    case Standing::leaving:
    case Standing::released:
    case Standing::striking:
    case Standing::violated: break;
  }
  return 0;
}

}  // namespace zwang
